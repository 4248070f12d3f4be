// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/structure.hpp"

#include "structure_support.hpp"

#include <boost/test/tools/floating_point_comparison.hpp>

using namespace t2s;
using evaluation::compare_structure;
using evaluation::overlap;
using evaluation::structure;
namespace test = t2s::evaluation::test;
namespace tt = boost::test_tools;

namespace {

schema::database const& shops() {
  static schema::database const shape =
      test::schema_of({{"shop", {"id", "name", "city"}}, {"sale", {"shop_id", "amount", "day"}}, {"city", {"name", "mayor"}}});
  return shape;
}

structure compared(std::string_view gold, std::string_view predicted) { return compare_structure(gold, predicted, shops()); }

}  // namespace

BOOST_AUTO_TEST_SUITE(structure_test)

BOOST_AUTO_TEST_CASE(overlaps_are_counted) {
  BOOST_TEST((evaluation::overlap_of({"a", "b", "d"}, {"b", "c", "d", "e"}) == overlap{2, 4, 3}));
  BOOST_TEST((evaluation::overlap_of({}, {"a"}) == overlap{0, 1, 0}));
  BOOST_TEST((evaluation::overlap_of({}, {}) == overlap{0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(precision_recall_and_f1_by_hand) {
  constexpr overlap half{2, 4, 3};
  BOOST_TEST(half.precision() == 0.5);
  BOOST_TEST(half.recall() == 2.0 / 3, tt::tolerance(1e-12));
  BOOST_TEST(half.f1() == 4.0 / 7, tt::tolerance(1e-12));
  constexpr overlap empty{}, nothing_found{0, 0, 2}, too_many{0, 2, 0};
  BOOST_TEST((empty.precision() == 1 && empty.recall() == 1 && empty.f1() == 1 && empty.equal()));
  BOOST_TEST(
      (nothing_found.precision() == 0 && nothing_found.recall() == 0 && nothing_found.f1() == 0 && !nothing_found.nothing_missing()));
  BOOST_TEST((too_many.precision() == 0 && too_many.recall() == 0 && too_many.f1() == 0 && too_many.nothing_missing()));
}

BOOST_AUTO_TEST_CASE(entities_are_those_of_the_schema) {
  auto const q =
      evaluation::structure_of("SELECT s.name, count(*) AS n FROM Shop AS s JOIN sale ON s.id = shop_id GROUP BY 1 ORDER BY n", shops());
  BOOST_TEST(q.parsed);
  BOOST_TEST(q.tables == (std::vector<std::string>{"sale", "shop"}), tt::per_element());
  BOOST_TEST(q.columns == (std::vector<std::string>{"sale.shop_id", "shop.id", "shop.name"}), tt::per_element());
  BOOST_TEST(q.dac_skeleton == "select _ , count ( * ) from _ join _ group by _ order by _");
}

BOOST_AUTO_TEST_CASE(a_prediction_is_compared_with_the_gold) {
  auto const gold = "SELECT name FROM shop WHERE city = 'Rome'";
  auto const other_value = compared(gold, "select T.name from shop as T where T.city = 'Oslo'");
  BOOST_TEST((other_value.dac_skeleton && other_value.scoped_skeleton && other_value.agrees()));

  auto const other_column = compared(gold, "SELECT name FROM shop WHERE id = 3");
  BOOST_TEST((other_column.dac_skeleton && !other_column.agrees()));
  BOOST_TEST((other_column.tables == overlap{1, 1, 1}));
  BOOST_TEST((other_column.columns == overlap{1, 2, 2}));

  auto const one_more = compared(gold, "SELECT shop.name FROM shop JOIN city ON shop.city = city.name WHERE city = 'Rome'");
  BOOST_TEST(!one_more.dac_skeleton);
  BOOST_TEST((one_more.tables == overlap{1, 2, 1}));
  BOOST_TEST((one_more.columns == overlap{2, 3, 2}));
}

BOOST_AUTO_TEST_CASE(skeletons_by_dac_do_not_see_join_conditions) {
  auto const s = compared("SELECT name FROM shop JOIN sale ON id = shop_id AND day = 1",
                          "SELECT name FROM shop JOIN sale ON day = id AND shop_id = 1");
  BOOST_TEST((s.dac_skeleton && s.scoped_skeleton && s.same_entities()));
  auto const t = compared("SELECT name FROM shop JOIN sale ON id = shop_id", "SELECT name FROM shop JOIN sale");
  BOOST_TEST((t.dac_skeleton && !t.scoped_skeleton && !t.same_entities()));
}

BOOST_AUTO_TEST_CASE(what_does_not_parse_has_a_wrong_skeleton_and_names_nothing) {
  for (auto const* prediction : {"", "SELECT FROM shop", "there is no SQL"}) {
    auto const s = compared("SELECT name FROM shop", prediction);
    BOOST_TEST((s == structure{false, false, false, {0, 0, 1}, {0, 0, 1}}), prediction);
    BOOST_TEST(!s.agrees());
  }
  auto const no_names = compared("SELECT 1", "SELECT");
  BOOST_TEST((no_names.same_entities() && !no_names.agrees()));
}

BOOST_AUTO_TEST_CASE(names_that_do_not_exist_count_as_written) {
  auto const s = compared("SELECT name FROM shop", "SELECT shop.nmae FROM shop");
  BOOST_TEST((s.columns == overlap{0, 1, 1}));
  auto const t = compared("SELECT name FROM shop", "SELECT name FROM shops");
  BOOST_TEST((t.tables == overlap{0, 1, 1}));
}

// Four examples: entities and skeleton equal and correct; equal and wrong; another column; no query.
BOOST_AUTO_TEST_CASE(totals_by_hand) {
  auto const* const gold = "SELECT name FROM shop WHERE city = 'Rome'";
  evaluation::structure_totals totals;
  BOOST_TEST(totals.dac_skeleton_accuracy() == 0);
  BOOST_TEST(totals.agreeing_accuracy() == 0);
  totals.add(compared(gold, gold), true);
  totals.add(compared(gold, "SELECT name FROM shop WHERE city = 'Oslo'"), false);
  totals.add(compared(gold, "SELECT name FROM shop WHERE id = 3"), true);
  totals.add(compared(gold, "SELECT"), false);
  BOOST_TEST(totals.examples() == 4u);
  BOOST_TEST(totals.parsed() == 3u);
  BOOST_TEST(totals.dac_skeleton_accuracy() == 0.75);
  BOOST_TEST(totals.scoped_skeleton_accuracy() == 0.75);
  BOOST_TEST(totals.agreeing() == 2u);
  BOOST_TEST(totals.agreeing_correct() == 1u);
  BOOST_TEST(totals.agreeing_accuracy() == 0.5);
  BOOST_TEST(totals.tables().precision == 0.75);
  BOOST_TEST(totals.tables().recall == 0.75);
  BOOST_TEST(totals.tables().f1 == 0.75);
  BOOST_TEST(totals.columns().precision == 0.625);
  BOOST_TEST(totals.columns().f1 == 0.625);
}

BOOST_AUTO_TEST_CASE(the_mean_of_f1_is_not_the_f1_of_the_means) {
  evaluation::structure_totals totals;
  totals.add({true, false, false, {1, 1, 2}, {}}, false);  // P 1, R 1/2, F 2/3
  totals.add({true, false, false, {1, 4, 1}, {}}, false);  // P 1/4, R 1, F 2/5
  BOOST_TEST(totals.tables().precision == 0.625);
  BOOST_TEST(totals.tables().recall == 0.75);
  BOOST_TEST(totals.tables().f1 == (2.0 / 3 + 2.0 / 5) / 2, tt::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(gold_against_itself_is_perfect) {
  evaluation::structure_totals totals;
  for (auto const& e : test::spider_examples()) {
    auto const s = compare_structure(e.gold, e.gold, *e.shape);
    BOOST_TEST((s.agrees() && s.scoped_skeleton), e.gold);
    totals.add(s, true);
  }
  if (totals.examples() == 0) return;
  BOOST_TEST(totals.parsed() == totals.examples());
  BOOST_TEST(totals.dac_skeleton_accuracy() == 1);
  BOOST_TEST(totals.agreeing_accuracy() == 1);
  for (auto const& s : {totals.tables(), totals.columns()}) BOOST_TEST((s.precision == 1 && s.recall == 1 && s.f1 == 1));
}

BOOST_AUTO_TEST_SUITE_END()
