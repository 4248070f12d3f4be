// SPDX-License-Identifier: BSL-1.0
#include "t2s/db/sqlite.hpp"

#include "support.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/system/system_error.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <random>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

db::sqlite_options with(std::size_t connections, std::chrono::nanoseconds time = 60s) {
  db::sqlite_options o;
  o.connections = connections;
  o.limits.time = time;
  return o;
}

struct small {
  folder where{};
  std::filesystem::path file = make_database(where / "small.db", small_world);
  asio::io_context io{};
};

enum class ending { answered, aborted, failed };

/// Awaits the statement with all kinds of cancellation enabled, and says how it ended.
awaitable<ending> end_of(db::sqlite& db, std::string sql) {
  co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
  try {
    auto const e = co_await db.execute(std::move(sql));
    co_return e.ok() ? ending::answered : ending::failed;
  } catch (boost::system::system_error const& e) {
    co_return e.code() == asio::error::operation_aborted ? ending::aborted : ending::failed;
  }
}

/// A coroutine that can be cancelled, and what became of it.
struct spawned {
  asio::cancellation_signal signal{};
  std::optional<ending> ended{};

  void start(asio::io_context& io, db::sqlite& db, std::string sql) {
    auto token = asio::bind_cancellation_slot(signal.slot(), [this](std::exception_ptr thrown, ending e) {
      if (!thrown) ended = e;
    });
    asio::co_spawn(io, end_of(db, std::move(sql)), std::move(token));
  }
};

}  // namespace

namespace {
std::ostream& boost_test_print_type(std::ostream& out, ending e) { return out << static_cast<int>(e); }
}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite, small)

BOOST_AUTO_TEST_CASE(operations_answer_as_the_connection_does) {
  db::sqlite db(file);
  db::sqlite_connection plain(file);
  BOOST_TEST((db.schema() == plain.schema()));
  auto executed = asio::co_spawn(io, db.execute("SELECT * FROM city"), asio::use_future);
  auto sampled = asio::co_spawn(io, db.sample("country", 2), asio::use_future);
  auto distinct = asio::co_spawn(io, db.distinct("city", "country", 5), asio::use_future);
  auto wrong = asio::co_spawn(io, db.execute("SELECT mayor FROM city"), asio::use_future);
  io.run();
  BOOST_TEST((sampled.get().rows == plain.sample("country", 2).rows));
  BOOST_TEST((distinct.get().rows == plain.distinct("city", "country", 5).rows));
  BOOST_TEST(wrong.get().failure->subject == "mayor");
  BOOST_TEST((executed.get().rows == plain.execute("SELECT * FROM city").rows));
}

