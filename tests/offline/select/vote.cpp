// SPDX-License-Identifier: BSL-1.0
#include "t2s/offline/select/vote.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "support/several.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/generate/detail/drawn_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace t2s;
using namespace t2s::test;
using select::vote_reason;
using select::voter;

namespace {

struct harbour {
  folder f;
  db::sqlite_connection database{
      make_database(f / "harbour.sqlite",
                    "CREATE TABLE boats(boat_id INTEGER PRIMARY KEY, name TEXT, harbour TEXT, crew INT);"
                    "INSERT INTO boats VALUES (1,'Alba','Bergen',4),(2,'Brisa','Bergen',2),(3,'Cora','Oslo',9),(4,'Delfin','Tromso',4);")};
  prepared<db::sqlite_connection> prepared_harbour{database};
  std::shared_ptr<knowledge::lexicon const> names = prepared_harbour.known<knowledge::lexicon>();

  static constexpr char oslo[] = "SELECT name FROM boats WHERE harbour = 'Oslo'";
  static constexpr char bergen[] = "SELECT name FROM boats WHERE harbour = 'Bergen'";
  static constexpr char crews[] = "SELECT crew FROM boats";
  static constexpr char nobody[] = "SELECT name FROM boats WHERE crew > 100";

  voter executed(std::string sql, double weight = 1) {
    voter v(std::move(sql), weight);
    v.outcome = std::make_shared<db::execution const>(database.execute(v.sql));
    return v;
  }
  std::vector<voter> executed(std::vector<std::string> const& all) {
    std::vector<voter> voters;
    for (auto const& sql : all) voters.push_back(executed(sql));
    return voters;
  }

  select::vote_result vote(std::vector<std::string> const& all, select::vote_evidence const& known = {}) {
    return select::vote(executed(all), database.schema(), known);
  }

  link::linked_question linked(std::string const& question) const { return {names, question}; }

  using context = run_context<t2s::context<llm::no_model, db::sqlite_connection>, facts<>>;
  llm::no_model model{};

