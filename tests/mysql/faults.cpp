// SPDX-License-Identifier: BSL-1.0
// A server or network that fails: what every server must do, and what is the own of MariaDB and MySQL.
#include "db/conformance/server.hpp"

#include "engine.hpp"

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

using of_servers = conformance::server_demands<mysql_engine>;

failure refused(std::string const& url, std::chrono::nanoseconds most = 3s) {
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { db::mysql_connection(url, of_servers::quick()); }); }) < most));
  return f;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_faults)

conformance::registered const tests(of_servers::all(), __FILE__);

BOOST_AUTO_TEST_CASE(places_where_no_server_is) {
  BOOST_TEST(refused("mysql://a@127.0.0.1:1/d").code == errc::database_unreachable);
  BOOST_TEST(refused("mysql://a@nowhere.invalid/d", 10s).code == errc::database_unreachable);
  BOOST_TEST(refused("mysql://a@/d?socket=/nowhere").code == errc::database_unreachable);
  auto const silent = refused("mysql://a@192.0.2.1/d");
  BOOST_TEST((silent.code == errc::database_timeout || silent.code == errc::database_unreachable));
}

BOOST_AUTO_TEST_CASE(logins_that_fail) {
  BOOST_TEST(refused(shop().in("t2s_nowhere").text()).code == errc::database_not_found);
  BOOST_TEST(refused(shop_of_admin().in("t2s_nowhere").text()).code == errc::database_not_found);
  BOOST_TEST(refused(shop().as("t2s_unknown", "x").text()).code == errc::database_login_failed);
  auto const wrong = refused(shop().as("t2s_reader", "wrong").text());
  BOOST_TEST(wrong.code == errc::database_login_failed);
  BOOST_TEST(wrong.text().find("wrong") == std::string::npos);
  BOOST_TEST(refused(shop().as("t2s_reader", "").text()).code == errc::database_login_failed);
  BOOST_TEST(refused(shop().in("").text()).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(passwords_of_the_environment_and_option_files) {
  setenv("MYSQL_PWD", "read only", 1);
  BOOST_TEST(db::mysql_connection(shop().as("t2s_reader", "").text()).execute("SELECT 1").ok());
  unsetenv("MYSQL_PWD");
  auto const p = shop();
  folder const in;
  auto const file = (in / "options").string();
  std::ofstream(file) << "[client]\nuser=" << p.user << "\npassword=\"" << p.password << "\"\n[t2s]\nsocket=" << p.socket
                      << "\nhost=" << p.host << "\ndatabase=" << p.database << "\n";
  BOOST_TEST(db::mysql_connection("mysql:///?defaults-file=" + file).execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_server_that_is_killed_in_the_middle_of_a_result) {
  if (!server().is_private()) return;
  auto o = of_servers::quick();
  o.reconnect_time = 20s;
  o.limits.time = 20s;
  db::mysql_connection db(shop().text(), o);
  std::size_t rows = 0;
  auto const f = failure_of([&] {
    db.each_row(mysql_engine::rows_for_ever(), [&](std::span<value const>) {
      if (++rows == 1000) server().stop(SIGKILL);
    });
  });
  BOOST_TEST(f.code == errc::database_lost);
  server().start();
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_pool_over_no_server) {
  BOOST_TEST(failure_of([] { db::mysql("mysql://a@127.0.0.1:1/d"); }).code == errc::database_unreachable);
}

BOOST_AUTO_TEST_SUITE_END()