BOOST_AUTO_TEST_CASE(opening_errors_are_thrown) {
  BOOST_TEST(thrown_by([&] { db::sqlite const db(where / "missing.db"); }) == errc::file_not_found);
  BOOST_TEST(thrown_by([&] { db::sqlite const db(file, with(0)); }) == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(damage_is_thrown_from_the_await) {
  auto bytes = read_file(make_database(where / "big.db", std::string("PRAGMA page_size = 512;") + small_world));
  bytes.replace(512, std::string::npos, bytes.size() - 512, '\xEE');
  write_file(where / "bad.db", bytes);
  // Whether the damage is met at opening or later, it is met with its code.
  BOOST_TEST(thrown_by([&] {
               db::sqlite db(where / "bad.db");
               auto done = asio::co_spawn(io, db.execute("SELECT * FROM city"), asio::use_future);
               io.run();
               done.get();
             }) == errc::corrupt_database);
}

BOOST_AUTO_TEST_CASE(a_statement_blocks_no_coroutine) {
  db::sqlite db(file);
  spawned long_one;
  long_one.start(io, db, endless);
  int ticks = 0;
  asio::co_spawn(
      io,
      [&]() -> awaitable<void> {
        asio::steady_timer timer(io);
        for (; ticks < 20; ++ticks) {
          timer.expires_after(1ms);
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

BOOST_AUTO_TEST_CASE(coroutines_go_on_on_their_own_executor) {
  db::sqlite db(file, with(2));
  asio::thread_pool threads(2);
  auto strayed = asio::co_spawn(
      threads,
      [&]() -> awaitable<int> {
        int outside = 0;
        for (int i = 0; i < 100; ++i) {
          auto const e = co_await db.execute("SELECT 1");
          if (!e.ok() || !threads.get_executor().running_in_this_thread()) ++outside;
        }
        co_return outside;
      },
      asio::use_future);
  BOOST_TEST(strayed.get() == 0);
  threads.join();
}

BOOST_AUTO_TEST_CASE(many_coroutines_share_the_connections) {
  for (std::size_t const connections : {1U, 4U}) {
    db::sqlite db(file, with(connections));
    asio::thread_pool threads(3);
    std::atomic<int> right{0};
    for (int c = 0; c < 50; ++c)
      asio::co_spawn(
          threads,
          [&db, &right, c]() -> awaitable<void> {
            for (int i = 0; i < 10; ++i) {
              auto const e = co_await db.execute("SELECT " + std::to_string(c * 100 + i));
              if (e.ok() && e.rows.values.at(0).at(0) == value(std::int64_t{c * 100 + i})) ++right;
            }
          },
          asio::detached);
    threads.join();
    BOOST_TEST(right == 500);
  }
}

BOOST_AUTO_TEST_CASE(every_kind_of_cancellation_interrupts_at_once) {
  db::sqlite db(file);
  for (auto const type : {asio::cancellation_type::terminal, asio::cancellation_type::partial, asio::cancellation_type::total}) {
    spawned one;
    one.start(io, db, endless);
    asio::steady_timer timer(io, 20ms);
    timer.async_wait([&](boost::system::error_code) { one.signal.emit(type); });
    auto const begin = std::chrono::steady_clock::now();
    io.run();
    io.restart();
    BOOST_TEST((std::chrono::steady_clock::now() - begin < 5s));
    BOOST_REQUIRE(one.ended);
    BOOST_TEST(*one.ended == ending::aborted);
  }
}

BOOST_AUTO_TEST_CASE(a_waiting_statement_is_dropped_at_once) {
  db::sqlite db(file);
  spawned running, waiting;
  running.start(io, db, endless);
  waiting.start(io, db, "SELECT 1");
  io.run_for(20ms);
  BOOST_TEST(!waiting.ended);
  waiting.signal.emit(asio::cancellation_type::total);
  io.run_for(50ms);
  BOOST_REQUIRE(waiting.ended);
  BOOST_TEST(*waiting.ended == ending::aborted);
  BOOST_TEST(!running.ended);
  running.signal.emit(asio::cancellation_type::total);
  io.run();
  BOOST_TEST((running.ended == ending::aborted));
}

BOOST_AUTO_TEST_CASE(cancellation_at_any_moment_ends_in_one_of_two_ways) {
  db::sqlite db(file, with(2));
  std::minstd_rand random(7);
  std::array<std::string, 3> const statements{
      "SELECT * FROM city", endless, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT sum(i) FROM n"};
  std::array<asio::cancellation_type, 3> const types{asio::cancellation_type::terminal, asio::cancellation_type::partial,
                                                     asio::cancellation_type::total};
  std::array<int, 3> count{};
  for (int i = 0; i < 200; ++i) {
    std::array<spawned, 3> together;
    for (auto& one : together) one.start(io, db, statements[random() % statements.size()]);
    for (auto& one : together) {
      io.run_for(std::chrono::microseconds(random() % 1500));
      one.signal.emit(types[random() % types.size()]);
    }
    io.restart();
    io.run();
    io.restart();
    for (auto const& one : together) {
      BOOST_REQUIRE(one.ended);
      ++count[static_cast<std::size_t>(*one.ended)];
    }
  }
  BOOST_TEST(count[static_cast<std::size_t>(ending::failed)] == 0);
  BOOST_TEST(count[static_cast<std::size_t>(ending::aborted)] > 0);
  BOOST_TEST(count[static_cast<std::size_t>(ending::answered)] > 0);
  auto answer = asio::co_spawn(io, db.execute("SELECT * FROM city"), asio::use_future);
  io.run();
  BOOST_TEST(answer.get().rows.values.size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_operation_can_race_a_timer) {
  using namespace asio::experimental::awaitable_operators;
  db::sqlite db(file);
  auto winner = asio::co_spawn(
      io,
      [&]() -> awaitable<std::size_t> {
        asio::steady_timer timer(io, 20ms);
        auto race = db.execute(endless) || timer.async_wait(asio::use_awaitable);
        auto const first = co_await std::move(race);
        co_return first.index();
      },
      asio::use_future);
  io.run();
  BOOST_TEST(winner.get() == 1u);
}

BOOST_AUTO_TEST_CASE(the_time_limit_counts_from_the_start_of_each_statement) {
  db::sqlite db(file, with(1, 300ms));
  spawned first, second;
  first.start(io, db, endless);
  second.start(io, db, "SELECT 1");
  io.run();
  BOOST_TEST((first.ended == ending::failed));
  BOOST_TEST((second.ended == ending::answered));
}

BOOST_AUTO_TEST_CASE(destruction_cancels_what_is_outstanding) {
  for (std::size_t const connections : {1U, 3U}) {
    auto db = std::make_unique<db::sqlite>(file, with(connections));
    std::array<spawned, 5> all;
    for (auto& one : all) one.start(io, *db, endless);
    io.run_for(20ms);
    db.reset();
    io.restart();
    io.run();
    io.restart();
    for (auto const& one : all) BOOST_TEST((one.ended == ending::aborted));
  }
}

BOOST_AUTO_TEST_CASE(an_awaitable_may_outlive_its_database) {
  auto db = std::make_unique<db::sqlite>(file);
  auto never = db->execute("SELECT 1");
  auto late = db->execute("SELECT 1");
  db.reset();
  auto done = asio::co_spawn(io, std::move(late), asio::use_future);
  io.run();
  BOOST_CHECK_EXCEPTION(done.get(), boost::system::system_error, [](auto const& e) { return e.code() == asio::error::operation_aborted; });
}

BOOST_AUTO_TEST_CASE(the_execution_context_may_go_first) {
  db::sqlite db(file, with(2));
  for (int i = 0; i < 20; ++i) {
    std::array<spawned, 5> all;
    asio::io_context short_lived;
    for (auto& one : all) one.start(short_lived, db, i % 2 == 0 ? endless : "SELECT * FROM city");
    short_lived.run_for(std::chrono::microseconds(i * 100));
  }
  auto done = asio::co_spawn(io, db.execute("SELECT * FROM city"), asio::use_future);
  io.run();
  BOOST_TEST(done.get().rows.values.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_coroutine_may_own_its_database) {
  {
    asio::io_context short_lived;
    asio::co_spawn(
        short_lived,
        [this]() -> awaitable<void> {
          db::sqlite own(file);
          auto const e = co_await own.execute(endless);
          (void)e;
        },
        asio::detached);
    short_lived.run_for(20ms);
  }
  BOOST_TEST(where.bytes().size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
