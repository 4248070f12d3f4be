// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/report/detail/figure_table.hpp"

#include "t2s/core/error.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace t2s::evaluation;

namespace {

figure_table bees() {
  return {"Honey, \"by\" <hive>",
          {"Model", "Method"},
          {"Spring EX", "Summer EX"},
          {},
          {{"paper", {"drone", "few-shot"}, {{"70.7", 70.7}, {"30.4", 30.4}}},
           {"paper", {"", "+ smoke"}, {{"75.0", 75.0}, {"", {}}}},
           {"measured", {"queen, old", "few-shot"}, {{"8.0", 8.0}, {"100.0", 100.0}}}},
          {"The summer of the second row was lost."}};
}

std::size_t count(std::string const& all, std::string const& what) {
  std::size_t n = 0;
  for (auto at = all.find(what); at != all.npos; at = all.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(figure_tables)

BOOST_AUTO_TEST_CASE(text_is_aligned) {
  BOOST_TEST(table_text(bees()) ==
             "Honey, \"by\" <hive>\n"
             "\n"
             "source    Model       Method    Spring EX  Summer EX\n"
             "paper     drone       few-shot       70.7       30.4\n"
             "paper                 + smoke        75.0\n"
             "measured  queen, old  few-shot        8.0      100.0\n"
             "\n"
             "The summer of the second row was lost.\n");
}

BOOST_AUTO_TEST_CASE(csv_quotes_what_rfc_4180_says) {
  BOOST_TEST(table_csv(bees()) ==
             "source,Model,Method,Spring EX,Summer EX\n"
             "paper,drone,few-shot,70.7,30.4\n"
             "paper,,+ smoke,75.0,\n"
             "measured,\"queen, old\",few-shot,8.0,100.0\n");
}

BOOST_AUTO_TEST_CASE(json_has_numbers_and_null) {
  auto const made = table_json(bees());
  BOOST_TEST(made.at("title").as_string() == "Honey, \"by\" <hive>");
  auto const& rows = made.at("rows").as_array();
  BOOST_REQUIRE_EQUAL(rows.size(), 3U);
  BOOST_TEST(rows[0].at("source").as_string() == "paper");
  BOOST_TEST(rows[0].at("figures").at("Spring EX").as_double() == 70.7);
  BOOST_TEST(rows[1].at("figures").at("Summer EX").is_null());
  BOOST_TEST(rows[2].at("labels").at("Model").as_string() == "queen, old");
  BOOST_TEST(made.at("notes").as_array().size() == 1U);
}

BOOST_AUTO_TEST_CASE(page_has_the_table_and_a_plot_for_each_source) {
  auto const page = table_html(bees());
  BOOST_TEST(count(page, "<svg") == 2U);
  BOOST_TEST(count(page, "<rect") == 5U + 2U);  // one for each figure, and two in a legend
  BOOST_TEST(count(page, "<script") == 0U);
  BOOST_TEST(count(page, "<hive>") == 0U);  // text is text
  BOOST_TEST(count(page, "<td>75.0</td>") == 1U);
}

BOOST_AUTO_TEST_CASE(shares_and_counts_are_drawn_apart_and_other_figures_not) {
  figure_table const t{"Errors",
                       {"Method"},
                       {"EX", "Fixed", "p"},
                       {figure_unit::percent, figure_unit::count, figure_unit::other},
                       {{"measured", {"smoke"}, {{"81.0", 81.0}, {"66", 66.0}, {"0.02", 0.02}}},
                        {"measured", {"smoke, change"}, {{"-3.0", -3.0}, {"", {}}, {"", {}}}}},
                       {}};
  auto const page = table_html(t);
  BOOST_TEST(count(page, "<svg") == 2U);
  BOOST_TEST(count(page, "<rect") == 2U);  // no bar for a value below 0
}

BOOST_AUTO_TEST_CASE(curve_is_drawn_over_its_last_label) {
  figure_table t{"Rounds", {"Model", "Round"}, {"EX"}, {}, {}, {}, "source", true};
  for (auto const* round : {"0", "1", "3"}) t.rows.push_back({"measured", {"m", round}, {{"50", 50.0}}});
  auto const page = table_html(t);
  BOOST_TEST(count(page, "<polyline") == 2U);  // one in the legend
  BOOST_TEST(count(page, "<circle") == 4U);    // one in the legend
  t.rows.clear();
  for (auto const model : {"a", "b", "c", "d", "e", "f", "g", "h", "i"}) t.rows.push_back({"measured", {model, "0"}, {{"50", 50.0}}});
  BOOST_TEST(count(table_html(t), "<svg") == 2U);  // of at most eight lines each
}

BOOST_AUTO_TEST_CASE(row_of_another_length_is_refused) {
  auto t = bees();
  t.rows[1].figures.pop_back();
  BOOST_CHECK_EXCEPTION(static_cast<void>(table_text(t)), t2s::error,
                        [](auto const& e) { return e.code() == t2s::errc::invalid_argument; });
  BOOST_CHECK_THROW(static_cast<void>(table_html(t)), t2s::error);
}

BOOST_AUTO_TEST_SUITE_END()
