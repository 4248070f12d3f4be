// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/link/pool_mask.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"

#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/sql/postgres.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

/// A boatyard; the SQL of a question names a part of it.
retrieve::pool_schemas yards() {
  return retrieve::parse_pool_schemas(R"([{"db_id": "yard", "table_names_original": ["boat", "slipway"],
    "column_names_original": [[-1, "*"], [0, "boat_id"], [0, "hull_colour"], [0, "tonnage"], [1, "slipway_id"], [1, "city"]],
    "column_types": ["text", "number", "text", "number", "number", "text"], "primary_keys": [], "foreign_keys": []}])",
                                      "tables.json");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pool_masks)

BOOST_AUTO_TEST_CASE(names_are_those_of_the_schema_and_values_those_of_the_sql) {
  link::pool_mask const mask(yards());
  demonstration const d{"yard", "How many boats are in slipways of Bergen or at sea?", "SELECT count(*) FROM boat WHERE place = 'Bergen'",
                        "", ""};
  BOOST_TEST(retrieve::skeleton_text(d) == "how many [MASK] are in slipways of [MASK] or at sea ?");
  BOOST_TEST(retrieve::skeleton_text(d, mask) == "how many [MASK] are in [MASK] of [MASK] or at sea ?");
}

// The SQL's own aliases are not names of the schema.
BOOST_AUTO_TEST_CASE(names_of_the_sql_alone_stay) {
  demonstration const d{"yard", "Who has the largest share?", "SELECT max(tonnage) AS share FROM boat AS largest", "", ""};
  BOOST_TEST(retrieve::skeleton_text(d, link::pool_mask(yards())) == "who has the largest share ?");
}

BOOST_AUTO_TEST_CASE(without_a_schema_the_sql_masks) {
  demonstration const elsewhere{"zoo", "How many animals are in boats?", "SELECT count(*) FROM animal", "", ""};
  BOOST_TEST(retrieve::skeleton_text(elsewhere, link::pool_mask(yards())) == "how many [MASK] are in boats ?");
  demonstration const dollars{"zoo", "How many are in Bergen?", "SELECT count(*) FROM zoo WHERE city = $$Bergen$$", "", ""};
  BOOST_TEST(retrieve::skeleton_text(dollars, link::pool_mask({}, sql::postgres)) == "how many are in [MASK] ?");
}

BOOST_AUTO_TEST_CASE(an_index_compares_what_is_left) {
  std::vector<demonstration> const pool{{"yard", "How many boats are in slipways?", "SELECT count(*) FROM boat", "", ""}};
  std::vector<std::string> const asked{"how", "many", "[MASK]", "be", "in", "[MASK]", "?"};
  BOOST_TEST(retrieve::skeleton_index(pool).nearest(asked, 1).at(0).similarity < 0.9);
  retrieve::skeleton_index const linked(pool, link::pool_mask(yards()));
  BOOST_TEST(linked.nearest(asked, 1).at(0).similarity == 1.0, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
