// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_CONFORMANCE_POOL_HPP
#define T2S_TESTS_DB_CONFORMANCE_POOL_HPP

#include "db/conformance/connection.hpp"
#include "t2s/core/awaitable.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/system/system_error.hpp>

#include <future>
#include <memory>
#include <random>

namespace t2s::test::conformance {

namespace asio = boost::asio;

enum class ending { answered, aborted, failed };

/// Awaits the statement with all kinds of cancellation enabled, and returns how it ended.
inline awaitable<ending> end_of(awaitable<db::execution> statement) {
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

/// A coroutine that can be cancelled, and its result.
struct spawned {
  asio::cancellation_signal signal{};
  std::optional<ending> ended{};

  template <class Pool>
  void start(asio::io_context& io, Pool& db, std::string sql) {
    auto token = asio::bind_cancellation_slot(signal.slot(), [this](std::exception_ptr thrown, ending e) {
      if (!thrown) ended = e;
    });
    asio::co_spawn(io, end_of(db.execute(std::move(sql))), std::move(token));
  }
};

/// Runs the spawned coroutine to its end.
template <class Pool, class... Statements>
std::vector<db::execution> executed(Pool& db, Statements... statements) {
  asio::io_context io;
  std::vector<std::future<db::execution>> waiting;
  (waiting.push_back(asio::co_spawn(io, db.execute(std::string(statements)), asio::use_future)), ...);
  io.run();
  std::vector<db::execution> all;
  for (auto& one : waiting) all.push_back(one.get());
  return all;
}

/// The table's rows about pools, for an engine without.
inline std::vector<demand> no_pool() {
  return {
      {"a_pool_answers_as_a_connection", "a pool answers as a connection", nullptr},
      {"a_statement_blocks_no_coroutine", "a statement blocks no coroutine", nullptr},
      {"a_thousand_questions_on_one_thread", "a pool answers a thousand questions on one thread", nullptr},
      {"statements_start_in_the_order_of_their_calls", "statements of a pool start in the order of their calls", nullptr},
      {"many_threads_share_a_pool", "many threads share a pool, each coroutine stays on its executor", nullptr},
      {"every_kind_of_cancellation_ends_a_statement_at_once", "every kind of cancellation ends a statement at once", nullptr},
      {"a_statement_that_waits_is_dropped", "a cancelled statement that waits is dropped", nullptr},
      {"cancelled_at_any_moment_a_pool_stays_whole", "cancelled at any moment, a pool stays whole", nullptr},
      {"time_limits_count_from_the_start_of_each_statement", "time limits count from the start of each statement", nullptr},
      {"the_pool_may_go_first", "a pool may go before what waits for it", nullptr},
      {"the_context_may_go_first", "an execution context may go before its pool", nullptr},
      {"both_may_go_while_threads_run", "both may go while threads run", nullptr},
  };
}

/// For a fixture that also has `pool` and `open(options)`.
template <class Engine>
struct pool_demands {
  using pool = typename Engine::pool;

  static auto with(std::size_t connections, std::chrono::nanoseconds time = 30s) {
    typename Engine::options o;
    o.connections = connections;
    o.limits.time = time;
    return o;
  }
  static auto open(std::size_t connections, std::chrono::nanoseconds time = 30s) { return Engine::open(with(connections, time)); }

  static void a_pool_answers_as_a_connection() {
    asio::io_context io;
    auto const db = open(1);
    auto plain = Engine::connect({});
    BOOST_TEST((db->schema() == plain.schema()));
    auto one = asio::co_spawn(io, db->execute("SELECT * FROM customer ORDER BY id"), asio::use_future);
    auto sampled = asio::co_spawn(io, db->sample("customer", 2), asio::use_future);
    auto distinct = asio::co_spawn(io, db->distinct("line", "note", 5), asio::use_future);
    auto wrong = asio::co_spawn(io, db->execute("SELECT mayor FROM customer"), asio::use_future);
    auto denied = asio::co_spawn(io, db->execute("DROP TABLE customer"), asio::use_future);
    auto denied_too = asio::co_spawn(io, db->execute(Engine::denied().front()), asio::use_future);
    io.run();
    BOOST_TEST((one.get().rows == plain.execute("SELECT * FROM customer ORDER BY id").rows));
    BOOST_TEST((sampled.get().rows == plain.sample("customer", 2).rows));
    BOOST_TEST((distinct.get().rows == plain.distinct("line", "note", 5).rows));
    BOOST_TEST((wrong.get().failure == plain.execute("SELECT mayor FROM customer").failure));
    BOOST_TEST(code_of(denied.get().failure) == "statement_denied");
    BOOST_TEST(code_of(denied_too.get().failure) == "statement_denied");
    BOOST_TEST(code_thrown_by([] { open(0); }) == "invalid_argument");
  }

  static void a_statement_blocks_no_coroutine() {
    asio::io_context io;
    auto const db = open(2);
    spawned long_one;
    long_one.start(io, *db, Engine::endless());
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
    BOOST_TEST((long_one.ended == ending::aborted));
  }

  static void a_thousand_questions_on_one_thread() {
    asio::io_context io;
    auto const db = open(20);
    std::size_t right = 0, most = 0;
    for (int i = 0; i < 1000; ++i)
      asio::co_spawn(
          io,
          [&, i]() -> awaitable<void> {
            auto const e = co_await db->execute("SELECT " + std::to_string(i) + " + count(*) FROM customer");
            if constexpr (requires { db->use(); }) most = std::max(most, db->use().open);
            if (e.ok() && e.rows.values.at(0).at(0) == value(i + 3)) ++right;
          },
          asio::detached);
    io.run();
    BOOST_TEST(right == 1000U);
    if constexpr (requires { db->use(); }) {
      BOOST_TEST(most == 20U);
      BOOST_TEST(db->use().busy == 0U);
      BOOST_TEST(db->use().waiting == 0U);
    }
  }

  static void statements_start_in_the_order_of_their_calls() {
    asio::io_context io;
    auto const db = open(1);
    std::vector<int> order;
    for (int i = 0; i < 50; ++i)
      asio::co_spawn(
          io,
          [&, i]() -> awaitable<void> {
            auto const e = co_await db->execute("SELECT 1");
            if (e.ok()) order.push_back(i);
          },
          asio::detached);
    io.run();
    BOOST_TEST(order.size() == 50U);
    BOOST_TEST(std::ranges::is_sorted(order));
  }

  static void many_threads_share_a_pool() {
    for (std::size_t const connections : {1U, 4U}) {
      auto const db = open(connections);
      asio::thread_pool threads(3);
      std::atomic<int> right{0};
      for (int c = 0; c < 40; ++c)
        asio::co_spawn(
            threads,
            [&db, &right, &threads, c]() -> awaitable<void> {
              for (int i = 0; i < 10; ++i) {
                auto const e = co_await db->execute("SELECT " + std::to_string(c * 100 + i));
                bool const is_here = threads.get_executor().running_in_this_thread();
                if (is_here && e.ok() && e.rows.values.at(0).at(0) == value(c * 100 + i)) ++right;
              }
            },
            asio::detached);
      threads.join();
      BOOST_TEST(right == 400);
    }
  }

  static void every_kind_of_cancellation_ends_a_statement_at_once() {
    auto const db = open(1);
    for (auto const type : {asio::cancellation_type::terminal, asio::cancellation_type::partial, asio::cancellation_type::total}) {
      asio::io_context io;
      spawned one;
      one.start(io, *db, Engine::endless());
      asio::steady_timer timer(io, 50ms);
      timer.async_wait([&](boost::system::error_code) { one.signal.emit(type); });
      BOOST_TEST((time_of([&] { io.run(); }) < 2s));
      BOOST_TEST((one.ended == ending::aborted));
      BOOST_TEST(executed(*db, "SELECT 1").front().ok());
      BOOST_TEST(Engine::active_statements() == "");
    }
  }

  static void a_statement_that_waits_is_dropped() {
    asio::io_context io;
    auto const db = open(1);
    spawned first, second, third;
    first.start(io, *db, Engine::endless());
    second.start(io, *db, "SELECT 2");
    third.start(io, *db, "SELECT 3");
    io.run_for(50ms);
    if constexpr (requires { db->use(); }) BOOST_TEST(db->use().waiting == 2U);
    second.signal.emit(asio::cancellation_type::terminal);
    io.run_for(50ms);
    BOOST_TEST((second.ended == ending::aborted));
    BOOST_TEST(!first.ended);
    first.signal.emit(asio::cancellation_type::terminal);
    io.run();
    BOOST_TEST((first.ended == ending::aborted));
    BOOST_TEST((third.ended == ending::answered));
    if constexpr (requires { db->use(); }) BOOST_TEST(db->use().busy == 0U);
  }

  static void cancelled_at_any_moment_a_pool_stays_whole() {
    auto const db = open(3, 5s);
    std::mt19937 random(7);
    for (int round = 0; round < 40; ++round) {
      asio::io_context io;
      std::vector<spawned> all(8);
      std::vector<std::unique_ptr<asio::steady_timer>> timers;
      for (auto& one : all) {
        one.start(io, *db, random() % 2 == 0 ? Engine::endless() : Engine::rows(5000));
        auto& timer = timers.emplace_back(std::make_unique<asio::steady_timer>(io, std::chrono::microseconds(random() % 30'000)));
        timer->async_wait([&one](boost::system::error_code) { one.signal.emit(asio::cancellation_type::terminal); });
      }
      io.run();
      for (auto const& one : all) BOOST_TEST((one.ended && *one.ended != ending::failed));
      auto const e = executed(*db, "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4");
      for (int i = 0; i < 4; ++i) BOOST_TEST((first_value(e[static_cast<std::size_t>(i)]) == value(i + 1)));
    }
  }

  static void time_limits_count_from_the_start_of_each_statement() {
    auto const db = open(1, 200ms);
    std::vector<db::execution> all;
    BOOST_TEST((time_of([&] { all = executed(*db, Engine::endless(), Engine::endless(), "SELECT 1"); }) < 4s));
    BOOST_TEST(code_of(all[0].failure) == "time_limit");
    BOOST_TEST(code_of(all[1].failure) == "time_limit");
    BOOST_TEST(all[2].ok());
  }

  static void the_pool_may_go_first() {
    for (std::size_t const connections : {1U, 3U}) {
      asio::io_context io;
      auto db = open(connections);
      std::vector<spawned> all(5);
      for (auto& one : all) one.start(io, *db, Engine::endless());
      auto never = db->execute("SELECT 1");
      auto late = db->execute("SELECT 1");
      asio::steady_timer timer(io, 50ms);
      timer.async_wait([&](boost::system::error_code) { db.reset(); });
      BOOST_TEST((time_of([&] { io.run(); }) < 3s));
      for (auto const& one : all) BOOST_TEST((one.ended == ending::aborted));
      io.restart();
      auto too_late = asio::co_spawn(io, end_of(std::move(late)), asio::use_future);
      io.run();
      BOOST_TEST((too_late.get() == ending::aborted));
    }
  }

  static void the_context_may_go_first() {
    auto const db = open(2);
    for (int i = 0; i < 20; ++i) {
      asio::io_context io;
      std::vector<spawned> all(5);
      for (auto& one : all) one.start(io, *db, i % 2 == 0 ? Engine::endless() : "SELECT * FROM customer");
      io.run_for(std::chrono::milliseconds(3 * i));
    }
    BOOST_TEST(executed(*db, "SELECT 1").front().ok());
    BOOST_TEST(Engine::active_statements() == "");
  }

  static void both_may_go_while_threads_run() {
    for (int round = 0; round < 10; ++round) {
      auto threads = std::make_unique<asio::thread_pool>(2);
      auto db = open(2);
      std::vector<std::future<ending>> all;
      for (int i = 0; i < 6; ++i)
        all.push_back(asio::co_spawn(*threads, end_of(db->execute(i % 2 == 0 ? Engine::endless() : "SELECT 1")), asio::use_future));
      std::this_thread::sleep_for(std::chrono::milliseconds(5 * round));
      if (round % 2 == 0) {
        db.reset();
        for (auto& one : all) BOOST_TEST((one.get() != ending::failed));
        threads->join();
      } else {
        threads->stop();
        threads.reset();
      }
    }
  }

  static std::vector<demand> all() {
    using d = pool_demands;
    void (*const tests[])() = {d::a_pool_answers_as_a_connection,
                               d::a_statement_blocks_no_coroutine,
                               d::a_thousand_questions_on_one_thread,
                               d::statements_start_in_the_order_of_their_calls,
                               d::many_threads_share_a_pool,
                               d::every_kind_of_cancellation_ends_a_statement_at_once,
                               d::a_statement_that_waits_is_dropped,
                               d::cancelled_at_any_moment_a_pool_stays_whole,
                               d::time_limits_count_from_the_start_of_each_statement,
                               d::the_pool_may_go_first,
                               d::the_context_may_go_first,
                               d::both_may_go_while_threads_run};
    auto demands = no_pool();
    for (std::size_t i = 0; i < demands.size(); ++i) demands[i].test = tests[i];
    return demands;
  }
};

/// All requirements for an engine.
template <class Engine>
std::vector<demand> demands_on() {
  auto all = connection_demands<Engine>::all();
  auto const pools = pool_demands<Engine>::all();
  all.insert(all.end(), pools.begin(), pools.end());
  return all;
}

/// The same for an engine without a pool.
template <class Engine>
std::vector<demand> demands_without_pool() {
  auto all = connection_demands<Engine>::all();
  auto const pools = no_pool();
  all.insert(all.end(), pools.begin(), pools.end());
  return all;
}

}  // namespace t2s::test::conformance

#endif
