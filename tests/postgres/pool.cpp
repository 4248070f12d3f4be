// SPDX-License-Identifier: BSL-1.0
// Connections that coroutines share.
#include "t2s/db/postgres/pool.hpp"

#include "support.hpp"
#include "support/tcp_proxy.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/system/system_error.hpp>

#include <signal.h>

#include <atomic>
#include <optional>
#include <random>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

db::postgres_options with(std::size_t connections, std::chrono::nanoseconds time = 30s) {
  db::postgres_options o;
  o.connections = connections;
  o.limits.time = time;
  return o;
}

enum class ending { answered, aborted, failed };

/// Awaits the statement with all kinds of cancellation enabled, and says how it ended.
awaitable<ending> end_of(awaitable<db::execution> statement) {
  co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
  try {
    auto const e = co_await std::move(statement);
    co_return e.ok() ? ending::answered : ending::failed;
  } catch (boost::system::system_error const& e) {
    co_return e.code() == asio::error::operation_aborted ? ending::aborted : ending::failed;
  } catch (error const&) {
    co_return ending::failed;
  }
}

/// A coroutine that can be cancelled, and what became of it.
struct spawned {
  asio::cancellation_signal signal{};
  std::optional<ending> ended{};

  void start(asio::io_context& io, db::postgres& db, std::string sql) {
    auto token = asio::bind_cancellation_slot(signal.slot(), [this](std::exception_ptr thrown, ending e) {
      if (!thrown) ended = e;
    });
    asio::co_spawn(io, end_of(db.execute(std::move(sql))), std::move(token));
  }
};

/// What is spawned runs to its end.
template <class... Statements>
std::vector<db::execution> executed(db::postgres& db, Statements... statements) {
  asio::io_context io;
  std::vector<std::future<db::execution>> waiting;
  (waiting.push_back(asio::co_spawn(io, db.execute(std::string(statements)), asio::use_future)), ...);
  io.run();
  std::vector<db::execution> all;
  for (auto& one : waiting) all.push_back(one.get());
  return all;
}

/// What the server still does for the role, once it has had the time to notice: a request to cancel that comes before a statement has begun
/// is lost on the server, which then looks every 2 s whether the client is still there.
std::string active_statements() {
  administrator const admin(shop_of_superuser());
  std::string active;
  for (int i = 0; i < 250; ++i, std::this_thread::sleep_for(20ms)) {
    active =
        admin.one("SELECT coalesce(string_agg(query, '; '), '') FROM pg_stat_activity WHERE usename = 't2s_reader' AND state = 'active'");
    if (active.empty()) break;
  }
  return active;
}

}  // namespace

namespace {
std::ostream& boost_test_print_type(std::ostream& out, ending e) { return out << static_cast<int>(e); }
}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_pool)

