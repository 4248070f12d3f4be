// SPDX-License-Identifier: BSL-1.0
// A store of results: what it keeps, and what threads see.
#include "t2s/lab/evaluation/detail/result_store.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

using namespace t2s;
using evaluation::result_store;

namespace {

/// The result of one text, and the number of requests for it.
struct source {
  std::size_t size = 10;
  std::atomic<int> runs = 0;

  db::execution operator()() {
    ++runs;
    return db::execution(db::rows{{"a"}, {{value(std::string(size, 'x'))}}});
  }
};

auto running(source& s) {
  return [&s] { return s(); };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(result_stores)

BOOST_AUTO_TEST_CASE(a_statement_runs_once) {
  std::atomic<std::size_t> budget(100'000);
  result_store store(budget);
  source s;
  auto const first = store.execute("SELECT 1", running(s));
  BOOST_TEST(store.execute("SELECT 1", running(s)) == first);
  BOOST_TEST(s.runs == 1);
  (void)store.execute("SELECT 2", running(s));
  BOOST_TEST(s.runs == 2);
}

BOOST_AUTO_TEST_CASE(what_exceeds_the_budget_runs_again) {
  std::atomic<std::size_t> budget(100'000);
  result_store store(budget);
  source large{200'000}, small{10};
  BOOST_TEST(store.execute("SELECT large", running(large))->rows.values.size() == 1u);
  (void)store.execute("SELECT large", running(large));
  BOOST_TEST(large.runs == 2);
  (void)store.execute("SELECT small", running(small));
  (void)store.execute("SELECT small", running(small));
  BOOST_TEST(small.runs == 1);
}

BOOST_AUTO_TEST_CASE(texts_of_statements_and_failures_count_too) {
  std::atomic<std::size_t> budget(10'000);
  result_store store(budget);
  source s{1};
  std::string const longish = "SELECT 1" + std::string(20'000, ' ');
  for (int i = 0; i < 2; ++i) (void)store.execute(longish, running(s));
  BOOST_TEST(s.runs == 2);
  int failures = 0;
  auto const fail = [&failures] {
    ++failures;
    return db::execution(failure{errc::sql_failed, std::string(20'000, 'x'), {}, {}, {}});
  };
  for (int i = 0; i < 2; ++i) (void)store.execute("SELECT fail", fail);
  BOOST_TEST(failures == 2);
}

BOOST_AUTO_TEST_CASE(stores_share_a_budget) {
  std::atomic<std::size_t> budget(15'000);
  result_store first(budget), second(budget);
  source s{10'000};
  (void)first.execute("SELECT 1", running(s));
  for (int i = 0; i < 2; ++i) (void)second.execute("SELECT 1", running(s));
  BOOST_TEST(s.runs == 3);
}

BOOST_AUTO_TEST_CASE(rows_before_a_failure_are_dropped) {
  std::atomic<std::size_t> budget(100'000);
  result_store store(budget);
  auto const found = store.execute("SELECT 1", [] {
    auto e = db::execution(db::rows{{"a"}, {{value(std::string("x"))}}});
    e.failure = failure{errc::row_limit, "there are more rows", {}, {}, {}};
    return e;
  });
  BOOST_TEST(found->rows.values.empty());
  BOOST_TEST((found->failure.value().code == errc::row_limit));
}

BOOST_AUTO_TEST_CASE(threads_wait_for_one_execution) {
  std::atomic<std::size_t> budget(100'000);
  result_store store(budget);
  source s;
  std::vector<std::shared_ptr<db::execution const>> found(8);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : found)
      threads.emplace_back([&store, &s, &mine] {
        mine = store.execute("SELECT 1", [&s] {
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
          return s();
        });
      });
  }
  BOOST_TEST(s.runs == 1);
  for (auto const& mine : found) BOOST_TEST(mine == found.front());
}

BOOST_AUTO_TEST_CASE(what_throws_leaves_it_usable) {
  std::atomic<std::size_t> budget(100'000);
  result_store store(budget);
  source s;
  auto const broken = []() -> db::execution { throw error(errc::corrupt_database, "the file is broken"); };
  BOOST_CHECK_THROW((void)store.execute("SELECT 1", broken), error);
  BOOST_TEST(store.execute("SELECT 1", running(s))->ok());
  BOOST_TEST(s.runs == 1);
}

BOOST_AUTO_TEST_SUITE_END()
