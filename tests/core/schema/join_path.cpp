// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/schema/detail/join_path.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <bit>

using namespace t2s;
using names = std::vector<std::string>;

namespace {

/// A table with an id and, for each target, a column of that name that refers to the target's id.
schema::table node(std::string name, names const& targets = {}) {
  schema::table t;
  t.name = std::move(name);
  t.columns.resize(1 + targets.size());
  t.columns[0].name = "id";
  t.columns[0].key_position = 1;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    t.columns[i + 1].name = targets[i];
    t.foreign_keys.push_back({{targets[i]}, targets[i], {}});
  }
  return t;
}

std::string sql_of(schema::database const& d, names const& tables) {
  auto const path = schema::find_join_path(d, tables);
  return path ? schema::to_sql(*path, d.sql_dialect()) : "none";
}

/// flight -> plane -> maker -> nation, flight -> airport -> nation, and an island.
schema::database airline() {
  return schema::database({node("flight", {"plane", "airport"}), node("plane", {"maker"}), node("airport", {"nation"}),
                           node("maker", {"nation"}), node("nation"), node("island", {"island"})});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(join_paths)

BOOST_AUTO_TEST_CASE(neighbours_join_either_way) {
  auto const d = airline();
  BOOST_TEST(sql_of(d, {"flight", "plane"}) == "flight JOIN plane ON flight.plane = plane.id");
  BOOST_TEST(sql_of(d, {"Plane", "FLIGHT"}) == "plane JOIN flight ON plane.id = flight.plane");
  BOOST_TEST(sql_of(d, {"plane"}) == "plane");
  BOOST_TEST(sql_of(d, {"plane", "plane", "PLANE"}) == "plane");
}

BOOST_AUTO_TEST_CASE(the_shortest_way_is_taken) {
  // by airport, two joins, and not by plane and maker, three
  BOOST_TEST(sql_of(airline(), {"flight", "nation"}) ==
             "flight JOIN airport ON flight.airport = airport.id JOIN nation ON airport.nation = nation.id");
}

BOOST_AUTO_TEST_CASE(rows_of_pairs_come_before_what_both_refer_to) {
  // A stop and a line are of a town each, and calls are of a stop and a line: who is of the same town need not meet
  schema::database const d({node("town"), node("stop", {"town"}), node("line", {"town"}), node("call", {"stop", "line"})});
  names const asked{"stop", "line"};
  BOOST_TEST(sql_of(d, asked) == "stop JOIN call ON stop.id = call.stop JOIN line ON call.line = line.id");
  BOOST_TEST(schema::other_ways(d, schema::find_join_path(d, asked).value(), asked).empty());
  // the only way
  BOOST_TEST(sql_of(schema::database({node("town"), node("stop", {"town"}), node("line", {"town"})}), asked) ==
             "stop JOIN town ON stop.town = town.id JOIN line ON town.id = line.town");
}

BOOST_AUTO_TEST_CASE(other_ways_of_the_same_length) {
  auto const others = [](schema::database const& d, names const& tables) {
    return schema::other_ways(d, schema::find_join_path(d, tables).value(), tables);
  };
  auto flight = node("flight", {"airport"});
  flight.columns.push_back({.name = "destination"});
  flight.foreign_keys.push_back({{"destination"}, "airport", {"id"}});
  schema::database const two_keys({flight, node("airport")});
  BOOST_TEST(others(two_keys, {"flight", "airport"}) == names{"flight JOIN airport ON flight.destination = airport.id"},
             boost::test_tools::per_element());

  schema::database const two_tables({node("person"), node("club"), node("member", {"person", "club"}), node("donor", {"person", "club"})});
  BOOST_TEST(
      others(two_tables, {"person", "club"}) == names{"person JOIN donor ON person.id = donor.person JOIN club ON donor.club = club.id"},
      boost::test_tools::per_element());
  BOOST_TEST(others(two_tables, {"person", "member", "club"}).empty());  // the question names the middle table
  BOOST_TEST(others(airline(), {"flight", "nation"}).empty());           // the other way is longer
}

/// A table with an id and columns a, b, ..., each a key to one of the targets, in this order.
schema::table pointing(std::string name, names const& targets) {
  auto t = node(std::move(name), targets);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    t.columns[i + 1].name = std::string(1, static_cast<char>('a' + i));
    t.foreign_keys[i].columns = {t.columns[i + 1].name};
  }
  return t;
}

