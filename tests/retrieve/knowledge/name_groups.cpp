// SPDX-License-Identifier: BSL-1.0
// Which prefixes of tables' names are groups and not part of the names.
#include "t2s/retrieve/knowledge/detail/name_groups.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <vector>

using namespace t2s;

namespace {

schema::table table(std::string name, std::string const& refers_to = {}) {
  schema::table t;
  t.name = std::move(name);
  t.columns = {{.name = "id", .type = "INTEGER", .key_position = 1}, {.name = "of", .type = "INTEGER"}};
  if (!refers_to.empty()) t.foreign_keys.push_back({.columns = {"of"}, .table = refers_to, .referenced = {"id"}});
  return t;
}

/// `modules` modules of four tables, three of which are joined by keys.
std::vector<schema::table> warehouse(int modules, std::string const& mark) {
  std::vector<schema::table> all;
  for (int i = 0; i < modules; ++i) {
    auto const module = "module_" + std::to_string(i) + mark;
    all.push_back(table(module + "order"));
    all.push_back(table(module + "order_item", module + "order"));
    all.push_back(table(module + "customer", module + "order"));
    all.push_back(table(module + "open_question"));
  }
  return all;
}

std::set<std::string> own_names(std::vector<schema::table> const& of) {
  schema::database const d(of);
  auto const lengths = knowledge::name_groups(d);
  std::set<std::string> all;
  for (std::size_t t = 0; t < lengths.size(); ++t) all.insert(d.tables()[t].name.substr(lengths[t]));
  return all;
}

std::set<std::string> names(std::vector<schema::table> const& of) {
  std::set<std::string> all;
  for (auto const& t : of) all.insert(t.name);
  return all;
}

std::set<std::string> const own{"order", "order_item", "customer", "open_question"};

}  // namespace

BOOST_AUTO_TEST_SUITE(name_groups)

BOOST_AUTO_TEST_CASE(marks_end_a_group_in_any_schema) {
  BOOST_TEST((own_names(warehouse(2, "__")) == own));
  BOOST_TEST((own_names(warehouse(2, ".")) == own));
  BOOST_TEST(
      (own_names({table("__order"), table("a__"), table(".b"), table("c.")}) == std::set<std::string>{"__order", "a__", ".b", "c."}));
}

BOOST_AUTO_TEST_CASE(keys_tell_groups_that_an_underscore_ends) {
  BOOST_TEST((own_names(warehouse(20, "_")) == own));
  auto const few = warehouse(5, "_");
  BOOST_TEST((own_names(few) == names(few)));  // each word of a name counts in a small schema
}

// Facts and dimensions have different prefixes, and keys join them.
BOOST_AUTO_TEST_CASE(beginnings_that_keys_cross_are_no_groups) {
  std::vector<schema::table> all;
  for (int i = 0; i < 30; ++i) {
    all.push_back(table("dim_" + std::to_string(i)));
    all.push_back(table("fact_" + std::to_string(i), "dim_" + std::to_string(i)));
  }
  BOOST_TEST((own_names(all) == names(all)));
}

BOOST_AUTO_TEST_CASE(without_keys_an_underscore_ends_no_group) {
  auto all = warehouse(20, "_");
  for (auto& t : all) t.foreign_keys.clear();
  BOOST_TEST((own_names(all) == names(all)));
}

BOOST_AUTO_TEST_CASE(something_is_left_of_every_name) {
  auto all = warehouse(20, "_");
  for (auto const* name : {"module_3_", "module", "_", "__", "module_3__"}) all.push_back(table(name));
  BOOST_TEST(!own_names(all).contains(""));
  BOOST_TEST(own_names({table("")}).contains(""));
}

BOOST_AUTO_TEST_SUITE_END()
