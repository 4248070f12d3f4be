// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/link/schema_retrieval.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "t2s/llm/detail/token_estimate.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;

namespace {

schema::table table(std::string name, std::vector<std::string> const& columns, std::vector<std::pair<std::string, std::string>> keys = {}) {
  schema::table t;
  t.name = std::move(name);
  for (auto const& c : columns) t.columns.push_back({.name = c, .type = "TEXT", .key_position = c == "id" ? std::size_t{1} : 0});
  for (auto& [column, to] : keys) t.foreign_keys.push_back({.columns = {column}, .table = to, .referenced = {"id"}});
  return t;
}

/// A harbour and an orchestra, among unrelated tables.
schema::database many_tables() {
  std::vector<schema::table> all;
  for (int i = 0; i < 300; ++i)
    all.push_back(table("ledger_" + std::to_string(i), {"id", "amount", "booked_on", "currency", "branch", "remark"}));
  all.push_back(table("musician", {"id", "name", "instrument", "salary"}));
  all.push_back(table("concert", {"id", "venue", "held_on"}));
  all.push_back(table("plays_in", {"musician_id", "concert_id"}, {{"musician_id", "musician"}, {"concert_id", "concert"}}));
  all.push_back(table("pier", {"id", "length", "depth"}));
  all.push_back(table("vessel", {"id", "captain", "tonnage", "pier_id"}, {{"pier_id", "pier"}}));
  return schema::database(std::move(all));
}

std::vector<std::string> chosen(knowledge::lexicon const& names, std::string const& question, std::size_t tokens) {
  std::vector<std::string> all;
  for (auto const& t : link::retrieve_schema(names, question, {tokens}).tables) all.push_back(names.schema().tables()[t.table].name);
  return all;
}

bool has(std::vector<std::string> const& all, std::string const& one) { return std::find(all.begin(), all.end(), one) != all.end(); }

}  // namespace

BOOST_AUTO_TEST_SUITE(schema_retrieval)

BOOST_AUTO_TEST_CASE(what_fits_is_shown_as_a_whole) {
  knowledge::lexicon const names(many_tables());
  auto const choice = link::retrieve_schema(names, "How many piers are there?", {1'000'000});
  BOOST_TEST(choice.is_whole());
  BOOST_TEST(choice.tables.size() == names.schema().tables().size());
  BOOST_TEST((link::chosen_schema(names.schema(), choice) == names.schema()));
}

