// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include "support/table.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using test::table;

BOOST_AUTO_TEST_SUITE(table_description)

BOOST_AUTO_TEST_CASE(a_line_a_column_with_its_values) {
  auto item = table("the item", {"name", "kind"});
  item.columns[0].type = "TEXT";
  std::vector<table_sample> const rows{
      {"THE ITEM", {{"kind", "name"}, {{1, "it's"}, {2, null_t()}, {1.5, "it's"}, {blob{{std::byte{255}}}, "b"}}}, 9}};
  BOOST_TEST(knowledge::describe_tables(schema::database({item, table("empty", {"a"})}), rows, 3) ==
             "# Table: \"the item\"\n[\n  (name TEXT, value examples: ['it''s', 'b']),\n  (kind, value examples: [1, 2, 1.5])\n]\n"
             "# Table: empty\n[\n  (a)\n]");
  BOOST_TEST(knowledge::describe_tables({}, {}, 3).empty());
}

BOOST_AUTO_TEST_CASE(keys_of_one_column_and_of_two) {
  auto sale = table("sale", {"item", "x y", "z"});
  sale.foreign_keys.push_back({{"item"}, "item", {"id"}, false});
  sale.foreign_keys.push_back({{"x y", "z"}, "item", {"id", "kind"}, false});
  sale.foreign_keys.push_back({{"z"}, "nowhere", {"id"}, false});
  BOOST_TEST(knowledge::describe_foreign_keys(schema::database({table("item", {"id", "kind"}), sale})) ==
             "sale.item = item.id\nsale.\"x y\", sale.z = item.id, item.kind");
  BOOST_TEST(knowledge::describe_foreign_keys({}) == "None");
}

BOOST_AUTO_TEST_CASE(long_values_are_cut_between_characters) {
  std::string const at_the_limit(80, 'a');
  auto too_long = at_the_limit;
  too_long.replace(79, 1, "\xC3\xA9");
  std::vector<value> const values{too_long, at_the_limit, "\xFF"};
  std::string expected = "['";
  expected.append(at_the_limit, 0, 79).append("...', '").append(at_the_limit).append("', '\xEF\xBF\xBD']");
  BOOST_TEST(knowledge::list_of_values(values) == expected);
  BOOST_TEST(knowledge::list_of_values({}) == "[]");
}

BOOST_AUTO_TEST_CASE(values_of_a_column_that_was_not_sampled) {
  std::vector<table_sample> const rows{{"t", {{"a"}, {{1}, {2}}}, 0}};
  BOOST_TEST(knowledge::sampled_values(rows, "t", "b", 5).empty());
  BOOST_TEST(knowledge::sampled_values(rows, "u", "a", 5).empty());
  BOOST_TEST(knowledge::sampled_values(rows, "t", "A", 1).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