  select::election elect(std::vector<std::string> const& all, std::string const& question, select::voting_options const& how = {}) {
    context ctx(t2s::context(model, database));
    auto const known = linked(question);
    std::vector<voter> candidates(all.begin(), all.end());
    auto held = select::put_to_vote(ctx, std::move(candidates), &known, {}, how).get();
    statements = ctx.spent().statements;
    return held;
  }
  std::size_t statements = 0;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(votes, harbour)

BOOST_AUTO_TEST_CASE(the_result_of_most_candidates_wins_by_its_first) {
  auto const r = vote({crews, oslo, "SELECT name FROM boats WHERE crew = 9"});
  BOOST_TEST(r.chosen == 1u);
  BOOST_CHECK(r.by == vote_reason::votes);
  BOOST_REQUIRE(r.groups.size() == 2u);
  BOOST_TEST(r.groups[0].members == (std::vector<std::size_t>{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(r.groups[0].votes == 2.0);
  BOOST_TEST(r.groups[1].members == (std::vector<std::size_t>{0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_and_columns_may_stand_in_any_order) {
  auto const r = vote({"SELECT name, crew FROM boats ORDER BY name", "SELECT crew, name FROM boats ORDER BY crew"});
  BOOST_CHECK(r.by == vote_reason::one_result);
  BOOST_TEST(r.chosen == 0u);
}

BOOST_AUTO_TEST_CASE(a_weight_is_that_many_votes) {
  std::vector<voter> const voters{executed(crews, 2.5), executed(oslo), executed(oslo)};
  auto const r = select::vote(voters, database.schema());
  BOOST_TEST(r.chosen == 0u);
  BOOST_CHECK(r.by == vote_reason::votes);
  BOOST_TEST(r.groups[0].votes == 2.5);
}

// 0.1 + 0.2 is not 0.3, but it is no larger vote.
BOOST_AUTO_TEST_CASE(votes_that_differ_by_rounding_are_equal) {
  std::vector<voter> const voters{executed(crews, 0.3), executed(oslo, 0.1), executed(oslo, 0.2)};
  BOOST_CHECK(select::vote(voters, database.schema(), {}, select::vote_options::plain()).by == vote_reason::order);
}

BOOST_AUTO_TEST_CASE(what_is_empty_or_zero) {
  auto const is_empty_or_zero = [this](std::string const& sql) { return select::is_empty_or_zero(database.execute(sql).rows); };
  BOOST_TEST(is_empty_or_zero(nobody));
  BOOST_TEST(is_empty_or_zero("SELECT count(*) FROM boats WHERE crew > 100"));
  BOOST_TEST(is_empty_or_zero("SELECT max(crew) FROM boats WHERE crew > 100"));
  BOOST_TEST(is_empty_or_zero("SELECT 0.0"));
  BOOST_TEST(!is_empty_or_zero("SELECT count(*) FROM boats"));
  BOOST_TEST(!is_empty_or_zero("SELECT '0'"));
  BOOST_TEST(!is_empty_or_zero("SELECT 0, 'Oslo'"));
  BOOST_TEST(!is_empty_or_zero("SELECT 0 UNION ALL SELECT 0"));
}

BOOST_AUTO_TEST_CASE(a_result_that_is_empty_or_zero_has_two_votes_less) {
  auto const two = vote({nobody, nobody, oslo});
  BOOST_TEST(two.chosen == 2u);
  BOOST_CHECK(two.by == vote_reason::not_empty);
  BOOST_TEST(two.groups[1].empty_or_zero);
  BOOST_TEST(vote({"SELECT count(*) FROM boats WHERE crew > 100", "SELECT count(*) FROM boats WHERE crew > 90", crews}).chosen == 2u);
  auto const four = vote({nobody, oslo, nobody, nobody, nobody});
  BOOST_TEST(four.chosen == 0u);
  BOOST_CHECK(four.by == vote_reason::votes);
  BOOST_CHECK(vote({nobody, nobody}).by == vote_reason::one_result);
}

BOOST_AUTO_TEST_CASE(the_reading_breaks_ties_and_no_more) {
  auto const reading = executed("SELECT crew FROM boats ORDER BY crew");
  auto const r = vote({oslo, crews, bergen}, {&reading, nullptr});
  BOOST_TEST(r.chosen == 1u);
  BOOST_CHECK(r.by == vote_reason::reading);
  BOOST_TEST(r.groups[0].as_read);
  BOOST_TEST(r.groups[0].votes == 1.0);
  BOOST_TEST(vote({crews, oslo, oslo}, {&reading, nullptr}).chosen == 1u);
}

// The two names of a harbour share both columns and no literal, 1/2 in all. The one that fails shares "Oslo" with the first (literals 1,
// columns 1/3), and only its column with the second (0 and 1/3): 2/3 and 1/6.
BOOST_AUTO_TEST_CASE(what_resembles_the_others_is_more_likely) {
  auto const r = vote({crews, bergen, oslo, "SELECT nam FROM boats WHERE harbour = 'Oslo'"});
  BOOST_TEST(r.chosen == 2u);
  BOOST_CHECK(r.by == vote_reason::structure);
  BOOST_TEST(r.groups[0].likeness == 0.5 + 2.0 / 3, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(r.groups[1].likeness == 0.5 + 1.0 / 6, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(r.groups[2].likeness == 0.0, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(a_literal_in_double_quotes_is_one) {
  auto const r = vote({crews, bergen, oslo, "SELECT nam FROM boats WHERE harbour = \"Oslo\""});
  BOOST_TEST(r.chosen == 2u);
}

BOOST_AUTO_TEST_CASE(what_the_question_names_is_used) {
  auto const known = linked("Which boats are in Oslo?");
  auto const r = vote({bergen, oslo}, {nullptr, &known});
  BOOST_TEST(r.chosen == 1u);
  BOOST_CHECK(r.by == vote_reason::linking);
  BOOST_TEST(r.groups[0].unused == 0u);
  BOOST_TEST(r.groups[1].unused == 1u);
}

BOOST_AUTO_TEST_CASE(at_last_the_first_candidate_stands) {
  auto const r = vote({bergen, oslo});
  BOOST_TEST(r.chosen == 0u);
  BOOST_CHECK(r.by == vote_reason::order);
}

BOOST_AUTO_TEST_CASE(the_plain_vote_knows_results_and_order_alone) {
  auto const voters = executed({crews, bergen, oslo, "SELECT nam FROM boats WHERE harbour = 'Oslo'", nobody, nobody});
  auto const reading = executed(oslo);
  auto const known = linked("Which boats are in Oslo?");
  auto const r = select::vote(voters, database.schema(), {&reading, &known}, select::vote_options::plain());
  BOOST_TEST(r.chosen == 4u);
  BOOST_CHECK(r.by == vote_reason::votes);
  auto const tie = select::vote(std::span(voters).first(4), database.schema(), {&reading, &known}, select::vote_options::plain());
  BOOST_TEST(tie.chosen == 0u);
  BOOST_CHECK(tie.by == vote_reason::order);
}

BOOST_AUTO_TEST_CASE(where_none_runs_the_first_stands) {
  auto const r = vote({"SELECT x", "no SQL at all"});
  BOOST_TEST(r.chosen == 0u);
  BOOST_CHECK(r.by == vote_reason::none_runs);
  BOOST_TEST(r.groups.empty());
  BOOST_CHECK(select::vote({}, database.schema()).by == vote_reason::none_runs);
  BOOST_TEST(vote({"SELECT x", oslo}).chosen == 1u);
}

BOOST_AUTO_TEST_CASE(reasons_have_names) {
  BOOST_TEST(select::name_of(vote_reason::none_runs) == "none runs");
  BOOST_TEST(select::name_of(vote_reason::not_empty) == "not empty");
  BOOST_TEST(select::name_of(vote_reason::order) == "order");
}

BOOST_AUTO_TEST_CASE(candidates_that_fail_are_repaired_and_vote) {
  auto const held = elect({"SELECT nam FROM boats WHERE harbour = 'Oslo'", crews, oslo}, "Which boats are in Oslo?");
  BOOST_TEST(held.result.chosen == 0u);
  BOOST_TEST(held.chosen().sql == oslo);
  BOOST_TEST(held.chosen().repairs.size() == 1u);
  BOOST_TEST(held.why() == "2 of 3 candidates give this result; what decided: votes");
  select::voting_options how;
  how.repairs = false;
  BOOST_TEST(elect({"SELECT nam FROM boats WHERE harbour = 'Oslo'", crews, bergen}, "", how).candidates[0].repairs.empty());
}

BOOST_AUTO_TEST_CASE(a_text_that_no_row_has_is_repaired) {
  auto const held = elect({"SELECT name FROM boats WHERE harbour = 'Berggen'", crews, bergen}, "Which boats are in Bergen?");
  BOOST_TEST(held.result.chosen == 0u);
  BOOST_TEST(held.chosen().sql == bergen);
}

BOOST_AUTO_TEST_CASE(candidates_that_agree_on_no_rows_are_believed) {
  // A repair that only changes spelling does not change the meaning.
  auto const berggen = std::string("SELECT name FROM boats WHERE harbour = 'Berggen'");
  auto const held = elect({berggen, berggen, "SELECT name FROM boats WHERE harbour = 'Berggen' AND crew > 0"}, "Which boats are there?");
  BOOST_TEST(held.chosen().sql == berggen);
  BOOST_TEST(held.chosen().repairs.empty());
  auto const loud = std::string("SELECT name FROM boats WHERE harbour = 'OSLO '");
  BOOST_TEST(elect({loud, loud}, "Which boats are in Oslo?").chosen().sql == oslo);
  BOOST_TEST(elect({berggen}, "Which boats are in Bergen?").chosen().sql == bergen);  // a single candidate agrees with no other
}

BOOST_AUTO_TEST_CASE(the_question_is_read) {
  auto const held = elect({"SELECT max(crew) FROM boats", "SELECT count(*) FROM boats", oslo}, "How many boats are there?");
  BOOST_REQUIRE(held.reading.has_value());
  BOOST_TEST(held.result.chosen == 1u);
  BOOST_CHECK(held.result.by == vote_reason::reading);
}

BOOST_AUTO_TEST_CASE(where_all_agree_each_text_is_executed_once_and_nothing_else) {
  auto const held = elect({oslo, oslo, "SELECT name FROM boats WHERE crew = 9"}, "Which boats are in Oslo?");
  BOOST_TEST(statements == 2u);
  BOOST_TEST(!held.reading.has_value());
  BOOST_TEST(held.why() == "3 of 3 candidates give this result");
}

BOOST_AUTO_TEST_CASE(another_form_may_be_executed) {
  select::voting_options how;
  how.form = [this](std::string const& sql) { return generate::without_distinct(sql, database.schema()); };
  auto const held = elect({crews, "SELECT DISTINCT crew FROM boats"}, "", how);
  BOOST_CHECK(held.result.by == vote_reason::one_result);
  BOOST_TEST(held.candidates[1].sql == "SELECT DISTINCT crew FROM boats");
  BOOST_TEST(elect({crews, "SELECT DISTINCT crew FROM boats"}, "").result.groups.size() == 2u);
}

BOOST_AUTO_TEST_CASE(candidates_without_sql_do_no_harm) {
  auto const held = elect({"", oslo, ""}, "Which boats are in Oslo?");
  BOOST_TEST(held.result.chosen == 1u);
  BOOST_TEST(elect({"", ""}, "Which boats are in Oslo?").why() == "the first candidate, since none runs");
}

BOOST_AUTO_TEST_CASE(any_number_of_threads_vote_alike) {
  auto const voters = executed({crews, bergen, oslo, "SELECT nam FROM boats WHERE harbour = 'Oslo'"});
  auto const known = linked("Which boats are in Bergen?");
  auto const expected = select::vote(voters, database.schema(), {nullptr, &known});
  std::vector<std::size_t> chosen(8);
  {
    std::vector<std::jthread> threads;
    for (auto& c : chosen) threads.emplace_back([&] { c = select::vote(voters, database.schema(), {nullptr, &known}).chosen; });
  }
  for (auto const c : chosen) BOOST_TEST(c == expected.chosen);
}

BOOST_AUTO_TEST_SUITE_END()
