// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/knowledge/detail/inferred_keys.hpp"

#include "support/table.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace t2s;

namespace {

/// A table whose first column is its key.
schema::table table(std::string name, std::vector<std::string> const& columns) {
  auto t = test::table(std::move(name), columns, "INTEGER");
  t.columns.front().key_position = 1;
  return t;
}

/// "child.column -> parent" of all keys, in their order.
std::vector<std::string> keys_of(schema::database const& d) {
  std::vector<std::string> out;
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      if (k.resolved) out.push_back(t.name + "." + k.columns.front() + " -> " + k.table);
  return out;
}

std::vector<std::string> inferred(std::vector<schema::table> tables) {
  return keys_of(knowledge::with_inferred_keys(schema::database(std::move(tables))));
}

using keys = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(inferred_keys)

BOOST_AUTO_TEST_CASE(names_of_keys_and_tables_suggest_them) {
  auto const found = inferred({table("harbour", {"harbour_no", "title"}), table("ship", {"id", "harbour_no", "flag"}),
                               table("voyage", {"voyage_no", "ShipID", "Ships", "harbour"})});
  BOOST_TEST(found == (keys{"ship.harbour_no -> harbour", "voyage.harbour -> harbour", "voyage.ShipID -> ship"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_tells_nothing_suggests_none) {
  BOOST_TEST(
      inferred({table("code", {"code", "title"}), table("ship", {"id", "code"}), table("crew", {"id", "name"}), table("deck", {"id"})})
          .empty());
  auto text = table("harbour", {"harbour_no"});
  text.columns.front().type = "TEXT";
  BOOST_TEST(inferred({text, table("ship", {"id", "harbour_no"})}).empty());  // of another affinity
  auto two = table("harbour", {"harbour_no", "part"});
  two.columns[1].key_position = 2;
  BOOST_TEST(inferred({two, table("ship", {"id", "harbour_no"})}).empty());
}

BOOST_AUTO_TEST_CASE(within_a_group_its_beginning_is_left_out) {
  auto const found = inferred({table("port__ship", {"uid", "flag"}), table("port__voyage", {"no", "ship"}),
                               table("post__parcel", {"parcel_nr", "ship"}), table("post__letter", {"letter_nr", "parcel"})});
  BOOST_TEST(found == (keys{"port__voyage.ship -> port__ship", "post__letter.parcel -> post__parcel"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_declared_key_stands_alone) {
  auto ship = table("ship", {"id", "harbour_no", "home"});
  ship.foreign_keys.push_back({{"home"}, "harbour", {"harbour_no"}});
  BOOST_TEST(inferred({table("harbour", {"harbour_no"}), ship}) == keys{"ship.home -> harbour"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_view_refers_to_each_table_of_which_it_has_the_key) {
  auto view = table("shop_total", {"shop_id", "region_id", "total"});
  view.is_view = true;
  view.columns.front().key_position = 0;
  auto shop = table("shop", {"shop_id", "region_id"});
  shop.foreign_keys.push_back({{"region_id"}, "region", {"region_id"}});
  BOOST_TEST(inferred({table("region", {"region_id"}), shop, view}) ==
                 (keys{"shop.region_id -> region", "shop_total.region_id -> region", "shop_total.shop_id -> shop"}),
             boost::test_tools::per_element());
}

// n tables with the same name of their key would have n * n keys.
BOOST_AUTO_TEST_CASE(a_name_that_very_many_tables_have_for_their_key_suggests_none) {
  auto const many = [](std::size_t n) {
    std::vector<schema::table> tables;
    for (std::size_t i = 0; i < n; ++i) tables.push_back(table("t" + std::to_string(i), {"record_no", "t0"}));
    return inferred(std::move(tables)).size();
  };
  BOOST_TEST(many(3) == 3U);      // a pair of tables is joined once
  BOOST_TEST(many(500) == 499U);  // by the name of the table t0
  BOOST_TEST(many(2'000) == 1'999U);
}

BOOST_AUTO_TEST_SUITE_END()
