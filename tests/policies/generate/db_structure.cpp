// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/generate/detail/sql_craft.hpp"

#include "support/table.hpp"
#include "support/world_1.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using generate::db_structure;
using generate::key_style;
using test::column;

namespace {

schema::table table(std::string name, std::vector<schema::column> columns) {
  schema::table t;
  t.name = std::move(name);
  t.columns = std::move(columns);
  return t;
}

/// Two tables; a key and a reference of two columns; a reference to a missing table; names that need care.
schema::database orchard() {
  auto tree = table("tree", {column("line", "int", 1), column("it's", "int", 2), column("planted", "DATE")});
  auto pick = table("pick", {column("line", "int"), column("tree no", "int"), column("ripe", "BOOLEAN"), column("photo", "BLOB")});
  pick.foreign_keys.push_back({{"line", "tree no"}, "tree", {"line", "it's"}});
  pick.foreign_keys.push_back({{"line"}, "field", {"id"}});
  return schema::database({tree, pick});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(db_structure_)

BOOST_AUTO_TEST_CASE(the_papers_database_is_shown_as_the_paper_does) {
  BOOST_TEST(db_structure(tests::world_1(), {}, key_style::pandas, "world_1") == tests::world_1_structure);
}

BOOST_AUTO_TEST_CASE(composite_keys_and_odd_names) {
  BOOST_TEST(db_structure(orchard(), {}, key_style::pandas) ==
             "Tables: tree, pick\n"
             "Primary Keys: tree[['line', \"it's\"]]\n"
             "Foreign Key:\n"
             "pd.merge(pick, tree, left_on=['line', 'tree no'], right_on=['line', \"it's\"])\n"
             "Columns:\n"
             "Table tree: line (number), it's (number), planted (time)\n"
             "Table pick: line (number), tree no (number), ripe (boolean), photo (others)\n");
}

BOOST_AUTO_TEST_CASE(keys_as_sql_and_examples) {
  std::vector<table_sample> const examples{
      {"tree", {{"line", "it's", "planted"}, {{value(std::int64_t{1}), value(), value(std::string("2020-05-01"))}}}, 0}, {"pick", {}, 0}};
  auto const shown = db_structure(orchard(), examples, key_style::sql);
  BOOST_TEST(
      shown.starts_with("Tables: tree, pick\nPrimary Keys: tree.(line, \"it's\")\nForeign Key:\n"
                        "pick.(line, \"tree no\") = tree.(line, \"it's\")\n"));
  BOOST_TEST(shown.ends_with("Examples:\nTable tree: [(1, None, '2020-05-01')]\n"));
}

BOOST_AUTO_TEST_CASE(an_empty_database) { BOOST_TEST(db_structure({}, {}, key_style::pandas) == "Tables: \nColumns:\n"); }

BOOST_AUTO_TEST_SUITE_END()
