// SPDX-License-Identifier: BSL-1.0
// A failing server or network: each failure is a clear error within its time, and the connection works again afterwards.
#include "support.hpp"
#include "support/tcp_proxy.hpp"

#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

std::string const endless =
    "SELECT COUNT(*) FROM information_schema.collations a, information_schema.collations b, information_schema.collations c,"
    " information_schema.collations d WHERE a.id + b.id + c.id + d.id < 0";
std::string const rows_for_ever =
    "SELECT a.id, b.id FROM information_schema.collations a, information_schema.collations b, information_schema.collations c,"
    " information_schema.collations d, information_schema.collations e";

db::mysql_options quick() {
  db::mysql_options o;
  o.limits.time = 1s;
  o.connect_time = 1s;
  o.reconnect_time = 300ms;
  return o;
}

/// The message of connecting, which must take no longer than that.
failure refused(std::string const& url, std::chrono::nanoseconds most = 3s) {
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { db::mysql_connection(url, quick()); }); }) < most));
  BOOST_TEST_MESSAGE(f.text());
  return f;
}

mysql_server_place over_network(std::string const& port) { return shop().at("127.0.0.1", port); }

/// Needs a server that may be stopped and is reachable by TCP.
bool has_private_server() { return server().is_private(); }

void kill_sessions_of_reader() {
  mysql_administrator const admin(shop_of_root());
  for (auto const& row : admin.rows("SELECT id FROM information_schema.processlist WHERE user = 't2s_reader'")) {
    try {
      admin.run("KILL " + row[0]);
    } catch (std::runtime_error const&) {  // it has ended meanwhile
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_faults)

BOOST_AUTO_TEST_CASE(places_where_no_server_is) {
  BOOST_TEST(refused("mysql://a@127.0.0.1:1/d").code == errc::database_unreachable);
  BOOST_TEST(refused("mysql://a@nowhere.invalid/d", 10s).code == errc::database_unreachable);
  BOOST_TEST(refused("mysql://a@/d?socket=/nowhere").code == errc::database_unreachable);
  auto const silent = refused("mysql://a@192.0.2.1/d");
  BOOST_TEST((silent.code == errc::database_timeout || silent.code == errc::database_unreachable));
}

BOOST_AUTO_TEST_CASE(a_server_that_takes_connections_and_says_nothing) {
  int const s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in a{};
  a.sin_family = AF_INET;
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(a);
  BOOST_REQUIRE(bind(s, reinterpret_cast<sockaddr*>(&a), size) == 0);
  BOOST_REQUIRE(listen(s, 8) == 0);
  getsockname(s, reinterpret_cast<sockaddr*>(&a), &size);
  auto const place = "127.0.0.1:" + std::to_string(ntohs(a.sin_port));
  auto const f = refused("mysql://a@" + place + "/d");
  BOOST_TEST(f.code == errc::database_timeout);
  BOOST_TEST(f.subject == place);
  close(s);
}

BOOST_AUTO_TEST_CASE(a_server_that_speaks_another_language) {
  if (!has_private_server()) return;
  int const s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in a{};
  a.sin_family = AF_INET;
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(a);
  BOOST_REQUIRE(bind(s, reinterpret_cast<sockaddr*>(&a), size) == 0);
  BOOST_REQUIRE(listen(s, 8) == 0);
  getsockname(s, reinterpret_cast<sockaddr*>(&a), &size);
  std::jthread const answering([s] {
    int const c = accept(s, nullptr, nullptr);
    [[maybe_unused]] auto const sent = write(c, "SSH-2.0-OpenSSH_9.2p1\r\n", 23);
    close(c);
  });
  auto const f = refused("mysql://a@127.0.0.1:" + std::to_string(ntohs(a.sin_port)) + "/d");
  BOOST_TEST((f.code == errc::database_unreachable || f.code == errc::database_timeout || f.code == errc::database_login_failed));
  close(s);
}

BOOST_AUTO_TEST_CASE(logins_that_fail) {
  BOOST_TEST(refused(shop().in("t2s_nowhere").url()).code == errc::database_not_found);
  BOOST_TEST(refused(shop_of_root().in("t2s_nowhere").url()).code == errc::database_not_found);
  BOOST_TEST(refused(shop().as("t2s_unknown", "x").url()).code == errc::database_login_failed);
  auto const wrong = refused(shop().as("t2s_reader", "wrong").url());
  BOOST_TEST(wrong.code == errc::database_login_failed);
  BOOST_TEST(wrong.text().find("wrong") == std::string::npos);
  BOOST_TEST(refused(shop().as("t2s_reader", "").url()).code == errc::database_login_failed);
  BOOST_TEST(refused(shop().in("").url()).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(passwords_of_the_environment_and_option_files) {
  setenv("MYSQL_PWD", "read only", 1);
  BOOST_TEST(db::mysql_connection(shop().as("t2s_reader", "").url()).execute("SELECT 1").ok());
  unsetenv("MYSQL_PWD");
  auto const p = shop();
  auto const file = (std::filesystem::temp_directory_path() / ("t2s_options_" + std::to_string(getpid()))).string();
  std::ofstream(file) << "[client]\nuser=" << p.user << "\npassword=\"" << p.password << "\"\n[t2s]\nsocket=" << p.socket
                      << "\nhost=" << p.host << "\ndatabase=" << p.database << "\n";
  BOOST_TEST(db::mysql_connection("mysql:///?defaults-file=" + file).execute("SELECT 1").ok());
  std::filesystem::remove(file);
}

BOOST_AUTO_TEST_CASE(a_session_that_is_killed_in_the_middle_of_a_result) {
  db::mysql_connection db(shop().url(), quick());
  std::size_t rows = 0;
  auto const f = failure_of([&] {
    db.each_row(rows_for_ever, [&](std::span<value const>) {
      if (++rows == 1000) kill_sessions_of_reader();
    });
  });
  BOOST_TEST(f.code == errc::database_lost);
  BOOST_TEST(rows >= 1000U);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_server_that_is_killed_in_the_middle_of_a_result) {
  if (!has_private_server()) return;
  auto o = quick();
  o.reconnect_time = 20s;
  o.limits.time = 20s;
  db::mysql_connection db(shop().url(), o);
  std::size_t rows = 0;
  auto const f = failure_of([&] {
    db.each_row(rows_for_ever, [&](std::span<value const>) {
      if (++rows == 1000) server().stop(SIGKILL);
    });
  });
  BOOST_TEST(f.code == errc::database_lost);
  bool answered = false;
  {
    std::jthread const asking([&] { answered = db.execute("SELECT 1").ok(); });
    std::this_thread::sleep_for(300ms);
    server().start();  // not on another thread: it ends with the thread that started it
  }
  BOOST_TEST(answered);
}

BOOST_AUTO_TEST_CASE(a_server_that_is_killed_and_comes_back) {
  if (!has_private_server()) return;
  db::mysql_connection db(shop().url(), quick());
  server().stop(SIGKILL);
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute("SELECT 1"); }); }) < 3s));
  BOOST_TEST((f.code == errc::database_unreachable || f.code == errc::database_lost));
  BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute("SELECT 1"); }); }) < 3s));
  BOOST_TEST(f.code == errc::database_unreachable);
  server().start();
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(too_many_connections) {
  mysql_administrator const admin(shop_of_root());
  admin.run("ALTER USER t2s_reader@'%' WITH MAX_USER_CONNECTIONS 2");
  {
    db::mysql_connection one(shop().url(), quick()), two(shop().url(), quick());
    BOOST_TEST(refused(shop().url()).code == errc::database_busy);
    BOOST_TEST(one.execute(endless).failure->code == errc::time_limit);  // although no other connection can tell the server
    BOOST_TEST(two.execute("SELECT 1").ok());
  }
  admin.run("ALTER USER t2s_reader@'%' WITH MAX_USER_CONNECTIONS 0");
  BOOST_TEST(db::mysql_connection(shop().url(), quick()).execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_network_that_is_cut) {
  if (!has_private_server()) return;
  tcp_proxy network(server().place().port);
  db::mysql_connection db(over_network(network.port()).url(), quick());
  network.cut();
  std::this_thread::sleep_for(50ms);
  BOOST_TEST(db.execute("SELECT 1").ok());  // the end was seen, and a new connection made
  std::jthread const later([&] {
    std::this_thread::sleep_for(100ms);
    network.cut();
  });
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute(endless); }); }) < 900ms));
  BOOST_TEST(f.code == errc::database_lost);
  BOOST_TEST(db.execute("SELECT 1").ok());
  network.cut_after(100'000);
  BOOST_TEST(failure_of([&] { db.each_row(rows_for_ever, [](std::span<value const>) {}); }).code == errc::database_lost);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_network_that_falls_silent) {
  if (!has_private_server()) return;
  tcp_proxy network(server().place().port);
  db::mysql_connection db(over_network(network.port()).url(), quick());
  network.stall();
  db::execution e;
  BOOST_TEST((time_of([&] { e = db.execute("SELECT 1"); }) < 1500ms));  // the time limit, although the server is silent
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::time_limit);
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute("SELECT 1"); }); }) < 5s));
  BOOST_TEST(f.code == errc::database_timeout);
  network.stall(false);
  BOOST_TEST(db.execute("SELECT 1").ok());
  std::size_t rows = 0;
  auto const ended = db.each_row(rows_for_ever, [&](std::span<value const>) {
    if (++rows == 1000) network.stall();
  });
  BOOST_REQUIRE(ended);
  BOOST_TEST(ended->code == errc::time_limit);
  network.stall(false);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_wait_for_a_silent_server_that_is_cancelled) {
  if (!has_private_server()) return;
  tcp_proxy network(server().place().port);
  auto o = quick();
  o.connect_time = o.limits.time = o.reconnect_time = 20s;
  db::mysql_connection db(over_network(network.port()).url(), o);
  network.stall();
  for (int i = 0; i < 2; ++i) {  // in the statement, then while it connects again
    std::stop_source stop;
    std::jthread const later([&] {
      std::this_thread::sleep_for(100ms);
      stop.request_stop();
    });
    failure f;
    BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute("SELECT 1", stop.get_token()); }); }) < 1s));
    BOOST_TEST(f.code == errc::cancelled);
  }
  network.stall(false);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_connection_that_was_not_used_for_long_over_a_network_that_has_forgotten_it) {
  if (!has_private_server()) return;
  tcp_proxy network(server().place().port);
  auto o = quick();
  o.check_after = 100ms;
  o.limits.time = 20s;
  o.reconnect_time = 5s;
  db::mysql_connection db(over_network(network.port()).url(), o);
  std::this_thread::sleep_for(150ms);
  BOOST_TEST(db.execute("SELECT 1").ok());
  BOOST_TEST(network.connections() == 1);
  std::this_thread::sleep_for(150ms);
  network.stall();
  std::jthread const later([&] {
    std::this_thread::sleep_for(1500ms);
    network.cut();
    network.stall(false);
  });
  BOOST_TEST((time_of([&] { BOOST_TEST(db.execute("SELECT 1").ok()); }) < 10s));  // not the 20 s of the statement
  BOOST_TEST(network.connections() >= 2);
}

