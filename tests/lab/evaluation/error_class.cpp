// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/structure.hpp"

#include "structure_support.hpp"

using namespace t2s;
using evaluation::error_class;
namespace test = t2s::evaluation::test;

namespace {

error_class classes(std::string_view gold, std::string_view predicted, bool executes = true) {
  static schema::database const shape = test::schema_of({{"shop", {"id", "name", "city"}}, {"sale", {"shop_id", "amount", "day"}}});
  return evaluation::error_class_of(evaluation::compare_structure(gold, predicted, shape), executes);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(error_class_test)

BOOST_AUTO_TEST_CASE(each_class_alone) {
  BOOST_TEST((classes("SELECT count(*) FROM shop", "SELECT count(*) FROM sale") == error_class{true, false, false, false}));
  BOOST_TEST((classes("SELECT name FROM shop", "SELECT city FROM shop") == error_class{false, true, false, false}));
  BOOST_TEST((classes("SELECT name FROM shop", "SELECT name FROM shop ORDER BY name") == error_class{false, false, true, false}));
  BOOST_TEST((classes("SELECT name FROM shop", "SELECT name FROM shop", false) == error_class{false, false, false, true}));
}

BOOST_AUTO_TEST_CASE(several_classes_at_once) {
  BOOST_TEST((classes("SELECT name FROM shop", "SELECT nmae FROM shop", false) == error_class{false, true, false, true}));
  BOOST_TEST((classes("SELECT name FROM shop", "SELECT", false) == error_class{true, true, true, true}));
  BOOST_TEST((classes("SELECT name FROM shop JOIN sale ON id = shop_id", "SELECT name FROM shop") == error_class{true, true, true, false}));
}

BOOST_AUTO_TEST_CASE(too_much_is_no_missing_entity) {
  auto const e = classes("SELECT name FROM shop", "SELECT name FROM shop JOIN sale ON id = shop_id");
  BOOST_TEST((e == error_class{false, false, true, false}));
}

BOOST_AUTO_TEST_CASE(a_wrong_value_is_in_no_class) {
  BOOST_TEST(classes("SELECT name FROM shop WHERE city = 'Rome'", "SELECT name FROM shop WHERE city = 'rome'").other());
}

BOOST_AUTO_TEST_CASE(totals_by_hand) {
  evaluation::error_totals totals;
  totals.add(classes("SELECT name FROM shop", "SELECT", false));
  totals.add(classes("SELECT name FROM shop", "SELECT city FROM shop"));
  totals.add(classes("SELECT name FROM shop", "SELECT name FROM shop"));
  BOOST_TEST((totals == evaluation::error_totals{3, 1, 2, 1, 1, 1}));
}

BOOST_AUTO_TEST_SUITE_END()
