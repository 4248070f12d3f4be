// SPDX-License-Identifier: BSL-1.0
// The ways to compare two results. Where a published program has the way, the expected verdicts are that program's on the same tables:
// compare_pandas_table of Spider 2 (after its way through CSV), compare_result_dfs of unitxt, which IBM's text2sql-eval-toolkit calls,
// BIRD's sets of rows, and process_answer of EHRSQL 2024.
#include "t2s/lab/evaluation/detail/comparison.hpp"

#include "t2s/lab/evaluation/detail/csv_column.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;

namespace {

using row = std::vector<value>;
using table = std::vector<row>;

value i(std::int64_t n) { return {n}; }

db::rows result(table values, std::size_t width = 1) {
  db::rows r;
  r.columns.resize(values.empty() ? width : values.front().size());
  r.values = std::move(values);
  return r;
}

/// The comparisons by which two results are equal, as "spider strict".
std::string equal_by(db::rows const& gold, db::rows const& predicted, comparison_rules const& rules = {}) {
  std::string names;
  for (auto const how : all_comparisons)
    if (same_by(how, gold, predicted, rules)) names.append(names.empty() ? "" : " ").append(name_of(how));
  return names;
}

bool by_spider2(table gold, table predicted, comparison_rules const& rules = {}) {
  return same_by(comparison::spider2, result(std::move(gold)), result(std::move(predicted)), rules);
}
bool by_either(table gold, table predicted, bool ordered = false) {
  return same_by(comparison::either, result(std::move(gold)), result(std::move(predicted)), {ordered, {}});
}

constexpr std::string_view every = "spider strict exact bird spider2 subset superset either ehrsql";

}  // namespace

BOOST_AUTO_TEST_SUITE(comparisons)

BOOST_AUTO_TEST_CASE(each_has_a_name) {
  for (auto const how : all_comparisons) BOOST_TEST((comparison_named(name_of(how)) == how));
  BOOST_TEST(!comparison_named("spider3"));
}

BOOST_AUTO_TEST_CASE(equal_results_are_equal_by_all) {
  table const shops{{i(1), "Oslo", 2.5}, {i(2), "Rome", 4.0}};
  BOOST_TEST(equal_by(result(shops), result(shops)) == every);
  BOOST_TEST(equal_by(result(shops), result(shops), {true, {}}) == every);
}

// The examples of docs/evaluation.md, "Comparing results".
BOOST_AUTO_TEST_CASE(they_differ_in_what_they_accept) {
  table const gold{{i(1), "Oslo"}, {i(2), "Rome"}};
  BOOST_TEST(equal_by(result(gold), result({{i(2), "Rome"}, {i(1), "Oslo"}})) == every);  // rows in another order
  BOOST_TEST(equal_by(result(gold), result({{i(2), "Rome"}, {i(1), "Oslo"}}), {true, {}}) == "bird ehrsql");
  BOOST_TEST(equal_by(result(gold), result({{"Oslo", i(1)}, {"Rome", i(2)}})) == "spider strict spider2 subset superset either");
  BOOST_TEST(equal_by(result(gold), result({{i(1), "Oslo", "x"}, {i(2), "Rome", "y"}})) == "spider2 superset either");
  BOOST_TEST(equal_by(result(gold), result({{i(1)}, {i(2)}})) == "subset either");
  BOOST_TEST(equal_by(result(gold), result({{i(1), "Oslo"}, {i(2), "Rome"}, {i(2), "Rome"}})) == "bird");
  BOOST_TEST(equal_by(result(gold), result({{1.0, "Oslo"}, {2.0, "Rome"}})) == "spider strict bird spider2 ehrsql");
  BOOST_TEST(equal_by(result(gold), result({{"1", "Oslo"}, {"2", "Rome"}})) == "spider2 subset superset either ehrsql");
  BOOST_TEST(equal_by(result(gold), result({{i(1), "Rome"}, {i(2), "Oslo"}})) == "spider2 subset superset either");  // other pairs
  BOOST_TEST(equal_by(result(gold), result({{i(1), "oslo"}, {i(2), "Rome"}})) == "");
}

