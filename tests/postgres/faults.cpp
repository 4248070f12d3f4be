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

std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
std::string const rows_for_ever = "SELECT generate_series(1, 9000000000000000)";

db::postgres_options quick() {
  db::postgres_options o;
  o.limits.time = 1s;
  o.connect_time = 1s;
  o.reconnect_time = 300ms;
  return o;
}

/// The message of connecting, which must take no longer than that.
failure refused(std::string const& where, std::chrono::nanoseconds most = 2s) {
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { db::postgres_connection(where, quick()); }); }) < most));
  BOOST_TEST_MESSAGE(where << ": " << f.text());
  return f;
}

server_place over_network(std::string const& port) { return shop().at("127.0.0.1", port); }

/// Needs a server that may be stopped and is reachable by TCP.
bool has_private_server() { return server().is_private(); }

/// Afterwards a server that is killed has little to read when it restarts.
void write_everything_down() { administrator(server().place()).run("CHECKPOINT"); }

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_faults)

BOOST_AUTO_TEST_CASE(places_where_no_server_is) {
  BOOST_TEST(refused("host=127.0.0.1 port=1").code == errc::database_unreachable);
  BOOST_TEST(refused("host=nowhere.invalid").code == errc::database_unreachable);
  BOOST_TEST(refused("host=/nowhere").code == errc::database_unreachable);
  auto const silent = refused("host=192.0.2.1");
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
  auto const port = std::to_string(ntohs(a.sin_port));
  auto const f = refused("host=127.0.0.1 port=" + port + " sslmode=disable");
  BOOST_TEST(f.code == errc::database_timeout);
  BOOST_TEST(f.subject == "127.0.0.1:" + port);
  close(s);
}

BOOST_AUTO_TEST_CASE(logins_that_fail) {
  BOOST_TEST(refused(shop().in("t2s_nowhere").text()).code == errc::database_not_found);
  BOOST_TEST(refused(shop().as("t2s_unknown", "x").text()).code == errc::database_login_failed);
  if (!has_private_server()) return;
  auto const rules = server().folder() + "/data/pg_hba.conf";
  std::ofstream(rules) << "host all t2s_reader 127.0.0.1/32 scram-sha-256\nhost all postgres 127.0.0.1/32 trust\nlocal all all trust\n";
  administrator(server().place()).run("SELECT pg_reload_conf()");
  std::this_thread::sleep_for(300ms);
  auto const port = server().place().port;
  BOOST_TEST(refused(over_network(port).as("t2s_reader", "wrong").text()).code == errc::database_login_failed);
  auto const none = refused(over_network(port).as("t2s_reader", "").text());
  BOOST_TEST(none.code == errc::database_login_failed);
  BOOST_TEST(db::postgres_connection(over_network(port).text()).execute("SELECT 1").ok());
  BOOST_TEST(refused(over_network(port).as("t2s_other", "").text()).code == errc::database_login_failed);  // no rule for it
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

BOOST_AUTO_TEST_CASE(a_session_that_is_killed_in_the_middle_of_a_result) {
  db::postgres_connection db(shop().text(), quick());
  administrator const admin(shop_of_superuser());
  std::size_t rows = 0;
  auto const f = failure_of([&] {
    db.each_row(rows_for_ever, [&](std::span<value const>) {
      if (++rows == 1000) admin.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 't2s_reader'");
    });
  });
  BOOST_TEST(f.code == errc::database_lost);
  BOOST_TEST(rows >= 1000U);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_process_of_the_server_that_is_killed_in_the_middle_of_a_result) {
  if (!has_private_server()) return;
  auto o = quick();
  o.reconnect_time = 20s;  // the whole server restarts
  write_everything_down();
  db::postgres_connection db(shop().text(), o);
  auto const id = static_cast<pid_t>(*first_value(db.execute("SELECT pg_backend_pid()")).integer());
  std::size_t rows = 0;
  auto const f = failure_of([&] {
    db.each_row(rows_for_ever, [&](std::span<value const>) {
      if (++rows == 1000) kill(id, SIGKILL);
    });
  });
  BOOST_TEST(f.code == errc::database_lost);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_server_that_is_killed_and_comes_back) {
  if (!has_private_server()) return;
  db::postgres_connection db(shop().text(), quick());
  write_everything_down();
  server().stop(SIGKILL);
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute("SELECT 1"); }); }) < 2s));
  BOOST_TEST((f.code == errc::database_unreachable || f.code == errc::database_lost));
  BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute("SELECT 1"); }); }) < 2s));
  BOOST_TEST(f.code == errc::database_unreachable);
  server().start();
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_server_that_starts_again_while_a_statement_is_wanted) {
  if (!has_private_server()) return;
  auto o = quick();
  o.reconnect_time = 20s;
  db::postgres_connection db(shop().text(), o);
  server().stop(SIGINT);
  bool answered = false;
  {
    std::jthread const asking([&] { answered = db.execute("SELECT 1").ok(); });
    std::this_thread::sleep_for(500ms);
    server().start();
  }
  BOOST_TEST(answered);
}

