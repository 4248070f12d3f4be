// SPDX-License-Identifier: BSL-1.0
// The watch that ends statements, with an engine that ends them slowly.
#include <boost/test/unit_test.hpp>

#include "t2s/db/detail/watched_statement.hpp"

#include <atomic>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;
using t2s::db::detail::statement_watch;

namespace {

/// An engine that ends a statement only when the test says so.
struct slow_engine {
  std::atomic<int> begun{0}, returned{0};
  std::atomic<bool> closes_stream{false};

  void end() {
    ++begun;
    while (!closes_stream) std::this_thread::sleep_for(1ms);
    ++returned;
  }
  void wait_until_begun() const {
    while (begun == 0) std::this_thread::sleep_for(1ms);
  }
};

template <class F>
std::chrono::nanoseconds time_of(F const& f) {
  auto const begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::steady_clock::now() - begin;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(statement_watches)

BOOST_AUTO_TEST_CASE(a_slow_end_holds_up_no_one_who_stops_or_asks) {
  slow_engine engine;
  statement_watch watch([&engine] { engine.end(); });
  watch.begin(statement_watch::after(0ms));
  engine.wait_until_begun();
  std::jthread const later([&engine] {  // longer than a test may wait for a lock that is held meanwhile
    std::this_thread::sleep_for(1s);
    engine.closes_stream = true;
  });
  BOOST_TEST((time_of([&] {
                BOOST_TEST((watch.ended_for() == statement_watch::reason::late));
                watch.stop();
                BOOST_TEST((watch.ended_for() == statement_watch::reason::stopped));
              }) < 500ms));
  watch.finish();
}

BOOST_AUTO_TEST_CASE(finish_waits_for_an_end_that_is_under_way_and_none_comes_after_it) {
  slow_engine engine;
  statement_watch watch([&engine] { engine.end(); });
  watch.begin(statement_watch::after(0ms));
  engine.wait_until_begun();
  std::jthread const later([&engine] {
    std::this_thread::sleep_for(50ms);
    engine.closes_stream = true;
  });
  watch.finish();
  int const then = engine.begun;
  BOOST_TEST(engine.returned == then);
  std::this_thread::sleep_for(30ms);
  BOOST_TEST(engine.begun == then);
}

BOOST_AUTO_TEST_CASE(an_engine_that_forgets_is_told_again) {
  std::atomic<int> told{0};
  statement_watch watch([&told] { ++told; });
  watch.begin(statement_watch::after(1h));
  watch.stop();
  for (int i = 0; i < 1000 && told < 3; ++i) std::this_thread::sleep_for(1ms);
  watch.finish();
  BOOST_TEST(told >= 3);
  watch.begin(statement_watch::after(1h));  // and the next statement is not ended because of the last one
  int const then = told;
  std::this_thread::sleep_for(20ms);
  BOOST_TEST(told == then);
  watch.finish();
}

BOOST_AUTO_TEST_CASE(a_watch_may_go_while_it_ends) {
  slow_engine engine;
  std::jthread later;
  {
    statement_watch watch([&engine] { engine.end(); });
    watch.begin(statement_watch::after(0ms));
    engine.wait_until_begun();
    later = std::jthread([&engine] {
      std::this_thread::sleep_for(20ms);
      engine.closes_stream = true;
    });
  }
  BOOST_TEST(engine.returned == engine.begun);
}

BOOST_AUTO_TEST_SUITE_END()
