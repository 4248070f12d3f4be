// SPDX-License-Identifier: BSL-1.0
// Statements that coroutines wait for.
#include "t2s/db/duckdb/pool.hpp"

#include "support.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_future.hpp>

#include <memory>
#include <optional>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

std::string const endless = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = 1";

template <class T>
T wait_for(awaitable<T> what) {
  asio::io_context io;
  auto future = asio::co_spawn(io, std::move(what), asio::use_future);
  io.run();
  return future.get();
}

db::duckdb_options of_connections(std::size_t n) {
  db::duckdb_options o;
  o.connections = n;
  o.limits.time = 20s;
  return o;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_pool, shop_file)

BOOST_AUTO_TEST_CASE(answers_are_those_of_a_connection) {
  db::duckdb db(file);
  db::duckdb_connection one(file);
  BOOST_TEST((db.schema() == one.schema()));
  for (std::string const sql : {"SELECT * FROM purchase ORDER BY id", "SELECT nothing FROM customer", "DROP TABLE customer"}) {
    auto const here = one.execute(sql);
    auto const there = wait_for(db.execute(sql));
    BOOST_TEST((here.rows == there.rows));
    BOOST_TEST((here.failure == there.failure));
  }
  BOOST_TEST(wait_for(db.sample("customer", 2)).rows.values.size() == 2U);
  BOOST_TEST(wait_for(db.distinct("customer", "name", 9)).rows.values.size() == 3U);
  BOOST_TEST(failure_of([&] { db::duckdb(file, of_connections(0)); }).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(many_statements_at_once) {
  db::duckdb db(file, of_connections(3));
  asio::io_context io;
  int right = 0;
  for (int i = 0; i < 200; ++i)
    asio::co_spawn(
        io,
        [](db::duckdb& d, int n, int& count) -> awaitable<void> {
          auto asking = d.execute("SELECT " + std::to_string(n) + " + count(*) FROM customer");
          auto const e = co_await std::move(asking);
          if (e.ok() && e.rows.values.at(0).at(0) == value(n + 3)) ++count;
        }(db, i, right),
        asio::detached);
  io.run();
  BOOST_TEST(right == 200);
}

BOOST_AUTO_TEST_CASE(a_cancelled_statement_ends_at_once_and_its_connection_is_fine) {
  db::duckdb db(file, of_connections(1));
  asio::io_context io;
  asio::cancellation_signal signal;
  std::exception_ptr thrown;
  asio::co_spawn(io, db.execute(endless),
                 asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e, db::execution) { thrown = e; }));
  asio::steady_timer timer(io, 200ms);
  timer.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
  auto const took = time_of([&] { io.run(); });
  BOOST_TEST((took < 2s));
  BOOST_REQUIRE(thrown);
  BOOST_CHECK_THROW(std::rethrow_exception(thrown), boost::system::system_error);
  BOOST_TEST(first_value(wait_for(db.execute("SELECT 1"))) == value(1));
}

BOOST_AUTO_TEST_CASE(an_object_that_goes_ends_what_waits_for_it) {
  auto db = std::make_unique<db::duckdb>(file, of_connections(1));
  asio::io_context io;
  int cancelled = 0;
  for (int i = 0; i < 3; ++i)
    asio::co_spawn(io, db->execute(endless), [&](std::exception_ptr e, db::execution) { cancelled += e ? 1 : 0; });
  asio::steady_timer timer(io, 200ms);
  timer.async_wait([&](auto) { db.reset(); });
  auto const took = time_of([&] { io.run(); });
  BOOST_TEST((took < 3s));
  BOOST_TEST(cancelled == 3);
}

BOOST_AUTO_TEST_CASE(a_context_that_goes_first) {
  db::duckdb db(file, of_connections(1));
  {
    asio::io_context io;
    asio::co_spawn(io, db.execute(endless), asio::detached);
    io.run_for(100ms);
  }
  auto asking = db.execute("SELECT 2");
  BOOST_TEST(first_value(wait_for(std::move(asking))) == value(2));
}

BOOST_AUTO_TEST_SUITE_END()