BOOST_AUTO_TEST_CASE(too_many_connections) {
  administrator const admin(server().place());
  admin.run("ALTER ROLE t2s_reader CONNECTION LIMIT 2");
  db::postgres_connection one(shop().text(), quick()), two(shop().text(), quick());
  BOOST_TEST(refused(shop().text()).code == errc::database_busy);
  admin.run("ALTER ROLE t2s_reader CONNECTION LIMIT -1");
  BOOST_TEST(db::postgres_connection(shop().text(), quick()).execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(a_network_that_is_cut) {
  if (!has_private_server()) return;
  tcp_proxy network(server().place().port);
  db::postgres_connection db(over_network(network.port()).text(), quick());
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
  db::postgres_connection db(over_network(network.port()).text(), quick());
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

BOOST_AUTO_TEST_CASE(a_connection_that_was_not_used_for_long_over_a_network_that_has_forgotten_it) {
  if (!has_private_server()) return;
  tcp_proxy network(server().place().port);
  auto o = quick();
  o.check_after = 100ms;
  o.limits.time = 20s;
  o.reconnect_time = 5s;
  db::postgres_connection db(over_network(network.port()).text(), o);
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
  db::postgres_connection db(over_network(network.port()).text(), o);
  BOOST_TEST(db.execute("SELECT repeat('x', 1000) FROM generate_series(1, 100)").rows.values.size() == 100U);
  auto const slow = db.execute("SELECT repeat('x', 1000) FROM generate_series(1, 100000)");
  BOOST_REQUIRE(slow.failure);
  BOOST_TEST(slow.failure->code == errc::time_limit);
  BOOST_TEST(!slow.rows.empty());
  network.delay(0ms);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(another_host_takes_over) {
  if (!has_private_server()) return;
  auto const port = server().place().port;
  auto const with_hosts = [&](std::string const& hosts, std::string const& ports) { return shop().at(hosts, ports).text(); };
  BOOST_TEST(db::postgres_connection(with_hosts("127.0.0.1,127.0.0.1", "1," + port), quick()).execute("SELECT 1").ok());
  tcp_proxy first(port), second(port);
  db::postgres_connection db(with_hosts("127.0.0.1,127.0.0.1", first.port() + "," + second.port()), quick());
  BOOST_TEST(second.connections() == 0);
  first.stall();
  auto o = quick();
  o.reconnect_time = 5s;
  std::ignore = db.execute("SELECT 1");
  BOOST_TEST((time_of([&] { BOOST_TEST(db.execute("SELECT 1").ok()); }) < 5s));
  BOOST_TEST(second.connections() >= 1);
}

BOOST_AUTO_TEST_CASE(statements_that_never_end_leave_nothing_behind) {
  db::postgres_connection db(shop().text(), quick());
  administrator const admin(shop_of_superuser());
  for (int i = 0; i < 3; ++i) {
    db::execution e;
    BOOST_TEST((time_of([&] { e = db.execute(i == 1 ? rows_for_ever : endless); }) < 1500ms));
    BOOST_TEST((e.failure->code == errc::time_limit || e.failure->code == errc::row_limit));
  }
  BOOST_TEST(db.execute("SELECT 1").ok());
  BOOST_TEST(admin.one("SELECT count(*) FROM pg_stat_activity WHERE usename = 't2s_reader' AND state <> 'idle'") == "0");
}

BOOST_AUTO_TEST_CASE(a_statement_that_somebody_else_cancels) {
  auto o = quick();
  o.limits.time = 30s;
  db::postgres_connection db(shop().text(), o);
  std::jthread const later([] {
    std::this_thread::sleep_for(200ms);
    administrator(shop_of_superuser()).run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = 't2s_reader'");
  });
  auto const e = db.execute(endless);
  BOOST_TEST(e.failure->code == errc::sql_failed);
  BOOST_TEST(db.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(many_rows_in_little_memory) {
  db::postgres_options o;
  o.limits.time = 300s;
  db::postgres_connection db(shop().text(), o);
  auto const resident = [] {
    std::ifstream in("/proc/self/statm");
    long pages = 0;
    in >> pages >> pages;
    return pages * sysconf(_SC_PAGESIZE);
  };
  std::int64_t const most = sanitizes ? 1'000'000 : std::getenv("T2S_LONG_RUNS") ? 100'000'000 : 10'000'000;
  std::int64_t sum = 0;
  auto const before = resident();
  auto const took = time_of([&] {
    BOOST_TEST(!db.each_row("SELECT generate_series(1, " + std::to_string(most) + "), repeat('x', 20)",
                            [&](std::span<value const> row) { sum += *row[0].integer(); }));
  });
  BOOST_TEST(sum == most * (most + 1) / 2);
  auto const grown = resident() - before;
  BOOST_TEST_MESSAGE(most << " rows in " << std::chrono::duration_cast<std::chrono::milliseconds>(took).count() << " ms, " << grown / 1024
                          << " KiB more");
  BOOST_TEST((sanitizes || grown < 20L << 20));
}

BOOST_AUTO_TEST_SUITE_END()
