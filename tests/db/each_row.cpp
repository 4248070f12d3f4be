// SPDX-License-Identifier: BSL-1.0
#include "db/support.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace t2s;
using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(each_row)

BOOST_AUTO_TEST_CASE(a_second_thread_is_refused_and_the_first_goes_on) {
  folder f;
  db::sqlite_connection database(make_database(f / "w.sqlite", small_world));
  errc refused{};
  std::size_t rows = 0;
  auto const ended = database.each_row("SELECT 1 UNION SELECT 2", [&](std::span<value const>) {
    ++rows;
    BOOST_TEST(database.execute("SELECT 3").ok());  // the same thread may
    std::jthread([&] {
      try {
        (void)database.execute("SELECT 3");
      } catch (error const& e) {
        refused = e.details().code;
      }
    }).join();
  });
  BOOST_TEST(!ended);
  BOOST_TEST(rows == 2U);
  BOOST_TEST((refused == errc::invalid_argument));
  std::jthread([&] { (void)database.execute("SELECT 3"); }).join();  // one after the other is right
}

BOOST_AUTO_TEST_CASE(a_statement_within_another_has_limits_of_its_own) {
  folder f;
  db::sqlite_connection database(make_database(f / "w.sqlite", small_world));
  std::string const numbers = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 1000000) ";
  std::size_t rows = 0;
  auto const another = [&](std::span<value const>) {
    ++rows;
    BOOST_REQUIRE(database.execute("SELECT zeroblob(20000)").ok());  // the connection's limits
    BOOST_REQUIRE((database.each_row("SELECT zeroblob(20)", [](auto) {}, {.value_bytes = 10}).value().code == errc::size_limit));
  };
  auto const slow = database.each_row(numbers + "SELECT n FROM t", another, {.time = std::chrono::milliseconds(50)});
  BOOST_TEST((slow.value().code == errc::time_limit));
  BOOST_TEST(rows < 1000000U);
  rows = 0;
  auto const large = database.each_row(numbers + "SELECT zeroblob(300 * n) FROM t", another, {.value_bytes = 1000});
  BOOST_TEST((large.value().code == errc::size_limit));
  BOOST_TEST(rows == 3U);
  BOOST_TEST(database.execute("SELECT zeroblob(20000)").ok());
}

BOOST_AUTO_TEST_CASE(a_locked_file_is_waited_for_as_long_as_by_any_statement) {
  folder f;
  auto const file = make_database(f / "w.sqlite", small_world);
  db::sqlite_options quick;
  quick.limits.time = std::chrono::milliseconds(50);
  db::sqlite_connection database(file, quick);
  writer const other(file);
  other.run("BEGIN EXCLUSIVE");
  auto const none = [](std::span<value const>) { BOOST_ERROR("there is no row"); };
  auto const begin = std::chrono::steady_clock::now();
  auto const code = thrown_by([&] { (void)database.each_row("SELECT * FROM country", none, {.time = std::chrono::hours(1)}); });
  BOOST_TEST((code == errc::file_unreadable));
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::minutes(1)));
}

BOOST_AUTO_TEST_SUITE_END()