BOOST_AUTO_TEST_CASE(a_network_that_is_slow) {
  if (!has_private_server()) return;
  tcp_proxy network(server().place().port);
  auto o = quick();
  o.connect_time = 10s;
  network.delay(30ms);
  db::mysql_connection db(over_network(network.port()).url(), o);
  BOOST_TEST(db.execute("SELECT repeat('x', 1000) FROM information_schema.collations LIMIT 100").rows.values.size() == 100U);
  auto const slow =
      db.execute("SELECT repeat('x', 1000) FROM information_schema.collations a, information_schema.collations b LIMIT 100000");
  BOOST_REQUIRE(slow.failure);
  BOOST_TEST(slow.failure->code == errc::time_limit);
  BOOST_TEST(!slow.rows.empty());
  network.delay(0ms);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(another_host_takes_over) {
  if (!has_private_server()) return;
  auto const port = server().place().port;
  auto const with_hosts = [&](std::string const& hosts) { return shop().at(hosts, "").url(); };
  BOOST_TEST(db::mysql_connection(with_hosts("127.0.0.1:1,127.0.0.1:" + port), quick()).execute("SELECT 1").ok());
  tcp_proxy first(port), second(port);
  db::mysql_connection db(with_hosts("127.0.0.1:" + first.port() + ",127.0.0.1:" + second.port()), quick());
  BOOST_TEST(second.connections() == 0);
  first.stall();
  auto const e = db.execute("SELECT 1");
  BOOST_TEST(e.failure->code == errc::time_limit);
  BOOST_TEST((time_of([&] { BOOST_TEST(db.execute("SELECT 1").ok()); }) < 5s));
  BOOST_TEST(second.connections() >= 1);
}

BOOST_AUTO_TEST_CASE(statements_that_never_end_leave_nothing_behind) {
  db::mysql_connection db(shop().url(), quick());
  for (int i = 0; i < 3; ++i) {
    db::execution e;
    BOOST_TEST((time_of([&] { e = db.execute(i == 1 ? rows_for_ever : endless); }) < 1500ms));
    BOOST_TEST((e.failure->code == errc::time_limit || e.failure->code == errc::row_limit));
  }
  BOOST_TEST(db.execute("SELECT 1").ok());
  BOOST_TEST(active_statements() == "");
}

BOOST_AUTO_TEST_CASE(a_statement_that_the_server_does_not_end_itself_is_ended_there) {
  mysql_administrator const admin(shop_of_root());
  db::mysql_connection db(shop().url(), quick());
  for (int i = 0; i < 5; ++i) {
    std::stop_source stop;
    std::jthread const later([&] {
      std::this_thread::sleep_for(50ms);
      stop.request_stop();
    });
    auto o = quick();
    o.limits.time = 30s;
    db::mysql_connection patient(shop().url(), o);
    BOOST_TEST(failure_of([&] { std::ignore = patient.execute(endless, stop.get_token()); }).code == errc::cancelled);
    BOOST_TEST(active_statements() == "");
  }
}

BOOST_AUTO_TEST_CASE(a_statement_that_somebody_else_cancels) {
  auto o = quick();
  o.limits.time = 30s;
  db::mysql_connection db(shop().url(), o);
  std::jthread const later([] {
    std::this_thread::sleep_for(200ms);
    mysql_administrator const admin(shop_of_root());
    admin.run("KILL QUERY " + admin.one("SELECT id FROM information_schema.processlist WHERE user = 't2s_reader' AND command = 'Query'"));
  });
  auto const e = db.execute(endless);
  BOOST_TEST(e.failure->code == errc::sql_failed);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(many_rows_in_little_memory) {
  db::mysql_options o;
  o.limits.time = 300s;
  db::mysql_connection db(shop().url(), o);
  auto const resident = [] {
    std::ifstream in("/proc/self/statm");
    long pages = 0;
    in >> pages >> pages;
    return pages * sysconf(_SC_PAGESIZE);
  };
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr std::size_t most = 1'000'000;
#else
  constexpr std::size_t most = 10'000'000;
#endif
  std::size_t rows = 0;
  auto const before = resident();
  auto const took = time_of([&] {
    BOOST_TEST(
        !db.each_row("SELECT a.id, 'xxxxxxxxxxxxxxxxxxxx' FROM information_schema.collations a, information_schema.collations b,"
                     " information_schema.collations c LIMIT " +
                         std::to_string(most),
                     [&](std::span<value const> row) { rows += row[1].text()->size() == 20 ? 1U : 0U; }));
  });
  BOOST_TEST(rows == most);
  auto const grown = resident() - before;
  BOOST_TEST_MESSAGE(most << " rows in " << std::chrono::duration_cast<std::chrono::milliseconds>(took).count() << " ms, " << grown / 1024
                          << " KiB more");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  BOOST_TEST(grown < 20L << 20);
#endif
}

BOOST_AUTO_TEST_SUITE_END()
