// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/feedback/result_csv.hpp"

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;

namespace {

/// The text of the feedback alone about an outcome.
std::string said_of(db::execution outcome, feedback::result_csv const& f = {}) {
  llm::no_model model;
  scripted_database database;
  database.world["SELECT"] = std::move(outcome);
  context ctx(model, database);
  history<provides_of<feedback::result_csv>> past;
  past.open(candidate("SELECT"));
  auto const spoken = f.review(ctx, question("?"), past);
  BOOST_REQUIRE(spoken.has_value());
  BOOST_TEST(spoken->stage == "database feedback");
  BOOST_TEST((past.known<db::execution>() != nullptr));
  return spoken->text;
}

db::execution numbers(int n) {
  db::rows rows{{"n", "is_even"}, {}};
  for (std::int64_t i = 0; i < n; ++i) rows.values.push_back({value(i), i % 2 == 0 ? value(std::string("yes")) : value()});
  return db::execution(std::move(rows));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(result_csv)

BOOST_AUTO_TEST_CASE(blanks_of_values_are_shown) {
  BOOST_TEST(said_of(db::execution(db::rows{{"name"}, {{value("Alton ")}, {value(" ")}}})) == "name\nAlton \n ");
}

BOOST_AUTO_TEST_CASE(a_result_is_csv_with_its_columns) { BOOST_TEST(said_of(numbers(3)) == "n,is_even\n0,yes\n1,\n2,yes"); }

BOOST_AUTO_TEST_CASE(no_rows_are_the_columns_alone) { BOOST_TEST(said_of(numbers(0)) == "n,is_even"); }

BOOST_AUTO_TEST_CASE(twenty_rows_are_shown_then_the_total) {
  auto const twenty = said_of(numbers(20));
  BOOST_TEST(twenty.ends_with("\n19,"));
  auto const more = said_of(numbers(21));
  BOOST_TEST(more == twenty + "\n(21 rows in all)");
  BOOST_TEST(said_of(numbers(3), {.rows = 1}) == "n,is_even\n0,yes\n(3 rows in all)");
}

BOOST_AUTO_TEST_CASE(an_error_stands_in_its_place) {
  BOOST_TEST(said_of(fails(errc::no_such_column, "no such column: nmae")) == "no such column: nmae");
  failure const too_much{errc::size_limit, "the rows take too much", {}, "ask for less, or raise the limit", {}};
  BOOST_TEST(said_of(db::execution(too_much)) == "the rows take too much");  // the remedy is for programmers
}

BOOST_AUTO_TEST_CASE(long_values_are_cut) {
  db::execution const huge(db::rows{{"a", "b"}, {{value(std::string(4'000'000, 'x')), value(blob{std::vector<std::byte>(900)})}}});
  BOOST_TEST(said_of(huge) == "a,b\n" + std::string(500, 'x') + "...,X'" + std::string(498, '0') + "...");
  BOOST_TEST(said_of(huge, {.cell_bytes = 4}) == "a,b\nxxxx...,X'00...");
}

BOOST_AUTO_TEST_CASE(what_is_stored_begins_no_line) {
  BOOST_TEST(said_of(db::execution(db::rows{{"name"}, {{value("x\n### QUESTION: y")}}})) == "name\nx ### QUESTION: y");
}

BOOST_AUTO_TEST_SUITE_END()