BOOST_AUTO_TEST_CASE(operations_answer_as_the_connection_does) {
  asio::io_context io;
  db::postgres db(shop().text());
  db::postgres_connection plain(shop().text());
  BOOST_TEST((db.schema() == plain.schema()));
  auto one = asio::co_spawn(io, db.execute("SELECT * FROM customer ORDER BY id"), asio::use_future);
  auto sampled = asio::co_spawn(io, db.sample("customer", 2), asio::use_future);
  auto distinct = asio::co_spawn(io, db.distinct("line", "note", 5), asio::use_future);
  auto wrong = asio::co_spawn(io, db.execute("SELECT mayor FROM customer"), asio::use_future);
  auto denied = asio::co_spawn(io, db.execute("SELECT pg_sleep(1)"), asio::use_future);
  io.run();
  BOOST_TEST((one.get().rows == plain.execute("SELECT * FROM customer ORDER BY id").rows));
  BOOST_TEST((sampled.get().rows == plain.sample("customer", 2).rows));
  BOOST_TEST(distinct.get().rows.values.size() == 1U);
  BOOST_TEST(wrong.get().failure->subject == "mayor");
  BOOST_TEST(denied.get().failure->code == errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(opening_errors_are_thrown) {
  BOOST_TEST(failure_of([] { db::postgres("host=127.0.0.1 port=1"); }).code == errc::database_unreachable);
  BOOST_TEST(failure_of([] { db::postgres(shop().text(), with(0)); }).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_statement_blocks_no_coroutine) {
  asio::io_context io;
  db::postgres db(shop().text(), with(2));
  spawned long_one;
  long_one.start(io, db, endless);
  int ticks = 0;
  asio::co_spawn(
      io,
      [&]() -> awaitable<void> {
        asio::steady_timer timer(io);
        for (; ticks < 20; ++ticks) {
          timer.expires_after(2ms);
          co_await timer.async_wait(asio::use_awaitable);
        }
        long_one.signal.emit(asio::cancellation_type::total);
      },
      asio::detached);
  io.run();
  BOOST_TEST(ticks == 20);
  BOOST_REQUIRE(long_one.ended);
  BOOST_TEST(*long_one.ended == ending::aborted);
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

BOOST_AUTO_TEST_CASE(operations_are_served_in_the_order_of_their_calls) {
  asio::io_context io;
  db::postgres db(shop().text(), with(1));
  std::vector<int> order;
  for (int i = 0; i < 50; ++i)
    asio::co_spawn(
        io,
        [&, i]() -> awaitable<void> {
          auto const e = co_await db.execute("SELECT 1");
          if (e.ok()) order.push_back(i);
        },
        asio::detached);
  io.run();
  BOOST_TEST(order.size() == 50U);
  BOOST_TEST(std::ranges::is_sorted(order));
}

BOOST_AUTO_TEST_CASE(many_threads_share_the_connections) {
  db::postgres db(shop().text(), with(4));
  asio::thread_pool threads(3);
  std::atomic<int> right{0};
  for (int c = 0; c < 40; ++c)
    asio::co_spawn(
        threads,
        [&db, &right, &threads, c]() -> awaitable<void> {
          for (int i = 0; i < 10; ++i) {
            auto const e = co_await db.execute("SELECT " + std::to_string(c * 100 + i));
            bool const is_here = threads.get_executor().running_in_this_thread();
            if (is_here && e.ok() && e.rows.values.at(0).at(0) == value(c * 100 + i)) ++right;
          }
        },
        asio::detached);
  threads.join();
  BOOST_TEST(right == 400);
}

BOOST_AUTO_TEST_CASE(every_kind_of_cancellation_ends_a_statement_at_once) {
  db::postgres db(shop().text(), with(1));
  for (auto const type : {asio::cancellation_type::terminal, asio::cancellation_type::partial, asio::cancellation_type::total}) {
    asio::io_context io;
    spawned one;
    one.start(io, db, endless);
    asio::steady_timer timer(io, 50ms);
    timer.async_wait([&](boost::system::error_code) { one.signal.emit(type); });
    BOOST_TEST((time_of([&] { io.run(); }) < 2s));
    BOOST_REQUIRE(one.ended);
    BOOST_TEST(*one.ended == ending::aborted);
    BOOST_TEST(executed(db, "SELECT 1").front().ok());  // on the same connection, which has come to rest
    BOOST_TEST(active_statements() == "");
  }
}

BOOST_AUTO_TEST_CASE(a_statement_that_waits_is_dropped) {
  asio::io_context io;
  db::postgres db(shop().text(), with(1));
  spawned first, second, third;
  first.start(io, db, endless);
  second.start(io, db, "SELECT 2");
  third.start(io, db, "SELECT 3");
  asio::steady_timer timer(io, 50ms);
  timer.async_wait([&](boost::system::error_code) {
    BOOST_TEST(db.use().waiting == 2U);
    second.signal.emit(asio::cancellation_type::terminal);
  });
  asio::steady_timer later(io, 100ms);
  later.async_wait([&](boost::system::error_code) { first.signal.emit(asio::cancellation_type::terminal); });
  io.run();
  BOOST_TEST((first.ended == ending::aborted));
  BOOST_TEST((second.ended == ending::aborted));
  BOOST_TEST((third.ended == ending::answered));
}

BOOST_AUTO_TEST_CASE(cancelled_at_any_moment_the_pool_stays_whole) {
  db::postgres db(shop().text(), with(3, 5s));
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    asio::io_context io;
    std::vector<spawned> all(8);
    std::vector<std::unique_ptr<asio::steady_timer>> timers;
    for (auto& one : all) {
      one.start(io, db, random() % 2 == 0 ? endless : "SELECT count(*) FROM generate_series(1, 20000)");
      auto& timer = timers.emplace_back(std::make_unique<asio::steady_timer>(io, std::chrono::microseconds(random() % 30'000)));
      timer->async_wait([&one](boost::system::error_code) { one.signal.emit(asio::cancellation_type::terminal); });
    }
    io.run();
    for (auto const& one : all) BOOST_TEST((one.ended && *one.ended != ending::failed));
    auto const e = executed(db, "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4");
    for (int i = 0; i < 4; ++i) BOOST_TEST((first_value(e[static_cast<std::size_t>(i)]) == value(i + 1)));
  }
  BOOST_TEST(db.use().busy == 0U);
}

BOOST_AUTO_TEST_CASE(time_limits) {
  db::postgres db(shop().text(), with(2, 200ms));
  std::vector<db::execution> all;
  BOOST_TEST((time_of([&] { all = executed(db, endless, endless, "SELECT 1"); }) < 3s));
  BOOST_TEST(all[0].failure->code == errc::time_limit);
  BOOST_TEST(all[1].failure->code == errc::time_limit);
  BOOST_TEST(all[2].ok());
}

BOOST_AUTO_TEST_CASE(the_pool_may_go_first) {
  asio::io_context io;
  auto db = std::make_unique<db::postgres>(shop().text(), with(1));
  spawned running, waiting;
  running.start(io, *db, endless);
  waiting.start(io, *db, "SELECT 1");
  auto late = db->execute("SELECT 1");
  asio::steady_timer timer(io, 50ms);
  timer.async_wait([&](boost::system::error_code) { db.reset(); });
  BOOST_TEST((time_of([&] { io.run(); }) < 3s));
  BOOST_TEST((running.ended == ending::aborted));
  BOOST_TEST((waiting.ended == ending::aborted));
  io.restart();
  auto too_late = asio::co_spawn(io, std::move(late), asio::use_future);
  io.run();
  BOOST_CHECK_THROW(too_late.get(), boost::system::system_error);
}

/// How long the operation takes to end once the pool is gone, where it cannot be connected.
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

/// The connections break while the pool goes.
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

BOOST_AUTO_TEST_CASE(the_context_may_go_first) {
  db::postgres db(shop().text(), with(1));
  {
    asio::io_context io;
    spawned running, waiting;
    running.start(io, db, endless);
    waiting.start(io, db, "SELECT 1");
    io.run_for(50ms);
    BOOST_TEST(db.use().waiting == 1U);
  }
  BOOST_TEST(executed(db, "SELECT 1").front().ok());
  BOOST_TEST(active_statements() == "");
}

BOOST_AUTO_TEST_CASE(both_may_go_while_threads_run) {
  for (int round = 0; round < 10; ++round) {
    auto threads = std::make_unique<asio::thread_pool>(2);
    auto db = std::make_unique<db::postgres>(shop().text(), with(2));
    for (int i = 0; i < 6; ++i) asio::co_spawn(*threads, end_of(db->execute(i % 2 == 0 ? endless : "SELECT 1")), asio::detached);
    std::this_thread::sleep_for(std::chrono::milliseconds(5 * round));
    if (round % 2 == 0) {
      db.reset();
      threads->join();
    } else {
      threads->stop();
      threads.reset();
    }
  }
  BOOST_TEST(true);
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
  administrator(server().place()).run("CHECKPOINT");  // what it has to read again when it comes back is little
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
