// SPDX-License-Identifier: BSL-1.0
// In a schema of many tables a question is read within one subject: tables that keys join, or whose names begin alike.
#include "support/table.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;

namespace {

schema::table made(std::string name, std::vector<std::string> const& columns) { return test::table(std::move(name), columns, "TEXT"); }

/// A zoo and a theatre, each with tickets, and many other tables.
schema::database groups(std::size_t others, bool joined = false) {
  std::vector<schema::table> all{made("zoo__ticket", {"price", "sold_on"}), made("zoo__animal", {"species", "cage"}),
                                 made("theatre__ticket", {"price", "seat", "play_id"}), made("theatre__play", {"play_id", "author"})};
  if (joined) all[2].foreign_keys.push_back({.columns = {"seat"}, .table = "zoo__animal", .referenced = {"cage"}});
  for (std::size_t i = 0; i < others; ++i) all.push_back(made("archive_" + std::to_string(i), {"shelf", "box"}));
  return schema::database(std::move(all));
}

/// The tables that a question names, or whose columns it names.
std::set<std::string> linked(schema::database const& d, std::string_view question) {
  knowledge::lexicon const names(d);
  std::set<std::string> all;
  for (auto const& l : link::link_question(names, question).found) all.insert(names.table(l.where).name);
  return all;
}

using tables = std::set<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(subjects)

BOOST_AUTO_TEST_CASE(one_subject_of_many_tables) {
  BOOST_TEST((linked(groups(60), "the price of a ticket for each species of animal") == tables{"zoo__ticket", "zoo__animal"}));
  BOOST_TEST((linked(groups(60), "the price of a ticket for the plays of each author") == tables{"theatre__ticket", "theatre__play"}));
}

BOOST_AUTO_TEST_CASE(the_name_of_a_group_decides_between_tables_of_one_name) {
  BOOST_TEST((linked(groups(60), "the price of a zoo ticket") == tables{"zoo__ticket"}));
  BOOST_TEST((linked(groups(60), "the price of a theatre ticket") == tables{"theatre__ticket"}));
}

BOOST_AUTO_TEST_CASE(keys_make_one_subject_of_two) {
  BOOST_TEST(linked(groups(60, true), "the price of a ticket for each species of animal").contains("theatre__ticket"));
}

BOOST_AUTO_TEST_CASE(a_schema_of_few_tables_is_one_subject) {
  BOOST_TEST(linked(groups(10), "the price of a ticket for each species of animal").contains("theatre__ticket"));
}

/// The whole name belongs to the table: `ticket` names zoo__ticket as well as it would name a table `ticket`.
BOOST_AUTO_TEST_CASE(what_groups_tables_is_no_part_of_their_names) {
  knowledge::lexicon const names(groups(0));
  double best = 0;
  for (auto const& l : link::link_question(names, "How many tickets?").found)
    if (l.where.is_table()) best = std::max(best, l.score);
  BOOST_TEST(best == 1.0);
  BOOST_TEST(linked(schema::database({made("sales.order", {"x"}), made("hr.person", {"y"})}), "orders").contains("sales.order"));
}

BOOST_AUTO_TEST_CASE(a_question_that_names_nothing) { BOOST_TEST(linked(groups(60), "why?").empty()); }

BOOST_AUTO_TEST_SUITE_END()