BOOST_AUTO_TEST_CASE(of_a_table_that_does_not_fit_alone_the_first_columns) {
  std::vector<std::string> columns;
  for (int i = 0; i < 3'000; ++i) columns.push_back("reading_" + std::to_string(i));
  knowledge::lexicon const names(schema::database(std::vector{table("measured", columns)}));
  auto const choice = link::retrieve_schema(names, "How many are there?", {500});
  BOOST_REQUIRE(choice.tables.size() == 1u);
  BOOST_TEST(choice.columns > 10u);
  BOOST_TEST(choice.tokens <= 500u);
}

BOOST_AUTO_TEST_CASE(descriptions_count) {
  auto tables = many_tables().tables();
  tables[217].columns[5].description = "What the harbour master wrote about a quarantine";
  tables[118].description = "Bills of the orchestra";
  knowledge::lexicon const names{schema::database(tables)};
  BOOST_TEST(chosen(names, "Which vessels were in quarantine?", 300).front() == "vessel");
  BOOST_TEST(has(chosen(names, "Which vessels were in quarantine?", 300), "ledger_217"));
  BOOST_TEST(chosen(names, "Was there a quarantine?", 300).front() == "ledger_217");
  BOOST_TEST(chosen(names, "What does the orchestra owe?", 300).front() == "ledger_118");
}

BOOST_AUTO_TEST_CASE(tables_that_are_near_in_another_way_count) {
  knowledge::lexicon const names(many_tables());
  std::vector<double> near(names.schema().tables().size(), 0.3);
  near[42] = 0.8;
  near[43] = 0.5;
  auto const choice = link::retrieve_schema(names, "Who was it?", {200}, near);
  BOOST_TEST(choice.tables.at(0).table == 42u);
  BOOST_TEST(choice.tables.at(1).table == 43u);
  // A word that names a table counts more.
  auto const named = link::retrieve_schema(names, "Where is the pier?", {200}, near);
  BOOST_TEST(names.schema().tables()[named.tables.at(0).table].name == "pier");
  BOOST_TEST(named.tables.at(1).table == 42u);
  // Counts nothing if all are equally near.
  near.assign(near.size(), 0.3);
  BOOST_TEST((link::retrieve_schema(names, "pier", {200}, near).tables == link::retrieve_schema(names, "pier", {200}).tables));
}

BOOST_AUTO_TEST_CASE(tables_that_the_question_names_come_first) {
  knowledge::lexicon const names(many_tables());
  BOOST_TEST(chosen(names, "What is the depth of each pier?", 200).front() == "pier");
  BOOST_TEST(chosen(names, "Who is the captain with the greatest tonnage?", 200).front() == "vessel");
}

/// No word names the table between two named tables; the keys lead to it.
BOOST_AUTO_TEST_CASE(tables_that_join_others_are_kept) {
  knowledge::lexicon const names(many_tables());
  auto const all = chosen(names, "Which musicians played in a concert at the venue?", 200);
  for (auto const* t : {"musician", "concert", "plays_in"}) BOOST_TEST(has(all, t), t);
}

BOOST_AUTO_TEST_CASE(the_budget_holds) {
  knowledge::lexicon const names(many_tables());
  std::string const found = "What is the amount of each ledger?";
  for (std::size_t const tokens : {0U, 30U, 100U, 500U, 2000U}) {
    auto const choice = link::retrieve_schema(names, found, {tokens});
    BOOST_TEST(choice.tokens <= tokens);
    std::size_t shown = 0;
    auto const part = link::chosen_schema(names.schema(), choice);
    for (auto const& t : part.tables()) shown += llm::estimate_tokens(schema::create_statement(t, sql::dialect::sqlite));
    BOOST_TEST(shown <= tokens);
    BOOST_TEST(!choice.is_whole());
    BOOST_TEST(choice.all_tables == names.schema().tables().size());
  }
}

BOOST_AUTO_TEST_CASE(of_a_wide_table_keys_and_named_columns_are_shown) {
  std::vector<std::string> columns{"id", "height"};
  for (int i = 0; i < 2000; ++i) columns.push_back("reading_" + std::to_string(i));
  knowledge::lexicon const names(schema::database({table("lighthouse", columns)}));
  auto const choice = link::retrieve_schema(names, "What is the height of the lighthouse?", {200});
  BOOST_TEST_REQUIRE(choice.tables.size() == 1u);
  auto const part = link::chosen_schema(names.schema(), choice);
  BOOST_TEST((part.tables()[0].find_column("height") && part.tables()[0].find_column("id")));
}

/// Keys to tables or columns that are not shown would name something invisible.
BOOST_AUTO_TEST_CASE(keys_lead_to_what_is_shown) {
  knowledge::lexicon const names(many_tables());
  for (std::size_t tokens = 10; tokens < 400; tokens += 15) {
    auto const part = link::chosen_schema(names.schema(), link::retrieve_schema(names, "captains of vessels", {tokens}));
    for (auto const& t : part.tables())
      for (auto const& k : t.foreign_keys) BOOST_TEST(k.resolved, t.name << " at " << tokens);
  }
}

BOOST_AUTO_TEST_CASE(a_question_that_names_nothing) {
  knowledge::lexicon const names(many_tables());
  auto const all = chosen(names, "", 300);
  BOOST_TEST(!all.empty());
  BOOST_TEST(all.front() == "ledger_0");
  BOOST_TEST(chosen(knowledge::lexicon(schema::database()), "How many?", 300).empty());
}

BOOST_AUTO_TEST_SUITE_END()