BOOST_AUTO_TEST_CASE(numbers_are_equal_within_limits) {
  BOOST_TEST(equal_by(result({{0.3}}), result({{0.1 + 0.2}})) == "strict exact spider2 subset superset either ehrsql");
  BOOST_TEST(equal_by(result({{2.5}}), result({{2.509}})) == "spider2");
  BOOST_TEST(equal_by(result({{2.5}}), result({{2.52}})) == "");
  BOOST_TEST(equal_by(result({{i(100)}}), result({{100.004}})) == "spider2");
  // of large numbers a share counts: 10^-9
  BOOST_TEST(equal_by(result({{1e12 + 0.5}}), result({{1e12 + 500.25}})) == "strict exact spider2");
  BOOST_TEST(equal_by(result({{1e12 + 0.5}}), result({{1e12 + 2000.25}})) == "");
  auto const infinite = std::numeric_limits<double>::infinity();
  BOOST_TEST(by_spider2({{infinite}}, {{infinite}}));
  BOOST_TEST(!by_spider2({{infinite}}, {{1e300}}));
  BOOST_TEST(!by_spider2({{infinite}}, {{-infinite}}));
}

BOOST_AUTO_TEST_CASE(null_and_no_rows) {
  BOOST_TEST(equal_by(result({{null_t()}}), result({{null_t()}})) == every);
  BOOST_TEST(equal_by(result({{null_t()}}), result({{i(0)}})) == "spider2");
  BOOST_TEST(equal_by(result({{null_t()}}), result({{"NULL"}})) == "spider2");
  BOOST_TEST(equal_by(result({}), result({})) == "spider strict exact bird spider2 ehrsql");
  BOOST_TEST(equal_by(result({}, 2), result({}, 1)) == "spider bird spider2 ehrsql");
  BOOST_TEST(equal_by(result({}), result({{null_t()}})) == "");
}

BOOST_AUTO_TEST_CASE(the_exact_one_wants_columns_in_order_and_equal_types) {
  auto const equal = [](table gold, table predicted, bool ordered = false) {
    return same_by(comparison::exact, result(std::move(gold)), result(std::move(predicted)), {ordered, {}});
  };
  BOOST_TEST(equal({{i(1), 0.1 + 0.2}, {i(2), 1.0}}, {{i(2), 1.0}, {i(1), 0.3}}));
  BOOST_TEST(!equal({{i(1), 0.1 + 0.2}, {i(2), 1.0}}, {{i(2), 1.0}, {i(1), 0.3}}, true));
  BOOST_TEST(!equal({{i(1)}}, {{1.0}}));
  BOOST_TEST(!equal({{"1"}}, {{i(1)}}));
  BOOST_TEST(!equal({{i(1), i(2)}}, {{i(2), i(1)}}));
  BOOST_TEST(!equal({{i(1)}, {i(1)}, {i(2)}}, {{i(1)}, {i(2)}, {i(2)}}));
}

BOOST_AUTO_TEST_CASE(spider2_looks_for_each_gold_column_by_itself) {
  table const gold{{"x", i(1)}, {"y", i(2)}};
  BOOST_TEST(by_spider2(gold, {{i(1), "z", "x"}, {i(2), "z", "y"}}));
  BOOST_TEST(by_spider2(gold, {{i(2), "z", "x"}, {i(1), "z", "y"}}));  // the rows need not fit together
  BOOST_TEST(!by_spider2(gold, {{i(2), "z", "x"}, {i(1), "z", "y"}}, {true, {}}));
  BOOST_TEST(by_spider2({{i(1), i(1)}}, {{i(1)}}));  // one column serves two
  BOOST_TEST(!by_spider2(gold, {{i(1)}, {i(2)}}));
  BOOST_TEST(by_spider2(gold, {{i(1)}, {i(2)}}, {false, {1}}));
  BOOST_TEST(by_spider2(gold, {{i(1)}, {i(2)}}, {false, {-1, 1}}));
  BOOST_TEST(!by_spider2(gold, {{i(1)}, {i(2)}}, {false, {2}}));  // there it stops
  BOOST_TEST(!by_spider2(gold, {{i(1)}, {i(2)}, {i(2)}}, {false, {1}}));
}

