// SPDX-License-Identifier: BSL-1.0
// Connections that coroutines share.
#include "t2s/db/mysql/pool.hpp"

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

db::mysql_options with(std::size_t connections, std::chrono::nanoseconds time = 30s) {
  db::mysql_options o;
  o.connections = connections;
  o.limits.time = time;
  return o;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_pool)

BOOST_AUTO_TEST_CASE(opening_errors_are_thrown) {
  BOOST_TEST(failure_of([] { db::mysql("mysql://a@127.0.0.1:1/d"); }).code == errc::database_unreachable);
  BOOST_TEST(failure_of([] { db::mysql(shop().url(), with(0)); }).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_thousand_questions_over_twenty_connections_on_one_thread) {
  asio::io_context io;
  db::mysql db(shop().url(), with(20));
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

BOOST_AUTO_TEST_CASE(connections_that_were_ended_are_replaced) {
  db::mysql db(shop().url(), with(3));
  BOOST_TEST(executed(db, "SELECT 1", "SELECT 2", "SELECT 3").size() == 3U);
  mysql_administrator const admin(shop_of_root());
  for (auto const& row : admin.rows("SELECT id FROM information_schema.processlist WHERE user = 't2s_reader'")) admin.run("KILL " + row[0]);
  std::this_thread::sleep_for(100ms);
  for (auto const& e : executed(db, "SELECT 1", "SELECT 2", "SELECT 3")) BOOST_TEST(e.ok());
}

BOOST_AUTO_TEST_CASE(a_server_that_goes_and_comes_back) {
  if (!server().is_private()) return;
  auto o = with(3);
  o.reconnect_time = 300ms;
  db::mysql db(shop().url(), o);
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
  mysql_administrator const admin(shop_of_root());
  admin.run("ALTER USER t2s_reader@'%' WITH MAX_USER_CONNECTIONS 2");
  auto o = with(6);
  o.reconnect_time = 300ms;
  db::mysql db(shop().url(), o);
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
  admin.run("ALTER USER t2s_reader@'%' WITH MAX_USER_CONNECTIONS 0");
  for (auto const& e : executed(db, "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", "SELECT 5", "SELECT 6")) BOOST_TEST(e.ok());
  BOOST_TEST(db.use().busy == 0U);
}

BOOST_AUTO_TEST_CASE(a_network_that_falls_silent_stops_no_coroutine) {
  if (!server().is_private()) return;
  tcp_proxy network(server().place().port);
  auto o = with(2, 300ms);
  o.connect_time = 1s;
  o.reconnect_time = 100ms;
  db::mysql db(shop().at("127.0.0.1", network.port()).url(), o);
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
