// SPDX-License-Identifier: BSL-1.0
// A server or network that fails: what every server must do, and what is PostgreSQL's own.
#include "db/conformance/server.hpp"

#include "engine.hpp"

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

using of_servers = conformance::server_demands<postgres_engine>;

failure refused(std::string const& where) {
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { db::postgres_connection(where, of_servers::quick()); }); }) < 2s));
  return f;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_faults)

conformance::registered const tests(of_servers::all(), __FILE__);

BOOST_AUTO_TEST_CASE(places_where_no_server_is) {
  BOOST_TEST(refused("host=127.0.0.1 port=1").code == errc::database_unreachable);
  BOOST_TEST(refused("host=nowhere.invalid").code == errc::database_unreachable);
  BOOST_TEST(refused("host=/nowhere").code == errc::database_unreachable);
  auto const silent = refused("host=192.0.2.1");
  BOOST_TEST((silent.code == errc::database_timeout || silent.code == errc::database_unreachable));
}

BOOST_AUTO_TEST_CASE(logins_that_fail) {
  BOOST_TEST(refused(shop().in("t2s_nowhere").text()).code == errc::database_not_found);
  BOOST_TEST(refused(shop().as("t2s_unknown", "x").text()).code == errc::database_login_failed);
  if (!server().is_private()) return;
  auto const rules = server().folder() + "/data/pg_hba.conf";
  std::ofstream(rules) << "host all t2s_reader 127.0.0.1/32 scram-sha-256\nhost all postgres 127.0.0.1/32 trust\nlocal all all trust\n";
  administrator(server().place()).run("SELECT pg_reload_conf()");
  std::this_thread::sleep_for(300ms);
  auto const port = server().place().port;
  BOOST_TEST(refused(shop().at("127.0.0.1", port).as("t2s_reader", "wrong").text()).code == errc::database_login_failed);
  auto const none = refused(shop().at("127.0.0.1", port).as("t2s_reader", "").text());
  BOOST_TEST(none.code == errc::database_login_failed);
  BOOST_TEST(db::postgres_connection(shop().at("127.0.0.1", port).text()).execute("SELECT 1").ok());
  BOOST_TEST(refused(shop().at("127.0.0.1", port).as("t2s_other", "").text()).code == errc::database_login_failed);  // no rule for it
}

BOOST_AUTO_TEST_CASE(connection_strings_that_are_none_keep_their_password) {
  auto const f = refused("postgres//ada:lovelace@host/shop?sslmode=require");
  BOOST_TEST(f.code == errc::invalid_argument);
  BOOST_TEST(f.text().find("lovelace") == std::string::npos);
  BOOST_TEST(refused("sslmode=perhaps").code == errc::invalid_argument);
  BOOST_TEST(refused("postgresql://h/d?nothing=1").code == errc::invalid_argument);
  db::postgres_options o;
  o.time_zone = "Nowhere/Else";
  BOOST_TEST(failure_of([&] { db::postgres_connection(shop().text(), o); }).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(urls_names_and_the_environment) {
  auto const p = shop();
  for (auto const& [name, value] : {std::pair("PGHOST", p.host), std::pair("PGPORT", p.port), std::pair("PGUSER", p.user),
                                    std::pair("PGPASSWORD", p.password), std::pair("PGDATABASE", p.database)})
    setenv(name, value.c_str(), 1);
  BOOST_TEST(db::postgres_connection("").execute("SELECT 1").ok());
  BOOST_TEST(db::postgres_connection(p.database).execute("SELECT 1").ok());
  BOOST_TEST(db::postgres_connection("postgresql:///" + p.database + "?application_name=test").execute("SELECT 1").ok());
  for (char const* name : {"PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGDATABASE"}) unsetenv(name);
}

BOOST_AUTO_TEST_CASE(a_process_of_the_server_that_is_killed_in_the_middle_of_a_result) {
  if (!server().is_private()) return;
  auto o = of_servers::quick();
  o.reconnect_time = 20s;  // the whole server starts again
  the_shop().write_everything_down();
  db::postgres_connection db(shop().text(), o);
  administrator const other(server().place());
  auto const is_alive = [](administrator const& a) {
    try {
      a.run("SELECT 1");
      return true;
    } catch (std::runtime_error const&) {
      return false;
    }
  };
  auto const id = static_cast<pid_t>(*first_value(db.execute("SELECT pg_backend_pid()")).integer());
  std::size_t rows = 0;
  auto const f = failure_of([&] {
    db.each_row(postgres_engine::rows_for_ever(), [&](std::span<value const>) {
      if (++rows == 1000) kill(id, SIGKILL);
    });
  });
  BOOST_TEST(f.code == errc::database_lost);
  // The server ends the other sessions a moment later, and new ones until then too.
  BOOST_TEST(test::settles_at(false, [&] { return is_alive(other); }, 20s));
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(the_pool_may_go_while_it_waits_to_connect_again) {
  administrator const admin(server().place());
  auto o = of_servers::with(1);
  o.reconnect_time = 60s;
  auto db = std::make_unique<db::postgres>(shop().text(), o);
  admin.run("ALTER ROLE t2s_reader CONNECTION LIMIT 0");
  the_shop().end_sessions();
  std::this_thread::sleep_for(100ms);
  BOOST_TEST((of_servers::end_without_a_connection(std::move(db)) < 500ms));
  the_shop().limit_connections(0);
}

BOOST_AUTO_TEST_CASE(a_pool_over_no_server) {
  BOOST_TEST(failure_of([] { db::postgres("host=127.0.0.1 port=1"); }).code == errc::database_unreachable);
}

BOOST_AUTO_TEST_SUITE_END()
