// SPDX-License-Identifier: BSL-1.0
// Charts in the terminal. The pictures are drawn by hand.
#include "chart_text.hpp"
#include "folder.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <sstream>

using namespace cli_test;

namespace {

using table_of_values = std::vector<std::vector<t2s::value>>;
using t2s::value;

std::string drawn(std::vector<std::string> columns, table_of_values values, std::size_t width = 40) {
  t2s::db::rows all;
  all.columns = std::move(columns);
  all.values = std::move(values);
  std::ostringstream out;
  cli::print_charted(out, t2s::db::execution(all), width, 2);
  return out.str();
}

constexpr char stalls[] = R"(CREATE TABLE stall (stall_id INTEGER PRIMARY KEY, town TEXT, rent INTEGER);
INSERT INTO stall VALUES (11, 'Lindow', 40), (12, 'Lindow', 50), (13, 'Lindow', 60), (14, 'Alderly', 30);)";
constexpr char by_town[] = " 'How many stalls are there in each town?'";

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_charts)

BOOST_AUTO_TEST_CASE(a_number_is_said) {
  BOOST_TEST(drawn({"count(*)"}, {{value(54)}}) == "count(*): 54\n");
  BOOST_TEST(drawn({"avg(x)"}, {{value(2.0 / 3)}}) == "avg(x): 0.67\n");
}

BOOST_AUTO_TEST_CASE(bars_begin_at_zero) {
  BOOST_TEST(drawn({"city", "visits"}, {{value("Oslo"), value(10)}, {value("Rome"), value(5)}, {value("Bern"), value(0)}}) ==
             R"(visits by city
Oslo  10  #############################
Rome   5  ###############
Bern   0
)");
  BOOST_TEST(drawn({"city", "gain"}, {{value("Oslo"), value(10)}, {value("Rome"), value(-5)}, {value("Bern"), value(0)}}) == R"(gain by city
Oslo  10            |###################
Rome  -5  ##########|
Bern   0            |
)");
}

BOOST_AUTO_TEST_CASE(bars_keep_to_the_width_and_do_not_steer_the_terminal) {
  auto const out =
      drawn({"c\x1B[31m", "n"}, {{value("A town with a name that is far too long"), value(1)}, {value("b\tc\n"), value(1'000'000)}}, 10);
  BOOST_TEST(out == R"(n by c [31m
A town with a        1  #
b c            1000000  ###############
)");
}

BOOST_AUTO_TEST_CASE(a_line_has_its_points_at_their_times) {
  BOOST_TEST(drawn({"month", "visits"}, {{value(1), value(0)}, {value(5), value(9)}, {value(2), value(9)}}) == R"(visits by month
9 |         *..........................*
  |        .
  |       .
  |      .
  |     .
  |    .
  |   .
  |  .
  | .
0 |*
  +-------------------------------------
   1                                   5
)");
}

BOOST_AUTO_TEST_CASE(rows_that_are_not_drawn_are_said) {
  BOOST_TEST(drawn({"city", "visits"}, {{value("Oslo"), value(10)}, {value("Rome"), value(10)}, {value("Bern"), value()}}) ==
             R"(visits by city
Oslo  10  #############################
Rome  10  #############################
(1 row without a number is not drawn)
)");
}

BOOST_AUTO_TEST_CASE(what_has_no_chart_is_a_table_and_says_why) {
  BOOST_TEST(drawn({"city"}, {{value("Oslo")}, {value("Rome")}}) == R"(city
----
Oslo
Rome
(no chart: No column says how much.)
)");
  BOOST_TEST(contains(drawn({"a", "b"}, {{value(1.5), value(2)}, {value(2.5), value(2)}, {value(3.5), value(7)}}), "kind scatter)\n"));
}

BOOST_AUTO_TEST_CASE(the_command_draws_and_proposes) {
  folder const f("charts");
  auto const ask = "ask --db " + quoted(f.make_shop(stalls)) + " --min-confidence 0 --chart ";
  auto const shown = cli_test::t2s(ask + by_town);
  BOOST_TEST(shown.status == 0);
  BOOST_TEST(contains(shown.out, "Lindow   3  ####"), shown.out);
  BOOST_TEST(contains(shown.out, "Alderly  1  ####"), shown.out);
  BOOST_TEST(!contains(shown.out, "\x1B"));
  auto const j = boost::json::parse(cli_test::t2s(ask + "--json" + by_town).out);
  BOOST_TEST(j.at("chart").at("kind") == "bar");
  BOOST_TEST(j.at("chart").at("spec").at("data").at("values").as_array().size() == 2U);
  BOOST_TEST(!boost::json::parse(cli_test::t2s("ask --json --db " + quoted(f.file("databases/shop/shop.sqlite")) + by_town).out)
                  .as_object()
                  .contains("chart"));
  auto const both = cli_test::t2s(ask + "--csv" + by_town);
  BOOST_TEST(both.status == 2);
  BOOST_TEST(contains(both.err, "--csv has no chart"), both.err);
}

BOOST_AUTO_TEST_SUITE_END()
