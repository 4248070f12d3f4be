// SPDX-License-Identifier: BSL-1.0
// TLS through libpq.
#include "support.hpp"

#include <signal.h>

using namespace t2s;
using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(postgres_tls)

BOOST_AUTO_TEST_CASE(modes_and_certificates) {
  if (!server().is_private()) return;
  auto const folder = server().folder();
  auto const place = shop().at("localhost", server().place().port).text() + " hostaddr=127.0.0.1";
  auto const code_of = [&](std::string const& more) { return failure_of([&] { db::postgres_connection(place + more); }).code; };
  BOOST_TEST(code_of(" sslmode=require") == errc::database_tls_failed);  // the server has none
  if (!server().make_certificate()) {
    BOOST_TEST_MESSAGE("no certificate: the program openssl is missing");
    return;
  }
  server().stop(SIGINT);
  server().start({"ssl=on"});
  auto const uses_tls = [&](std::string const& more) {
    db::postgres_connection db(place + more);
    return first_value(db.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) == value(1);
  };
  BOOST_TEST(uses_tls(" sslmode=require"));
  BOOST_TEST(uses_tls(" sslmode=verify-full sslrootcert=" + folder + "/data/server.crt"));
  BOOST_TEST(!uses_tls(" sslmode=disable"));
  BOOST_TEST(code_of(" sslmode=verify-full sslrootcert=/nowhere") == errc::database_tls_failed);
  auto const other = shop().at("127.0.0.1", server().place().port).text();
  BOOST_TEST(failure_of([&] { db::postgres_connection(other + " sslmode=verify-full sslrootcert=" + folder + "/data/server.crt"); }).code ==
             errc::database_tls_failed);  // not its name

  // Results, cancellation and limits are the same over TLS.
  db::postgres_options o;
  o.limits.time = std::chrono::milliseconds(300);
  db::postgres_connection db(place + " sslmode=require", o);
  BOOST_TEST(db.execute("SELECT repeat('x', 100000) FROM generate_series(1, 50)").rows.values.size() == 50U);
  BOOST_TEST(db.execute("SELECT generate_series(1, 10000000000)").failure.has_value());
  BOOST_TEST(db.execute("SELECT 1").ok());
  server().stop(SIGINT);
  server().start();
}

BOOST_AUTO_TEST_SUITE_END()
