// SPDX-License-Identifier: BSL-1.0
// Questions about metrics of a semantic layer. The right rows are computed by hand from the rows of the script.
#ifdef T2S_WITH_YAML
#include "support.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "t2s/retrieve/knowledge/semantic_layer.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"
#include "t2s/t2s.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

/// A pottery that sells through fairs. The day of the tests is 10 August 2026, a Monday.
constexpr char pottery[] =
    "CREATE TABLE county (id INTEGER PRIMARY KEY, nm TEXT);"
    "CREATE TABLE fair (id INTEGER PRIMARY KEY, name TEXT, county INTEGER, kind TEXT);"
    "CREATE TABLE glaze (id INTEGER PRIMARY KEY, colour TEXT);"
    "CREATE TABLE sold (id INTEGER PRIMARY KEY, fair INTEGER, glaze INTEGER, pots INTEGER, price INTEGER, day TEXT, void INTEGER);"
    "CREATE TABLE breakage (id INTEGER PRIMARY KEY, fair INTEGER, pots INTEGER, day TEXT);"
    "INSERT INTO county VALUES (1, 'Kent'), (2, 'Devon');"
    "INSERT INTO fair VALUES (1, 'Spring Green', 1, 'outdoor'), (2, 'Old Barn', 2, 'indoor'), (3, 'Quayside', 2, 'outdoor');"
    "INSERT INTO glaze VALUES (1, 'celadon'), (2, 'tenmoku');"
    "INSERT INTO sold VALUES (1, 1, 1, 2, 30, '2026-05-02', 0), (2, 1, 2, 1, 40, '2026-06-20', 0), (3, 2, 1, 5, 30, '2026-06-30', 0),"
    " (4, 3, 2, 3, 40, '2026-07-05', 0), (5, 3, NULL, 1, 10, '2026-08-03', 1), (6, 2, 1, 4, 30, '2025-08-09', 0),"
    " (7, 1, 2, 2, 40, '2026-08-10', 0);"
    "INSERT INTO breakage VALUES (1, 1, 2, '2026-05-02'), (2, 1, 1, '2026-07-01'), (3, 2, 4, '2026-06-30');";

constexpr char layer[] = R"(
semantic_models:
  - name: sales
    model: ref('sold')
    defaults: {agg_time_dimension: day}
    entities:
      - {name: sale, type: primary, expr: id}
      - {name: fair, type: foreign}
      - {name: glaze, type: foreign}
    dimensions:
      - {name: day, type: time, type_params: {time_granularity: day}}
      - {name: is_void, type: categorical, expr: void}
    measures:
      - {name: revenue, agg: sum, expr: pots * price, create_metric: true, meta: {synonyms: [takings]}}
      - {name: pots_sold, agg: sum, expr: pots}
      - {name: sale_count, agg: count, expr: id, create_metric: true}
  - name: fairs
    model: ref('fair')
    entities:
      - {name: fair, type: primary, expr: id, meta: {synonyms: [market]}}
      - {name: county, type: foreign}
    dimensions:
      - {name: name, type: categorical}
      - {name: kind, type: categorical, label: Type of fair}
  - name: counties
    model: ref('county')
    entities:
      - {name: county, type: primary, expr: id}
    dimensions:
      - {name: county_name, type: categorical, expr: nm, label: County}
  - name: glazes
    model: ref('glaze')
    entities:
      - {name: glaze, type: primary, expr: id}
    dimensions:
      - {name: colour, type: categorical, meta: {synonyms: [color]}}
  - name: breakages
    model: ref('breakage')
    defaults: {agg_time_dimension: day}
    entities:
      - {name: fair, type: foreign}
    dimensions:
      - {name: day, type: time, type_params: {time_granularity: day}}
    measures:
      - {name: broken, agg: sum, expr: pots, create_metric: true, label: Pots broken}
metrics:
  - name: price_per_pot
    label: Average price
    type: ratio
    type_params: {numerator: revenue, denominator: pots}
  - name: pots
    type: simple
    type_params: {measure: pots_sold}
  - name: void_sales
    type: simple
    type_params: {measure: sale_count}
    filter: "{{ Dimension('sale__is_void') }} = 1"
  - name: running_revenue
    type: cumulative
    type_params: {measure: revenue}
)";

