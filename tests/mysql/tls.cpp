// SPDX-License-Identifier: BSL-1.0
// TLS through the client library.
#include "support.hpp"

#include <signal.h>

using namespace t2s;
using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(mysql_tls)

BOOST_AUTO_TEST_CASE(modes_and_certificates) {
  if (!server().is_private()) return;
  auto const folder = server().folder();
  auto const place = shop().at("127.0.0.1", server().place().port);
  auto const code_of = [&](std::string const& more) { return failure_of([&] { db::mysql_connection(place.text(more)); }).code; };
  BOOST_TEST(code_of("ssl-mode=REQUIRED") == errc::database_tls_failed);  // the server has none
  BOOST_TEST(code_of("ssl-mode=VERIFY_IDENTITY") == errc::database_tls_failed);
  BOOST_TEST(db::mysql_connection(place.text()).execute("SELECT 1").ok());
  if (!server().make_certificate()) {
    BOOST_TEST_MESSAGE("no certificate: the program openssl is missing");
    return;
  }
  server().stop(SIGTERM);
  server().start({"--ssl-cert=" + folder + "/data/server.crt", "--ssl-key=" + folder + "/data/server.key"});
  auto const cipher_of = [&](mysql_server_place const& p, std::string const& more) {
    db::mysql_connection db(p.text(more));
    return to_string(
        first_value(db.execute("SELECT variable_value FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'")));
  };
  BOOST_TEST(cipher_of(place, "") != "");
  BOOST_TEST(cipher_of(place, "ssl-mode=REQUIRED") != "");
  BOOST_TEST(cipher_of(place, "ssl-mode=REQUIRED&tls-version=TLSv1.2") != "");
  BOOST_TEST(cipher_of(place, "ssl-mode=DISABLED") == "");
  auto const authority = "ssl-ca=" + folder + "/data/server.crt";
  BOOST_TEST(code_of("ssl-mode=VERIFY_IDENTITY&" + authority) == errc::database_tls_failed);  // not its name
  BOOST_TEST(code_of("ssl-mode=VERIFY_IDENTITY") == errc::database_tls_failed);               // an unknown authority
  BOOST_TEST(code_of("ssl-mode=VERIFY_IDENTITY&ssl-ca=/nowhere") == errc::database_tls_failed);

  // Results, cancellation and limits are the same over TLS.
  db::mysql_options o;
  o.limits.time = std::chrono::milliseconds(300);
  db::mysql_connection db(place.text("ssl-mode=REQUIRED"), o);
  BOOST_TEST(db.execute("SELECT repeat('x', 100000) FROM information_schema.collations LIMIT 50").rows.values.size() == 50U);
  auto const cut =
      db.execute("SELECT a.id FROM information_schema.collations a, information_schema.collations b, information_schema.collations c");
  BOOST_TEST(cut.failure.has_value());
  BOOST_TEST(db.execute("SELECT 1").ok());
  server().stop(SIGTERM);
  server().start();
}

BOOST_AUTO_TEST_SUITE_END()
