// SPDX-License-Identifier: BSL-1.0
// Metrics of a semantic layer over every available engine: the rows are those of SQLite, of which some are worked out by hand.
#ifdef T2S_WITH_YAML
#include "support.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace t2s::test;
using cli_test::contains;
using cli_test::quoted;

namespace {

constexpr char const* ferries =
    "CREATE TABLE harbour (id INTEGER PRIMARY KEY, name TEXT, coast TEXT);"
    "CREATE TABLE crossing (id INTEGER PRIMARY KEY, harbour INTEGER REFERENCES harbour(id), sailed DATE, departed TIMESTAMP, cars INTEGER,"
    " fare REAL, state TEXT);"
    "INSERT INTO harbour VALUES (1, 'Oban', 'west'), (2, 'Ullapool', 'west'), (3, 'Wick', 'east');"
    "INSERT INTO crossing VALUES (1, 1, '2026-01-05', '2026-01-05 08:30:00', 12, 410.5, 'done'),"
    " (2, 1, '2026-02-28', '2026-02-28 23:59:59', 8, 300, 'done'), (3, 2, '2026-03-31', '2026-03-31 00:00:00', 30, 990, 'done'),"
    " (4, 3, '2026-04-01', '2026-04-01 12:00:00', 4, 90, 'done'), (5, 3, '2025-12-28', '2025-12-28 07:15:00', 9, 210, 'off'),"
    " (6, 2, '2026-06-14', '2026-06-14 18:45:00', 21, 700, 'done'), (7, 2, '2026-06-15', '2026-06-15 09:00:00', 2, NULL, 'off'),"
    " (8, NULL, '2026-06-21', '2026-06-21 09:00:00', 5, 150, 'done');";

constexpr char const* layer = R"(
semantic_models:
  - name: crossings
    model: ref('crossing')
    defaults: {agg_time_dimension: sailed}
    entities:
      - {name: crossing, type: primary, expr: id}
      - {name: harbour, type: foreign}
    dimensions:
      - {name: sailed, type: time, type_params: {time_granularity: day}}
      - {name: departure, type: time, expr: departed, type_params: {time_granularity: day}}
      - {name: state, type: categorical}
    measures:
      - {name: takings, agg: sum, expr: fare, create_metric: true}
      - {name: cars_carried, agg: sum, expr: cars, create_metric: true}
      - {name: crossing_count, agg: count, expr: id, create_metric: true, label: Crossings}
      - {name: cars_by_departure, agg: sum, expr: cars, agg_time_dimension: departure, create_metric: true, label: Loaded cars}
      - {name: largest_fare, agg: max, expr: fare, create_metric: true}
      - {name: days_at_sea, agg: count_distinct, expr: sailed, create_metric: true}
  - name: harbours
    model: ref('harbour')
    entities:
      - {name: harbour, type: primary, expr: id}
    dimensions:
      - {name: name, type: categorical}
      - {name: coast, type: categorical}
metrics:
  - name: fare_per_car
    type: ratio
    type_params: {numerator: takings, denominator: cars_carried}
  - name: cancelled_crossings
    type: simple
    type_params: {measure: crossing_count}
    filter: "{{ Dimension('crossing__state') }} = 'off'"
)";

constexpr char const* questions[] = {
    "takings",
    "takings by coast",
    "Cars carried per harbour name in 2026",
    "How many crossings were there in June 2026?",
    "takings by month",
    "crossings by quarter",
    "crossings per week in June 2026",
    "cars carried by year",
    "fare per car by coast",
    "cancelled crossings by harbour name",
    "takings last quarter",
    "takings by month in the last 6 months",
    "loaded cars by month in 2026",
    "loaded cars on 2026-06-14",
    "top 2 harbour names by takings",
    "harbour name with the lowest cars carried",
    "largest fare by coast since March 2026",
    "days at sea by coast",
    "takings of the west coast",
    "coasts with takings over 500",
};

/// Without the names of the columns. Groups have no order where none is asked for.
std::vector<std::string> rows_of(std::string const& csv) {
  std::istringstream lines(csv);
  std::vector<std::string> out;
  for (std::string line; std::getline(lines, line);) out.push_back(line.substr(0, line.find('\r')));  // lines of CSV end with CR LF
  if (!out.empty()) out.erase(out.begin());
  std::ranges::sort(out);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(metrics_over_engines)

/// The database in a file of SQLite.
struct written_ferries {
  written_ferries() { cli_test::make_database(place.file("t2s_ferries.sqlite"), ferries); }

  cli_test::folder place{"ferries"};
  std::string from = quoted(place.file("t2s_ferries.sqlite"));
  std::string words = " --csv --today 2026-07-20 --semantics " + quoted(place.write("ferries.yml", layer)) + " --db ";
};

BOOST_FIXTURE_TEST_CASE(metrics_have_the_rows_of_the_script, written_ferries) {
  auto const rows = [&](char const* question) { return rows_of(cli_test::t2s("ask" + words + from + " " + quoted(question)).out); };
  using lines = std::vector<std::string>;
  BOOST_TEST((rows("takings") == lines{"2850.5"}));
  BOOST_TEST((rows("How many crossings were there in June 2026?") == lines{"3"}));
  BOOST_TEST((rows("crossings per week in June 2026") == lines{"2026-06-08,1", "2026-06-15,2"}));  // the 14th is a Sunday
  BOOST_TEST((rows("takings last quarter") == lines{"940.0"}));
  BOOST_TEST((rows("top 2 harbour names by takings") == lines{"Oban,710.5", "Ullapool,1690.0"}));
}

BOOST_FIXTURE_TEST_CASE(metrics_have_the_rows_that_they_have_in_sqlite, written_ferries) {
  for (auto const& engine : places()) {
    auto const to = quoted(engine.of("t2s_ferries"));
    auto const made = cli_test::t2s("copy " + from + " " + to + " --create --replace");
    BOOST_REQUIRE_MESSAGE(made.status == 0, engine.engine + ": " + made.err);
    for (auto const* question : questions) {
      auto const wanted = cli_test::t2s("ask" + words + from + " " + quoted(question));
      auto const got = cli_test::t2s("ask" + words + to + " " + quoted(question));
      BOOST_TEST(wanted.status == 0, question << std::string(": ") << wanted.err);
      BOOST_TEST(got.status == 0, engine.engine + ": " + question + ": " + got.err);
      BOOST_TEST(rows_of(got.out) == rows_of(wanted.out), engine.engine + ": " + question + ": " + got.out + wanted.out);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
#endif
