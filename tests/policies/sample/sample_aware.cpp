// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/sample/sample_aware.hpp"
#include "support/table.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/retrieve/detail/skeleton_repository.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

using namespace t2s;

namespace {

schema::database mills() { return schema::database({test::table("mill", {"name", "output"})}); }

/// The SQL of the demonstrations chosen for a question, without a pipeline.
std::vector<std::string> chosen(sample::sample_aware const& by, question const& asked) {
  llm::no_model none;
  tests::scripted_database database{{}, {}, mills()};
  context<llm::no_model, tests::scripted_database> ctx(none, database);
  std::vector<std::string> sqls;
  for (auto const& d : by.sample(ctx, asked).get().demonstrations) sqls.push_back(d.shown.sql);
  return sqls;
}

retrieve::simplified_pair pair(std::string asked, std::string simple, std::string sql) {
  return {{"d", std::move(asked), std::move(sql), {}, {}}, std::move(simple), {}, {}};
}

sample::sample_aware over(std::vector<retrieve::simplified_pair> const& pairs) {
  sample::sample_aware made;
  made.repository = std::make_shared<retrieve::skeleton_index const>(retrieve::doubled(pairs));
  return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sample_aware)

BOOST_AUTO_TEST_CASE(both_questions_search_the_whole_repository) {
  auto by = over({pair("How many ships are there?", "Count ships.", "SELECT count(*) FROM ships"),
                  pair("Which cars are the fastest of all?", "How many cars are there?", "SELECT count(*) FROM cars"),
                  pair("Give me every single kite.", "Count kites.", "SELECT count(*) FROM kites")});
  by.k1 = by.k2 = 1;
  // By "how many [MASK] are there ?" the first; by "count [MASK] ." the first again, which is already taken, so the next nearest.
  BOOST_TEST(chosen(by, question("How many mills are there?", "Count mills.")) ==
                 (std::vector<std::string>{"SELECT count(*) FROM ships", "SELECT count(*) FROM kites"}),
             boost::test_tools::per_element());
  by.k1 = 2, by.k2 = 0;  // the original question finds a simplified question of the repository
  BOOST_TEST(chosen(by, question("How many mills are there?", "Count mills.")) ==
                 (std::vector<std::string>{"SELECT count(*) FROM ships", "SELECT count(*) FROM cars"}),
             boost::test_tools::per_element());
}

// Figure 2, w/o simplify: neither the question nor those of the repository are simplified.
BOOST_AUTO_TEST_CASE(simplified_questions_can_be_left_out) {
  auto by = over({pair("How many ships are there?", "Count ships.", "SELECT count(*) FROM ships"),
                  pair("Which cars are the fastest of all?", "How many cars are there?", "SELECT count(*) FROM cars"),
                  pair("How many kites are there on the hill?", "Count kites.", "SELECT count(*) FROM kites")});
  by.k1 = 2, by.k2 = 0;
  by.simplified = false;
  BOOST_TEST(chosen(by, question("How many mills are there?")) ==
                 (std::vector<std::string>{"SELECT count(*) FROM ships", "SELECT count(*) FROM kites"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_a_repository_there_are_none) {
  BOOST_TEST(chosen({}, question("How many?")).empty());
  BOOST_TEST(chosen(over({}), question("How many?")).empty());
  auto by = over({pair("How many ships?", "", "SELECT 1")});
  by.k1 = by.k2 = 0;
  BOOST_TEST(chosen(by, question("How many mills?")).empty());
  by.k1 = 7;  // more than there are
  BOOST_TEST(chosen(by, question("How many mills?")).size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_choice_is_that_of_a_plain_search) {
  std::mt19937 random(5);
  std::vector<std::string> const openings{"How many", "Which", "What are the names of", "List all", "Count the", "Show me"},
      things{"ships", "cars"}, ends{"are there", "are old", "by age", "that are new", "in order", "of them"};
  auto const one_of = [&](std::vector<std::string> const& all) { return all[random() % all.size()]; };
  auto const ask = [&] { return one_of(openings) + " " + one_of(things) + " " + one_of(ends) + " " + one_of(ends) + "?"; };
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<retrieve::simplified_pair> pairs;
    for (int i = 0; i < 40; ++i)
      pairs.push_back(pair(ask(), random() % 5 == 0 ? "" : ask(), "SELECT " + std::to_string(random() % 15) + " FROM " + one_of(things)));
    auto by = over(pairs);
    by.k1 = random() % 6, by.k2 = random() % 6;
    question const asked(ask(), ask());

    // All entries ranked by the one, then by the other; those with new SQL are taken.
    auto const all = retrieve::doubled(pairs);
    retrieve::skeleton_index const index(all);
    knowledge::lexicon const names(mills());
    std::vector<std::string> expected;
    auto const take = [&](std::string const& text, std::size_t k) {
      std::size_t taken = 0;
      for (auto const& hit : index.nearest(sample::skeleton_of_question(names, text), all.size())) {
        auto const& sql = all[hit.demonstration].sql;
        if (taken == k) break;
        if (std::find(expected.begin(), expected.end(), sql) != expected.end()) continue;
        expected.push_back(sql);
        ++taken;
      }
    };
    take(asked.original, by.k1);
    take(asked.clear, by.k2);
    BOOST_TEST(chosen(by, asked) == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(vectors_of_skeletons_do_as_well) {
  std::vector<demonstration> const pool{{"d", "How many ships are there?", "SELECT count(*) FROM ships", {}, {}},
                                        {"d", "Count ships.", "SELECT count(*) FROM ships", {}, {}},
                                        {"d", "List the cars.", "SELECT name FROM cars", {}, {}}};
  llm::scripted_embedding_model vectors(
      {{"how many [MASK] are there ?", {1, 0}}, {"count [MASK] .", {0, 1}}, {"list the [MASK] .", {1, 1}}});
  sample::sample_aware_by<llm::scripted_embedding_model> by;
  by.repository = retrieve::embed_skeletons(vectors, pool);
  by.by = &vectors;
  llm::no_model none;
  tests::scripted_database database{{}, {}, mills()};
  context<llm::no_model, tests::scripted_database> ctx(none, database);
  auto const found = by.sample(ctx, question("How many mills are there?", "Count mills.")).get().demonstrations;
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].shown.sql == "SELECT count(*) FROM ships");
  BOOST_TEST(found[0].similarity == 1.0, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(found[1].shown.sql == "SELECT name FROM cars");
  BOOST_TEST(vectors.asked().size() == 2u);  // the pool, then both questions at once
  BOOST_TEST(vectors.asked().back() == (std::vector<std::string>{"how many [MASK] are there ?", "count [MASK] ."}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
