// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/detail/budget.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <thread>

using namespace t2s;

namespace {

auto has(errc code) {
  return [code](error const& e) { return e.code() == code && budget::is_spent(e.code()); };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(budgets)

BOOST_AUTO_TEST_CASE(calls_are_refused_before_they_are_made) {
  budget b({.calls = 2});
  b.open_call();
  b.open_call();
  BOOST_CHECK_EXCEPTION(b.open_call(), error, has(errc::budget_calls));
  BOOST_TEST(b.spent().calls == 2u);  // the rejected one is not counted
  BOOST_CHECK_EXCEPTION(budget({.calls = 0}).open_call(), error, has(errc::budget_calls));
}

BOOST_AUTO_TEST_CASE(a_model_that_counts_too_much_spends_its_limit) {
  budget b({.prompt_tokens = 1'000, .completion_tokens = 1'000});
  for (int i = 0; i < 2; ++i) b.close_call(unlimited, unlimited - 7);
  BOOST_CHECK_EXCEPTION(b.open_call(), error, has(errc::budget_prompt_tokens));
  BOOST_TEST(b.completion_tokens_left() == 0u);
  spending twice = b.spent();
  twice += b.spent();
  BOOST_TEST(twice.prompt_tokens == unlimited - 1);
  BOOST_TEST(twice.completion_tokens == unlimited - 1);
  budget free{};  // without limits nothing is spent
  for (int i = 0; i < 3; ++i) free.close_call(unlimited, unlimited);
  free.open_call();
}

BOOST_AUTO_TEST_CASE(tokens_are_charged_as_the_model_counts_them) {
  budget b({.prompt_tokens = 100, .completion_tokens = 10});
  b.open_call();
  b.close_call(99, 4);
  BOOST_TEST(b.completion_tokens_left() == 6u);
  b.open_call();
  b.close_call(50, 0);
  BOOST_CHECK_EXCEPTION(b.open_call(), error, has(errc::budget_prompt_tokens));
  BOOST_TEST(b.spent().prompt_tokens == 149u);

  budget free{};
  free.open_call();
  free.close_call(50, 7);
  BOOST_TEST(free.completion_tokens_left() == unlimited);

  budget c({.completion_tokens = 10});
  c.open_call();
  c.close_call(1, 12);
  BOOST_TEST(c.completion_tokens_left() == 0u);
  BOOST_CHECK_EXCEPTION(c.open_call(), error, has(errc::budget_completion_tokens));
}

BOOST_AUTO_TEST_CASE(rows_and_time_are_limited) {
  budget b({.rows = 5});
  b.open_statement();
  b.close_statement(5);
  BOOST_CHECK_EXCEPTION(b.open_statement(), error, has(errc::budget_rows));
  BOOST_TEST(b.spent().statements == 1u);

  budget t({.time = std::chrono::milliseconds(1)});
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  BOOST_CHECK_EXCEPTION(t.open_call(), error, has(errc::budget_time));
  BOOST_CHECK_EXCEPTION(t.open_statement(), error, has(errc::budget_time));
}

BOOST_AUTO_TEST_CASE(cached_tokens_are_counted_and_limit_nothing) {
  budget b({.prompt_tokens = 100});
  b.close_call(50, 1, 40);
  b.close_call(30, 1, 30);
  b.close_call(10, 1);
  BOOST_TEST(b.spent().prompt_tokens == 90u);
  BOOST_TEST(b.spent().cached_tokens == 70u);
  b.open_call();
  auto twice = b.spent();
  twice += b.spent();
  BOOST_TEST(twice.cached_tokens == 140u);
  BOOST_TEST((twice - b.spent()).cached_tokens == 70u);
}

BOOST_AUTO_TEST_CASE(readings_subtract) {
  spending const earlier{1, 10, 2, 3, 7, std::chrono::seconds(1)}, later{4, 25, 2, 5, 8, std::chrono::seconds(3)};
  BOOST_TEST((later - earlier == spending{3, 15, 0, 2, 1, std::chrono::seconds(2)}));
  auto sum = earlier;
  sum += later - earlier;
  BOOST_TEST((sum == later));
}

BOOST_AUTO_TEST_SUITE_END()
