// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/result_difference.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;

namespace {

using row_list = std::vector<std::vector<value>>;

db::rows result(row_list rows) {
  db::rows r;
  r.columns.resize(rows.empty() ? 1 : rows[0].size());
  r.values = std::move(rows);
  return r;
}

std::string_view difference(row_list gold, row_list predicted, bool ordered = false) {
  return name_of(difference_of(result(std::move(gold)), result(std::move(predicted)), ordered));
}

value const none = null_t();

}  // namespace

BOOST_AUTO_TEST_SUITE(differences_of_results)

BOOST_AUTO_TEST_CASE(values_otherwise_written) {
  BOOST_TEST(difference({{"7"}, {"x"}}, {{7}, {"X "}}) == "format");
  BOOST_TEST(difference({{"2024-05-01"}}, {{"2024-05-01 00:00:00"}}) == "format");
  BOOST_TEST(difference({{1, "a"}, {2, "b"}}, {{"a", 1}, {"b", 2}}) == "format");
  BOOST_TEST(difference({{2.345}}, {{2.3}}) == "format");
  BOOST_TEST(difference({{2.0 / 3}, {1.5}}, {{0.67}, {1.5}}) == "format");
}

BOOST_AUTO_TEST_CASE(other_numbers_are_no_other_format) {
  BOOST_TEST(difference({{2.5}}, {{2}}) == "rows");
  BOOST_TEST(difference({{2.345}}, {{2.4}}) == "rows");
  BOOST_TEST(difference({{2.34}}, {{2.35}}) == "rows");
  BOOST_TEST(difference({{"2024-05-01"}}, {{"2024-05-02 00:00:00"}}) == "rows");
}

BOOST_AUTO_TEST_CASE(order_counts_if_it_is_asked) {
  BOOST_TEST(difference({{1}, {2}}, {{2}, {1}}, true) == "order");
  BOOST_TEST(difference({{1}, {2}}, {{"2"}, {"1"}}, true) == "order");
}

BOOST_AUTO_TEST_CASE(repetitions_and_nulls) {
  BOOST_TEST(difference({{1}, {2}}, {{1}, {2}, {2}}) == "repetitions");
  BOOST_TEST(difference({{1}, {2}, {2}}, {{1}, {1}, {2}}) == "repetitions");
  BOOST_TEST(difference({{1}, {none}}, {{1}}) == "nulls");
  BOOST_TEST(difference({{none}}, row_list()) == "nulls");
  BOOST_TEST(difference({{1, none}, {2, none}}, {{3, none}, {4, none}}) == "rows");
  BOOST_TEST(difference({{1}, {none}}, {{2}}) == "rows");
}

BOOST_AUTO_TEST_CASE(fewer_and_more_rows) {
  BOOST_TEST(difference({{1}, {2}, {3}}, {{3}}) == "fewer");
  BOOST_TEST(difference({{1}}, {{3}, {1}}) == "more");
  BOOST_TEST(difference({{1}}, row_list()) == "empty");
  BOOST_TEST(difference(row_list(), {{1}}) == "rows");
  BOOST_TEST(difference({{1}, {2}}, {{1}, {3}}) == "rows");
}

BOOST_AUTO_TEST_CASE(columns_may_be_in_another_order) {
  BOOST_TEST(difference({{1, "a"}, {2, "b"}}, {{"a", 1}, {"b", 2}, {"b", 2}}) == "repetitions");
  BOOST_TEST(difference({{1, "a"}, {2, "b"}}, {{"b", 2}}) == "fewer");
  BOOST_TEST(difference({{1, 2}, {2, 1}}, {{1, 2}, {2, 1}, {3, 1}}) == "more");
}

BOOST_AUTO_TEST_CASE(other_columns_over_the_same_rows) {
  BOOST_TEST(difference({{1}, {2}}, {{1, "a"}, {2, "b"}}) == "columns");
  BOOST_TEST(difference({{1, "a"}, {2, "b"}}, {{"a"}, {"b"}}) == "columns");
  BOOST_TEST(difference({{1}, {2}}, {{1, "a"}, {3, "b"}}) == "rows");
  BOOST_TEST(difference({{1}}, {{1, 2}, {1, 3}}) == "rows");
}

BOOST_AUTO_TEST_CASE(large_results_are_not_compared) {
  row_list many(200'001, {1});
  BOOST_TEST(difference(many, many, true) == "rows");
  row_list const heavy{{std::string(17U << 20U, 'x')}};
  BOOST_TEST(difference(heavy, heavy) == "rows");
}

BOOST_AUTO_TEST_SUITE_END()