BOOST_AUTO_TEST_CASE(spider2_reads_values_from_csv) {
  BOOST_TEST(by_spider2({{i(7)}, {i(8)}}, {{"007"}, {" 8 "}}));
  BOOST_TEST(!by_spider2({{i(7)}, {"x"}}, {{"007"}, {"x"}}));       // a column of texts
  BOOST_TEST(by_spider2({{i(1)}, {i(0)}}, {{"TRUE"}, {"false"}}));  // truth values are numbers
  BOOST_TEST(by_spider2({{1e3}}, {{"1e3"}}));
  BOOST_TEST(!by_spider2({{"99999999999999999999"}, {i(1)}}, {{1e20}, {1.0}}));
  BOOST_TEST(by_spider2({{"18446744073709551615"}}, {{18446744073709551615.0}}));
  BOOST_TEST(!by_spider2({{"a\xff"}}, {{"a\xff"}}));
}

BOOST_AUTO_TEST_CASE(spider2_sorts_numbers_by_their_text) {
  // "10.0" and "10.004" lie apart from "9.996" by text, so that the columns are not paired although each number has a close one
  BOOST_TEST(!by_spider2({{9.996}, {9.5}}, {{10.0}, {9.5}}));
  BOOST_TEST(by_spider2({{9.996}, {9.5}}, {{10.0}, {9.5}}, {true, {}}));
  BOOST_TEST(by_spider2({{i(9)}, {i(10)}}, {{10.0}, {9.0}}));
}

BOOST_AUTO_TEST_CASE(containment_compares_texts_row_by_row) {
  BOOST_TEST(by_either({{i(1), "a"}, {i(2), "b"}}, {{"b"}, {"a"}}));
  BOOST_TEST(!by_either({{i(1), "a"}, {i(2), "b"}}, {{"b"}, {"a"}}, true));
  BOOST_TEST(by_either({{i(1), "a"}, {i(2), "b"}}, {{"a"}, {"b"}}, true));
  BOOST_TEST(!by_either({{"a"}}, {{"a"}, {"a"}}));
  BOOST_TEST(!by_either({{"a", "a"}}, {{"a", "b", "c"}}));  // each as often
  BOOST_TEST(!by_either({}, {}));
  // in order, integers in a frame that has nothing but numbers become reals
  BOOST_TEST(!by_either({{i(1), 2.5}}, {{i(1)}}, true));
  BOOST_TEST(by_either({{i(1), 2.5}}, {{i(1)}}));
  BOOST_TEST(by_either({{i(1), 2.5, "x"}}, {{i(1)}}, true));
  BOOST_TEST(!by_either({{i(1)}, {null_t()}}, {{i(1)}, {i(2)}}));
  BOOST_TEST(by_either({{i(1)}, {null_t()}}, {{1.0}, {null_t()}}));
  // the program keeps results as JSON with ten decimals
  BOOST_TEST(by_either({{0.12345678901}}, {{0.12345678902}}));
  BOOST_TEST(!by_either({{0.1234567891}}, {{0.1234567892}}));
  BOOST_TEST(by_either({{12345678901234567890.0}}, {{12345678901999999999.0}}));  // ten digits
  BOOST_TEST(by_either({{5e-11}}, {{1e-10}}));                                    // a half is rounded to even, but up from 0
  BOOST_TEST(by_either({{1.5e-10}}, {{2e-10}}));
  BOOST_TEST(by_either({{2.5e-10}}, {{2e-10}}));
  BOOST_TEST(by_either({{0.99999999996}}, {{1.0}}));
  BOOST_TEST(by_either({{-2.5}}, {{-2.5}}));
  BOOST_TEST(!by_either({{-2.5}}, {{2.5}}));
  BOOST_TEST(by_either({{1e-300}}, {{1e-300}}));
  BOOST_TEST(by_either({{-0.0}}, {{0.0}}));
}

BOOST_AUTO_TEST_CASE(reals_are_read_as_pandas_reads_them) {
  // its doubles, which for the last are not the nearest
  for (auto const& [text, read] :
       {std::pair("0.1", 0.1), {"-2.5e-3", -0.0025}, {"1e16", 1e16}, {".5", 0.5}, {"5.", 5.0}, {"0.30000000000000004", 0.3}})
    BOOST_TEST((comparing::read_real(text) == read), text);
  for (auto const* text : {"", "-", ".", "1e", "1e+", "1_0", "0x10", "1 2", "1e309", "e5"}) BOOST_TEST(!comparing::read_real(text), text);
}

BOOST_AUTO_TEST_SUITE_END()