// A flight has two keys to an airport, and an airport two to a nation. If the question decided a step, its other key is no alternative.
BOOST_AUTO_TEST_CASE(other_keys_of_decided_steps_are_left_out) {
  schema::database const d({pointing("flight", {"airport", "airport"}), pointing("airport", {"nation", "nation"}), node("nation")});
  names const tables{"flight", "airport", "nation"};
  auto const taken = schema::find_join_path(d, tables);
  BOOST_TEST_REQUIRE(taken.has_value());
  BOOST_TEST(schema::to_sql(*taken, d.sql_dialect()) ==
             "flight JOIN airport ON flight.a = airport.id JOIN nation ON airport.a = nation.id");
  std::string const other_airport = "flight JOIN airport ON flight.b = airport.id",
                    other_nation = "airport JOIN nation ON airport.b = nation.id";
  auto const others = [&](std::vector<std::size_t> const& decided) { return schema::other_ways(d, *taken, tables, decided); };
  BOOST_TEST(others({}) == (names{other_airport, other_nation}), boost::test_tools::per_element());
  BOOST_TEST(others({0}) == names{other_nation}, boost::test_tools::per_element());
  BOOST_TEST(others({1}) == names{other_airport}, boost::test_tools::per_element());
  BOOST_TEST(others({0, 1}).empty());
}