struct fixture : read_database {
  fixture() : read_database(pottery) {
    knowledge::yaml_text const file{"pottery.yml", layer};
    auto made = std::make_shared<knowledge::semantic_layer>(knowledge::parse_semantics(std::span(&file, 1)));
    made->today = schema::period_of("2026-08-10")->first;
    knowledge::require_fit(*made, database.schema());
    auto const facts = std::make_shared<knowledge::learned const>(knowledge::facts_of(*made, database.schema()));
    options = {.confirmed = facts, .semantics = made};
    prepared known(database, options, knowledge::with_learned({}, *facts));
    names = known.known<knowledge::lexicon>();
  }

  /// The rows of a question that is answered from the definitions.
  std::string defined(std::string const& question) {
    auto const found = read(question);
    BOOST_TEST(!found.defined.empty(), question << ": " << found.sql);
    return rows(question);
  }
  bool is_defined(std::string const& question) {
    auto const found = reader::fill_skeletons(link::linked_question(names, question), {});
    return !found.empty() && !found.front().defined.empty();
  }

  knowledge::lexicon_options options{};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(metrics, fixture)

BOOST_AUTO_TEST_CASE(a_metric_is_computed_as_defined) {
  BOOST_TEST(defined("What is the revenue?") == "580");  // 60 + 40 + 150 + 120 + 10 + 120 + 80
  BOOST_TEST(defined("Show me our total takings") == "580");
  BOOST_TEST(defined("How many void sales were there?") == "1");
  BOOST_TEST(defined("I would like to see the number of sales, please") == "7");
  BOOST_TEST(defined("count of void-sales by county") == "Devon, 1");  // the filter leaves out groups, as in MetricFlow
  BOOST_TEST(defined("How many pots?") == "18");
}

BOOST_AUTO_TEST_CASE(groups_are_joined_from_many_to_one) {
  BOOST_TEST(defined("revenue by county") == "Devon, 400; Kent, 180");
  BOOST_TEST(defined("revenue per type of fair") == "indoor, 270; outdoor, 310");
  BOOST_TEST(defined("number of sales for each market") == "Old Barn, 2; Quayside, 2; Spring Green, 3");
  BOOST_TEST(defined("pots by glaze color") == "?, 1; celadon, 11; tenmoku, 6");
  BOOST_TEST(defined("pots broken by county") == "Devon, 4; Kent, 3");
}

BOOST_AUTO_TEST_CASE(values_restrict) {
  BOOST_TEST(defined("revenue of outdoor fairs") == "310");
  BOOST_TEST(defined("celadon pots by county in 2026") == "Devon, 5; Kent, 2");
  BOOST_TEST(defined("revenue from Kent and Devon") == "580");
}

BOOST_AUTO_TEST_CASE(periods_are_counted_from_the_day) {
  BOOST_TEST(defined("revenue last quarter") == "250");  // April to June 2026
  BOOST_TEST(defined("What was the revenue this month?") == "90");
  BOOST_TEST(defined("revenue last month") == "120");
  BOOST_TEST(defined("revenue in Q3 2026") == "210");
  BOOST_TEST(defined("revenue in 2025") == "120");
  BOOST_TEST(defined("revenue since July 2026") == "210");
  BOOST_TEST(defined("revenue before May 2026") == "120");
  BOOST_TEST(defined("revenue between May 2026 and June 2026") == "250");
  BOOST_TEST(defined("revenue in the last 7 days") == "80");  // 4 to 10 August
  BOOST_TEST(defined("revenue year to date") == "460");
  BOOST_TEST(defined("revenue on 2026-07-05") == "120");
  BOOST_TEST(defined("revenue between May and July 2026") == "370");
  BOOST_TEST(defined("revenue from May 2026 to July 2026") == "370");
}

BOOST_AUTO_TEST_CASE(units_of_time_are_groups) {
  BOOST_TEST(defined("monthly revenue in 2026") == "2026-05, 60; 2026-06, 190; 2026-07, 120; 2026-08, 90");
  BOOST_TEST(defined("revenue by quarter") == "2025-Q3, 120; 2026-Q2, 250; 2026-Q3, 210");
  BOOST_TEST(defined("revenue per year") == "2025, 120; 2026, 460");
  BOOST_TEST(defined("revenue by week since August 2026") == "2026-08-03, 10; 2026-08-10, 80");
  BOOST_TEST(defined("revenue by county and month since July 2026") == "Devon, 2026-07, 120; Devon, 2026-08, 10; Kent, 2026-08, 80");
}

BOOST_AUTO_TEST_CASE(superlatives_and_comparisons_are_about_groups) {
  BOOST_TEST(defined("Which county has the highest revenue?") == "Devon, 400");
  BOOST_TEST(defined("Top 2 fairs by revenue") == "Old Barn, 270; Spring Green, 180");
  BOOST_TEST(defined("the fair with the lowest revenue in 2026") == "Quayside, 130");
  BOOST_TEST(defined("fairs with revenue over 150") == "Old Barn, 270; Spring Green, 180");
  BOOST_TEST(defined("counties with revenue of at least 400") == "Devon, 400");
  BOOST_TEST(defined("fairs by revenue") == "Old Barn, 270; Quayside, 130; Spring Green, 180");
  BOOST_TEST(defined("which month had the highest revenue in 2026?") == "2026-06, 190");
  BOOST_TEST(defined("fairs with at most 6 pots") == "Quayside, 4; Spring Green, 5");
}

BOOST_AUTO_TEST_CASE(a_ratio_is_of_sums) {
  auto const found = read("average price by county");
  BOOST_TEST(!found.defined.empty());
  auto const done = database.execute(found.sql);
  BOOST_REQUIRE(done.ok());
  BOOST_REQUIRE(done.rows.values.size() == 2U);
  BOOST_TEST(*done.rows.values[0][1].real() == 400.0 / 13, boost::test_tools::tolerance(1e-9));  // Devon
  BOOST_TEST(*done.rows.values[1][1].real() == 36.0, boost::test_tools::tolerance(1e-9));        // Kent: 180 / 5
}

BOOST_AUTO_TEST_CASE(what_is_not_read_wholly_is_not_answered_from_a_definition) {
  for (auto const* question : {"revenue growth by county",
                               "revenue not from Kent",
                               "running revenue by month",
                               "average revenue per fair",
                               "revenue without void sales",
                               "revenue by county compared with last year",
                               "median revenue by fair",
                               "pots broken by colour",
                               "revenue and pots broken by county",
                               "the highest revenue by county",
                               "revenue by potter",
                               "How many fairs are there?",
                               "second highest revenue by fair",
                               "fair with the 2nd highest revenue",
                               "revenue Kentt",
                               "revenue in Kant",
                               "top 2 fairs by revenue for each county",
                               "which fair had the highest revenue each month",
                               "best fair by average price",
                               "revenue glaze",
                               "is void revenue",
                               "revenue from 2026",
                               "revenue from August to May 2026",
                               "revenue through May 2026",
                               "revenue in Kent and outdoor",
                               "revenue pots",
                               "total average price",
                               "last 9999 years revenue",
                               "revenue over 1.2.3 by fair"})
    BOOST_TEST(!is_defined(question), question);
}

BOOST_AUTO_TEST_CASE(a_run_delivers_the_definition_with_its_confidence) {
  auto const facts = options.confirmed;
  prepared known(database, options, knowledge::with_learned({}, *facts));
  systems::with_confidence<systems::offline> const offline;
  llm::no_model model;
  auto const found = offline.run(t2s::context(model, known), "takings by county last quarter");
  BOOST_TEST(found.sql().find("sum(sold.pots * sold.price)") != std::string_view::npos, found.sql());
  BOOST_REQUIRE(found.estimate());
  BOOST_TEST(!found.estimate()->is_uncertain());
  BOOST_TEST(found.revisions.back().tried.why == "by definition: revenue = sum(pots * price); from 2026-04-01 to 2026-06-30");
  BOOST_TEST(found.outcome()->rows.values.size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
#endif
