// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/terminate/repeated.hpp"

#include "support/scripted_database.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>

using namespace t2s;

namespace {

using table = std::vector<std::vector<value>>;

db::execution rows(table values, std::vector<std::string> columns = {"c"}) {
  return db::execution({std::move(columns), std::move(values)});
}
db::execution wrong() { return tests::fails(errc::sql_failed, "wrong"); }

bool same(db::execution const& a, db::execution const& b) { return terminate::same_result().same(a, b); }
bool same_bag(db::execution const& a, db::execution const& b) { return terminate::same_result{.in_any_order = true}.same(a, b); }

}  // namespace

BOOST_AUTO_TEST_SUITE(same_result)

BOOST_AUTO_TEST_CASE(rows_decide) {
  BOOST_TEST(same(rows({{1, "a"}, {2, null_t()}}, {"x", "y"}), rows({{1, "a"}, {2, null_t()}}, {"u", "v"})));
  BOOST_TEST(!same(rows({{1}}), rows({{2}})));
  BOOST_TEST(!same(rows({{1}}), rows({{1}, {1}})));
  BOOST_TEST(!same(rows({{1}}), rows({{1, 1}}, {"a", "b"})));
  BOOST_TEST(!same(rows({{"1"}}), rows({{1}})));
  BOOST_TEST(!same(rows({{null_t()}}), rows({{0}})));
  BOOST_TEST(same(rows({{blob{{std::byte{1}}}}}), rows({{blob{{std::byte{1}}}}})));
}

BOOST_AUTO_TEST_CASE(numbers_compare_by_what_they_are) {
  BOOST_TEST(same(rows({{1}}), rows({{1.0}})));
  BOOST_TEST(!same(rows({{1}}), rows({{1.5}})));
  BOOST_TEST(!same(rows({{-1}}), rows({{-1.5}})));
  BOOST_TEST(!same(rows({{9007199254740993}}), rows({{9007199254740992.0}})));
  BOOST_TEST(!same(rows({{std::numeric_limits<std::int64_t>::max()}}), rows({{9223372036854775808.0}})));
  BOOST_TEST(same(rows({{std::numeric_limits<std::int64_t>::min()}}), rows({{-9223372036854775808.0}})));
  BOOST_TEST(!same(rows({{1}}), rows({{std::numeric_limits<double>::infinity()}})));
  BOOST_TEST(same(rows({{0.0}}), rows({{-0.0}})));
}

BOOST_AUTO_TEST_CASE(empty_results_are_equal_and_errors_never) {
  BOOST_TEST(same(rows({}), rows({}, {"a", "b"})));
  BOOST_TEST(!same(rows({}), wrong()));
  BOOST_TEST(!same(wrong(), wrong()));
  BOOST_TEST(!same_bag(wrong(), wrong()));
  auto cut = rows({{1}});
  cut.failure = wrong().failure;  // rows up to a limit
  BOOST_TEST(!same(cut, cut));
}

BOOST_AUTO_TEST_CASE(order_counts_unless_told) {
  auto const a = rows({{1, "x"}, {2, "y"}, {2, "y"}}), b = rows({{2, "y"}, {1.0, "x"}, {2, "y"}}), c = rows({{2, "y"}, {1, "x"}, {1, "x"}});
  BOOST_TEST(!same(a, b));
  BOOST_TEST(same_bag(a, b));
  BOOST_TEST(!same_bag(a, c));
}

BOOST_AUTO_TEST_CASE(it_stops_when_two_attempts_in_a_row_agree) {
  history<facts<db::execution>> past;
  terminate::same_result const rule;
  past.open(candidate("SELECT 1"));
  BOOST_TEST(!rule.done(past));
  past.note(rows({{1}}));
  BOOST_TEST(!rule.done(past));
  past.open(candidate("SELECT 2"));
  BOOST_TEST(!rule.done(past));  // not executed yet
  past.note(rows({{2}}));
  BOOST_TEST(!rule.done(past));
  past.open(candidate("SELECT 1 + 1"));
  past.note(rows({{2}}));
  BOOST_REQUIRE(rule.done(past));
  BOOST_TEST(rule.done(past)->why == "same result as before");
}

BOOST_AUTO_TEST_SUITE_END()