// A decided step determines the key, not the table: the alternative table between remains.
BOOST_AUTO_TEST_CASE(other_tables_of_decided_steps_are_other_ways) {
  schema::database const d({node("person"), node("club"), node("member", {"person", "club"}), node("donor", {"person", "club"})});
  names const tables{"person", "club"};
  auto const taken = schema::find_join_path(d, tables);
  BOOST_TEST_REQUIRE(taken.has_value());
  std::vector<std::size_t> const decided{0, 1};
  BOOST_TEST(schema::other_ways(d, *taken, tables, decided) ==
                 names{"person JOIN donor ON person.id = donor.person JOIN club ON donor.club = club.id"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(other_ways_are_at_most_eight) {
  auto const others = [](std::size_t keys, std::vector<std::size_t> const& decided) {
    // the path is leg - town by key a, then town - land, which has another key
    schema::database const d({pointing("leg", names(keys, "town")), pointing("town", {"land", "land"}), node("land")});
    names const tables{"leg", "town", "land"};
    return schema::other_ways(d, schema::find_join_path(d, tables).value(), tables, decided);
  };
  auto const leg = [](char key) { return std::string("leg JOIN town ON leg.") + key + " = town.id"; };
  std::string const land = "town JOIN land ON town.b = land.id";
  BOOST_TEST(others(8, {}) == (names{leg('b'), leg('c'), leg('d'), leg('e'), leg('f'), leg('g'), leg('h'), land}),
             boost::test_tools::per_element());  // 7 + 1
  BOOST_TEST(others(9, {}) == (names{leg('b'), leg('c'), leg('d'), leg('e'), leg('f'), leg('g'), leg('h'), leg('i')}),
             boost::test_tools::per_element());  // 8, which leaves no room for the last
  BOOST_TEST(others(12, {}).size() == 8u);
  BOOST_TEST(others(12, {}).back() == leg('i'));
  // the omitted ones give their places among the eight to others
  BOOST_TEST(others(8, {0}) == names{land}, boost::test_tools::per_element());
  BOOST_TEST(others(9, {0}).empty());
}

BOOST_AUTO_TEST_CASE(several_tables_share_their_ways) {
  BOOST_TEST(sql_of(airline(), {"maker", "airport", "nation"}) ==
             "maker JOIN nation ON maker.nation = nation.id JOIN airport ON nation.id = airport.nation");
  auto const all = schema::find_join_path(airline(), names{"nation", "maker", "plane", "airport", "flight"});
  BOOST_TEST_REQUIRE(all.has_value());
  BOOST_TEST(all->steps.size() == 4u);
}

BOOST_AUTO_TEST_CASE(of_equal_ways_the_earlier_in_the_schema_is_taken) {
  schema::database const d({node("finish"), node("second", {"finish", "start"}), node("first", {"finish", "start"}), node("start")});
  BOOST_TEST(sql_of(d, {"start", "finish"}) == "start JOIN second ON start.id = second.start JOIN finish ON second.finish = finish.id");
  auto two_keys = node("leg", {"town"});
  two_keys.columns.push_back(two_keys.columns[1]);
  two_keys.columns.back().name = "other";
  two_keys.foreign_keys.push_back({{"other"}, "town", {}});
  BOOST_TEST(sql_of(schema::database({node("town"), two_keys}), {"town", "leg"}) == "town JOIN leg ON town.id = leg.town");
}

BOOST_AUTO_TEST_CASE(composite_keys_give_every_condition) {
  auto child = node("child", {"a", "b"});
  child.foreign_keys = {{{"a", "b"}, "two part", {"x", "y"}}};
  auto parent = node("two part", {"x", "y"});
  parent.foreign_keys.clear();
  BOOST_TEST(sql_of(schema::database({child, parent}), {"child", "two part"}) ==
             "child JOIN \"two part\" ON child.a = \"two part\".x AND child.b = \"two part\".y");
}

BOOST_AUTO_TEST_CASE(what_is_not_connected_has_no_path) {
  auto const d = airline();
  BOOST_TEST(!schema::find_join_path(d, names{"flight", "island"}));
  BOOST_TEST(!schema::find_join_path(d, names{"flight", "nowhere"}));
  BOOST_TEST(!schema::find_join_path(d, names{}));
  BOOST_TEST(!schema::find_join_path(schema::database(), names{"x"}));
}

BOOST_AUTO_TEST_CASE(a_join_of_more_than_eight_tables_is_refused_and_explained) {
  std::vector<schema::table> chain{node("t0")};
  for (int i = 1; i < 40; ++i) chain.push_back(node("t" + std::to_string(i), {"t" + std::to_string(i - 1)}));
  chain.push_back(node("island"));
  schema::database const d(chain);
  BOOST_TEST(schema::find_join_path(d, names{"t3", "t10"}).value().steps.size() == 7U);  // eight tables
  BOOST_TEST(!schema::find_join_path(d, names{"t3", "t11"}));
  BOOST_TEST(!schema::find_join_path(d, names{"t3", "t6", "t11"}));
  BOOST_TEST(schema::find_join_path(d, names{"t3", "t11"}, 9).has_value());
  BOOST_TEST(!schema::find_join_path(d, names{"t3", "t4"}, 1));
  BOOST_TEST(schema::find_join_path(d, names{"t3"}, 1).has_value());

  BOOST_TEST(schema::why_not_joined(d, names{"t3", "t11"}) ==
             "tables that only a join of 9 connects, and at most 8 are joined: t3 and t11");
  BOOST_TEST(schema::why_not_joined(d, names{"t39", "t0"}) ==
             "tables that only a join of 40 connects, and at most 8 are joined: t39 and t0");
  BOOST_TEST(schema::why_not_joined(d, names{"t0", "island"}) == "tables that no foreign key connects: t0 and island");
  BOOST_TEST(schema::why_not_joined(d, names{"t3", "t10"}).empty());
  BOOST_TEST(schema::why_not_joined(d, names{"t3", "nowhere"}).empty());
}

// A separate table connects each pair of neighbours, earlier in the schema than the one to which all of them refer.
BOOST_AUTO_TEST_CASE(a_join_over_one_table_that_all_share_is_found) {
  std::vector<schema::table> tables;
  for (int i = 0; i < 6; ++i) tables.push_back(node("x" + std::to_string(i), {"w" + std::to_string(i), "w" + std::to_string(i + 1)}));
  tables.push_back(node("hub"));
  names wanted;
  for (int i = 0; i < 7; ++i) {
    wanted.push_back("w" + std::to_string(i));
    tables.push_back(node(wanted.back(), {"hub"}));
  }
  schema::database const d(tables);
  auto const path = schema::find_join_path(d, wanted);
  BOOST_TEST_REQUIRE(path.has_value());
  BOOST_TEST(path->first == "w0");
  BOOST_TEST(path->steps.size() == 7U);
  for (auto const& step : path->steps) BOOST_TEST((step.table == "hub" || step.to == "hub"));
  BOOST_TEST(schema::why_not_joined(d, wanted).empty());
}

BOOST_AUTO_TEST_CASE(of_more_than_two_tables_the_join_that_was_found_is_told) {
  std::vector<schema::table> chain{node("t0")};
  for (int i = 1; i < 12; ++i) chain.push_back(node("t" + std::to_string(i), {"t" + std::to_string(i - 1)}));
  BOOST_TEST(schema::why_not_joined(schema::database(chain), names{"t0", "t5", "t11"}) ==
             "tables that a join of 12 connects, the shortest that was found, and at most 8 are joined: t0, t5 and t11");
}

BOOST_AUTO_TEST_CASE(a_view_is_an_end_and_never_on_the_way) {
  auto totals = node("shop_total", {"region", "shop"});
  totals.is_view = true;
  totals.columns.front().key_position = 0;
  schema::database const d({totals, node("region"), node("shop", {"region"}), node("sale", {"shop"})});
  BOOST_TEST(sql_of(d, {"shop", "shop_total"}) == "shop JOIN shop_total ON shop.id = shop_total.shop");
  BOOST_TEST(sql_of(d, {"shop_total", "region"}) == "shop_total JOIN region ON shop_total.region = region.id");
  std::string const all =
      "region JOIN shop ON region.id = shop.region JOIN shop_total ON shop.id = shop_total.shop";  // rows of shops, not of regions
  BOOST_TEST(sql_of(d, {"region", "shop", "shop_total"}) == all);
  BOOST_TEST(sql_of(d, {"region", "shop_total", "shop"}) == all);
  BOOST_TEST(sql_of(d, {"shop_total", "region", "shop"}) == all);
  auto apart = node("shop");
  BOOST_TEST(sql_of(schema::database({totals, node("region"), apart}), {"shop", "region"}) == "none");
  BOOST_TEST(sql_of(schema::database({totals, node("region"), apart}), {"shop", "shop_total"}) ==
             "shop JOIN shop_total ON shop.id = shop_total.shop");
}

BOOST_AUTO_TEST_CASE(a_way_of_any_length_is_found_without_deep_recursion) {
  std::vector<schema::table> chain{node("t0")};
  for (int i = 1; i < 20'000; ++i) chain.push_back(node("t" + std::to_string(i), {"t" + std::to_string(i - 1)}));
  auto const path = schema::find_join_path(schema::database(chain), names{"t0", "t19999"}, 30'000);
  BOOST_TEST_REQUIRE(path.has_value());
  BOOST_TEST(path->steps.size() == 19'999U);
}

// Against the least number of joins, found by trying every set of tables, on all graphs of five tables with keys from later to earlier.
BOOST_AUTO_TEST_CASE(paths_are_near_the_best) {
  constexpr unsigned tables = 5, pairs = 10;
  names const all{"t0", "t1", "t2", "t3", "t4"};
  for (unsigned graph = 0; graph < (1U << pairs); ++graph) {
    bool edge[tables][tables] = {};
    std::vector<schema::table> made;
    for (unsigned i = 0, bit = 0; i < tables; ++i) {
      names targets;
      for (unsigned j = 0; j < i; ++j, ++bit)
        if (((graph >> bit) & 1U) != 0) {
          edge[i][j] = edge[j][i] = true;
          targets.push_back(all[j]);
        }
      made.push_back(node(all[i], targets));
    }
    auto const connected = [&](unsigned set) {
      unsigned reached = set & (~set + 1);
      for (unsigned round = 0; round < tables; ++round)
        for (unsigned i = 0; i < tables; ++i)
          for (unsigned j = 0; j < tables; ++j)
            if (edge[i][j] && ((reached >> i) & (set >> j) & 1U) != 0) reached |= 1U << j;
      return reached == set;
    };
    schema::database const d(made);
    for (unsigned wanted = 1; wanted < (1U << tables); ++wanted) {
      names chosen;
      for (unsigned i = 0; i < tables; ++i)
        if (((wanted >> i) & 1U) != 0) chosen.push_back(all[i]);
      std::size_t best = 99;
      for (unsigned set = 1; set < (1U << tables); ++set)
        if ((set & wanted) == wanted && connected(set)) best = std::min(best, static_cast<std::size_t>(std::popcount(set)) - 1);
      auto const path = schema::find_join_path(d, chosen);
      BOOST_REQUIRE(path.has_value() == (best != 99));
      if (path) BOOST_REQUIRE(path->steps.size() <= (chosen.size() == 2 ? best : 2 * best));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
