// SPDX-License-Identifier: BSL-1.0
#include "t2s/db/sqlite/pool.hpp"

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

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

struct small {
  folder where{};
  std::filesystem::path file = make_database(where / "small.db", small_world);
  asio::io_context io{};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite, small)

BOOST_AUTO_TEST_CASE(opening_errors_are_thrown) {
  BOOST_TEST(thrown_by([&] { db::sqlite const db(where / "missing.db"); }) == errc::file_not_found);
}

BOOST_AUTO_TEST_CASE(damage_is_thrown_from_the_await) {
  auto bytes = read_file(make_database(where / "big.db", std::string("PRAGMA page_size = 512;") + small_world));
  bytes.replace(512, std::string::npos, bytes.size() - 512, '\xEE');
  write_file(where / "bad.db", bytes);
  // The damage is reported with its code, whether it is found at opening or later.
  BOOST_TEST(thrown_by([&] {
               db::sqlite db(where / "bad.db");
               auto done = asio::co_spawn(io, db.execute("SELECT * FROM city"), asio::use_future);
               io.run();
               done.get();
             }) == errc::corrupt_database);
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
