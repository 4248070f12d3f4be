// SPDX-License-Identifier: BSL-1.0
// Connections that coroutines share.
#include "t2s/db/postgres/pool.hpp"

#include "db/conformance/pool.hpp"
#include "support.hpp"
#include "support/tcp_proxy.hpp"

#include <signal.h>

#include <optional>

using namespace t2s;
using namespace t2s::test;
using namespace t2s::test::conformance;
using namespace std::chrono_literals;

namespace {

std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

db::postgres_options with(std::size_t connections, std::chrono::nanoseconds time = 30s) {
  db::postgres_options o;
  o.connections = connections;
  o.limits.time = time;
  return o;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_pool)

BOOST_AUTO_TEST_CASE(opening_errors_are_thrown) {
  BOOST_TEST(failure_of([] { db::postgres("host=127.0.0.1 port=1"); }).code == errc::database_unreachable);
  BOOST_TEST(failure_of([] { db::postgres(shop().text(), with(0)); }).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_thousand_questions_over_twenty_connections_on_one_thread) {
  asio::io_context io;
  db::postgres db(shop().text(), with(20));
  std::size_t right = 0, most = 0;
  for (int i = 0; i < 1000; ++i)
    asio::co_spawn(
        io,
        [&, i]() -> awaitable<void> {
          auto const e = co_await db.execute("SELECT " + std::to_string(i) + ", name FROM customer WHERE id = 1");
          most = std::max(most, db.use().open);
          if (e.ok() && e.rows.values.at(0).at(0) == value(i)) ++right;
        },
        asio::detached);
  io.run();
  BOOST_TEST(right == 1000U);
  BOOST_TEST(most == 20U);
  BOOST_TEST(db.use().busy == 0U);
  BOOST_TEST(db.use().waiting == 0U);
}

/// The time until the operation ends after the pool is destroyed, if it cannot connect.
std::chrono::nanoseconds end_without_a_connection(std::unique_ptr<db::postgres> pool) {
  asio::io_context io;
  spawned one;
  one.start(io, *pool, "SELECT 1");
  std::chrono::steady_clock::time_point gone;
  asio::steady_timer timer(io, 300ms);
  timer.async_wait([&](boost::system::error_code) {
    BOOST_TEST(!one.ended);
    gone = std::chrono::steady_clock::now();
    pool.reset();
  });
  io.run();
  BOOST_TEST((one.ended == ending::aborted));
  return std::chrono::steady_clock::now() - gone;
}

BOOST_AUTO_TEST_CASE(the_pool_may_go_while_it_connects) {
  if (!server().is_private()) return;
  tcp_proxy network(server().place().port);
  auto o = with(1);
  o.connect_time = 20s;
  auto db = std::make_unique<db::postgres>(shop().at("127.0.0.1", network.port()).text(), o);
  network.cut();
  network.stall();
  std::this_thread::sleep_for(50ms);
  BOOST_TEST((end_without_a_connection(std::move(db)) < 1s));
}

BOOST_AUTO_TEST_CASE(the_pool_may_go_while_it_waits_to_connect_again) {
  administrator const admin(server().place());
  auto o = with(1);
  o.reconnect_time = 60s;
  auto db = std::make_unique<db::postgres>(shop().text(), o);
  for (auto const* sql :
       {"ALTER ROLE t2s_reader CONNECTION LIMIT 0", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 't2s_reader'"})
    admin.run(sql);
  std::this_thread::sleep_for(100ms);
  BOOST_TEST((end_without_a_connection(std::move(db)) < 500ms));
  admin.run("ALTER ROLE t2s_reader CONNECTION LIMIT -1");
}

/// The connections break while the pool is destroyed.
BOOST_AUTO_TEST_CASE(the_pool_may_go_while_its_connections_break) {
  administrator const admin(shop_of_superuser());
  for (int round = 0; round < 10; ++round) {
    asio::thread_pool threads(2);
    auto db = std::make_unique<db::postgres>(shop().text(), with(3));
    std::vector<std::future<ending>> all;
    for (int i = 0; i < 3; ++i) all.push_back(asio::co_spawn(threads, end_of(db->execute(endless)), asio::use_future));
    std::this_thread::sleep_for(20ms);
    std::jthread const breaks([&] { admin.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 't2s_reader'"); });
    std::this_thread::sleep_for(std::chrono::microseconds(300 * round));
    db.reset();
    for (auto& one : all) BOOST_TEST((one.get() != ending::answered));
    threads.join();
  }
}

BOOST_AUTO_TEST_CASE(connections_that_were_ended_are_replaced) {
  db::postgres db(shop().text(), with(3));
  BOOST_TEST(executed(db, "SELECT 1", "SELECT 2", "SELECT 3").size() == 3U);
  administrator(shop_of_superuser()).run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 't2s_reader'");
  std::this_thread::sleep_for(100ms);
  for (auto const& e : executed(db, "SELECT 1", "SELECT 2", "SELECT 3")) BOOST_TEST(e.ok());
}

BOOST_AUTO_TEST_CASE(a_server_that_goes_and_comes_back) {
  if (!server().is_private()) return;
  auto o = with(3);
  o.reconnect_time = 300ms;
  db::postgres db(shop().text(), o);
  administrator(server().place()).run("CHECKPOINT");  // limits what it has to read when it restarts
  server().stop(SIGKILL);
  asio::io_context io;
  std::vector<spawned> all(20);
  for (auto& one : all) one.start(io, db, "SELECT 1");
  BOOST_TEST((time_of([&] { io.run(); }) < 10s));
  for (auto const& one : all) BOOST_TEST((one.ended && *one.ended != ending::aborted));  // a process may outlive its server for a moment
  server().start();
  for (auto const& e : executed(db, "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4")) BOOST_TEST(e.ok());
  BOOST_TEST(db.use().busy == 0U);
}

BOOST_AUTO_TEST_CASE(a_server_that_takes_fewer_connections_than_the_pool_has) {
  administrator const admin(server().place());
  admin.run("ALTER ROLE t2s_reader CONNECTION LIMIT 2");
  auto o = with(6);
  o.reconnect_time = 300ms;
  db::postgres db(shop().text(), o);
  asio::io_context io;
  int answered = 0, busy = 0;
  for (int i = 0; i < 40; ++i)
    asio::co_spawn(io, db.execute("SELECT " + std::to_string(i)), [&](std::exception_ptr thrown, db::execution const& e) {
      if (!thrown) return static_cast<void>(answered += e.ok() ? 1 : 0);
      BOOST_TEST((failure_of([&] { std::rethrow_exception(thrown); }).code == errc::database_busy));
      ++busy;
    });
  BOOST_TEST((time_of([&] { io.run(); }) < 5s));
  BOOST_TEST(answered + busy == 40);
  BOOST_TEST(answered >= 30);
  admin.run("ALTER ROLE t2s_reader CONNECTION LIMIT -1");
  for (auto const& e : executed(db, "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", "SELECT 5", "SELECT 6")) BOOST_TEST(e.ok());
  BOOST_TEST(db.use().busy == 0U);
}

BOOST_AUTO_TEST_CASE(a_network_that_falls_silent_stops_no_coroutine) {
  if (!server().is_private()) return;
  tcp_proxy network(server().place().port);
  auto o = with(2, 300ms);
  o.connect_time = 1s;
  o.reconnect_time = 100ms;
  db::postgres db(shop().at("127.0.0.1", network.port()).text(), o);
  BOOST_TEST(executed(db, "SELECT 1", "SELECT 2").size() == 2U);
  network.stall();
  asio::io_context io;
  std::vector<spawned> all(4);
  for (auto& one : all) one.start(io, db, "SELECT 1");
  BOOST_TEST((time_of([&] { io.run(); }) < 10s));
  for (auto const& one : all) BOOST_TEST((one.ended == ending::failed));
  network.stall(false);
  BOOST_TEST(executed(db, "SELECT 1").front().ok());
}

BOOST_AUTO_TEST_SUITE_END()
