// SPDX-License-Identifier: BSL-1.0
#include "t2s/offline/confidence/in_run.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/pool.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/offline/feedback/confidence_estimate.hpp"
#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/offline/select/by_confidence.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>

using namespace t2s;
namespace asio = boost::asio;

namespace {

constexpr char const* bees =
    "CREATE TABLE keeper(id INTEGER PRIMARY KEY, name TEXT, village TEXT, age INTEGER);"
    "CREATE TABLE hive(id INTEGER PRIMARY KEY, keeper_id INTEGER REFERENCES keeper, wood TEXT, frames INTEGER);"
    "INSERT INTO keeper VALUES (1,'Ada','Ulm',41), (2,'Bo','Ulm',29), (3,'Cy','Bonn',63), (4,'Dee','Kiel',35);"
    "INSERT INTO hive VALUES (10,1,'oak',8), (11,1,'pine',10), (12,2,'oak',6), (13,3,'elm',12), (14,3,'oak',9);";

struct fixture {
  test::folder f;
  db::sqlite_connection connection{test::make_database(f / "bees.sqlite", bees)};
  prepared<db::sqlite_connection> database{connection};
  llm::no_model none{};

  estimated of(std::string question, std::string sql) {
    return confidence::estimate_sql(context(none, database), std::move(question), std::move(sql));
  }
};

bool says(estimated const& e, std::string_view part) {
  return std::ranges::any_of(e.missing, [&](auto const& m) { return m.find(part) != m.npos; });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(confidence_of_sql, fixture)

BOOST_AUTO_TEST_CASE(right_sql_is_likelier_than_wrong_sql) {
  struct {
    char const *question, *right, *wrong;
  } const cases[] = {
      {"How many hives are there?", "SELECT count(*) FROM hive", "SELECT name FROM keeper"},
      {"What are the names of keepers from Ulm?", "SELECT name FROM keeper WHERE village = 'Ulm'", "SELECT name FROM keeper"},
      {"What are the names of keepers older than 40?", "SELECT name FROM keeper WHERE age > 40", "SELECT name FROM keeper WHERE id > 40"},
      {"What is the average age of all keepers?", "SELECT avg(age) FROM keeper", "SELECT max(frames) FROM hive"},
      {"Show the number of hives for each wood.", "SELECT wood, count(*) FROM hive GROUP BY wood", "SELECT wood FROM hive"},
  };
  for (auto const& c : cases) {
    auto const right = of(c.question, c.right).confidence, wrong = of(c.question, c.wrong).confidence;
    BOOST_TEST(right > wrong + 0.2, c.question << " " << right << " " << wrong);
  }
}

BOOST_AUTO_TEST_CASE(sql_that_fails_is_not_likely_and_says_so) {
  auto const e = of("How many hives are there?", "SELECT count(*) FROM beehive");
  BOOST_TEST(e.confidence < 0.1);
  BOOST_TEST(says(e, "no such table: beehive"));
}

BOOST_AUTO_TEST_CASE(what_is_not_sql_at_all_has_an_estimate_too) {
  BOOST_TEST(of("How many hives are there?", "").confidence < 0.2);
  BOOST_TEST(of("How many hives are there?", "there are five").confidence < 0.2);
  BOOST_TEST(of("?", "SELECT count(*) FROM hive").confidence < estimated::usual_minimum);
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named) {
  auto const name = of("What are the names of keepers from Ulm?", "SELECT name FROM keeper");
  BOOST_TEST(says(name, "\"Ulm\""));
  auto const text = of("Which keepers are from Ulm?", "SELECT name FROM keeper WHERE village = 'ULM AM RHEIN'");
  BOOST_TEST(says(text, "no row has keeper.village = 'ULM AM RHEIN'"));
  auto const number = of("What are the names of keepers older than 40?", "SELECT name FROM keeper");
  BOOST_TEST(says(number, "\"40\""));
}

BOOST_AUTO_TEST_CASE(a_result_that_only_repeats_the_condition_is_no_answer) {
  auto const e = of("Who keeps bees in Ulm?", "SELECT village FROM keeper WHERE village = 'Ulm'");
  BOOST_TEST(e.is_uncertain());
  BOOST_TEST(says(e, "only repeats"));
  BOOST_TEST(
      !says(of("Which keepers are from Ulm?", "SELECT keeper.id FROM keeper JOIN hive ON keeper.id = hive.keeper_id"), "only repeats"));
}

BOOST_AUTO_TEST_CASE(sql_with_a_condition_turned_round_is_uncertain) {
  struct {
    char const *question, *right, *wrong;
  } const cases[] = {
      {"How many keepers are older than 40?", "SELECT count(*) FROM keeper WHERE age > 40", "SELECT count(*) FROM keeper WHERE age < 40"},
      {"What are the names of keepers that are not from Ulm?", "SELECT name FROM keeper WHERE village != 'Ulm'",
       "SELECT name FROM keeper WHERE village = 'Ulm'"},
      {"Who is the oldest keeper?", "SELECT name FROM keeper ORDER BY age DESC LIMIT 1", "SELECT name FROM keeper ORDER BY age LIMIT 1"},
      {"What is the maximum age of keepers?", "SELECT max(age) FROM keeper", "SELECT min(age) FROM keeper"},
      {"How many keepers are older than 40?", "SELECT count(*) FROM keeper WHERE age > 40",
       "SELECT count(*) FROM keeper WHERE NOT (age > 40)"},
  };
  for (auto const& c : cases) {
    auto const right = of(c.question, c.right), wrong = of(c.question, c.wrong);
    BOOST_TEST(wrong.is_uncertain(), c.wrong);
    BOOST_TEST(says(wrong, "opposite condition on keeper."), c.wrong);
    BOOST_TEST(!says(right, "opposite condition"), c.right);
    BOOST_TEST(right.confidence > wrong.confidence, c.wrong);
  }
}

BOOST_AUTO_TEST_CASE(a_question_that_names_nothing_leaves_sql_uncertain) {
  for (auto const* question : {"hello", "xxxxx", "Wie viele Imker gibt es hier?", "\xF0\x9F\x8E\xB5"}) {
    auto const e = of(question, "SELECT count(*) FROM hive");
    BOOST_TEST(e.is_uncertain(), question);
    BOOST_TEST(says(e, "the question names nothing that the SQL uses"), question);
  }
}

BOOST_AUTO_TEST_CASE(bounds_and_separators_are_no_texts_that_a_column_lacks) {
  for (auto const* sql : {"SELECT name FROM keeper WHERE village >= 'A'", "SELECT group_concat(name, '; ') FROM keeper",
                          "SELECT name FROM keeper WHERE village != 'Paris'", "SELECT coalesce(village, 'none') FROM keeper"})
    BOOST_TEST(!says(of("What are the villages of keepers?", sql), "no row has"), sql);
}

BOOST_AUTO_TEST_CASE(rows_without_columns_are_looked_at) {
  link::linked_question const asked(database.known<knowledge::lexicon>(), "How many hives are there?");
  db::rows empty;
  empty.values.emplace_back();
  db::execution const outcome(empty);
  confidence::subject s;
  s.asked = &asked;
  s.sql = "SELECT count(*) FROM hive";
  s.outcome = &outcome;
  BOOST_TEST(confidence::estimate(s).confidence > 0.0);
}

BOOST_AUTO_TEST_CASE(confidence_is_deterministic_and_within_bounds) {
  auto const first = of("Which keepers are from Ulm?", "SELECT name FROM keeper WHERE village = 'Ulm'");
  BOOST_TEST((first == of("Which keepers are from Ulm?", "SELECT name FROM keeper WHERE village = 'Ulm'")));
  BOOST_TEST(first.confidence > 0.0);
  BOOST_TEST(first.confidence < 1.0);
}

BOOST_AUTO_TEST_CASE(other_candidates_count) {
  auto const with = [&](double agreement) {
    return confidence::estimate_sql(context(none, database), "Which keepers are from Ulm?", "SELECT name FROM keeper WHERE village = 'Ulm'",
                                    {}, {}, agreement)
        .confidence;
  };
  BOOST_TEST(with(1) > with(0));
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

/// A database that fails after some statements.
struct losing {
  db::sqlite_connection& inside;
  std::size_t left;

  [[nodiscard]] schema::database const& schema() const { return inside.schema(); }
  db::execution execute(std::string sql) {
    if (left-- == 0) throw error(errc::database_lost, "the connection is lost", "connect again");
    return inside.execute(sql);
  }
  db::execution sample(std::string table, std::size_t n) { return inside.sample(table, n); }
  db::execution distinct(std::string table, std::string column, std::size_t limit) { return inside.distinct(table, column, limit); }
};

/// Counts the statements other than samples and distinct values.
struct counting {
  db::sqlite_connection& inside;
  std::size_t statements = 0;

  [[nodiscard]] schema::database const& schema() const { return inside.schema(); }
  db::execution execute(std::string sql) { return ++statements, inside.execute(sql); }
  db::execution sample(std::string table, std::size_t n) { return inside.sample(table, n); }
  db::execution distinct(std::string table, std::string column, std::size_t limit) { return inside.distinct(table, column, limit); }
};

using by_feedback = pipeline<t2s::none, sample::similar_demonstrations, generate::skeleton_fill,
                             first_of<feedback::confidence_estimate, feedback::execution_error>, terminate::confident>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(confidence_in_runs, fixture)

BOOST_AUTO_TEST_CASE(an_answer_carries_it) {
  systems::with_confidence<systems::offline> const system;
  auto const found = system.run(context(none, database), "How many hives are there?");
  BOOST_TEST(found.sql() == "SELECT count(*) FROM hive");
  BOOST_TEST_REQUIRE(found.estimate());
  BOOST_TEST(!found.estimate()->is_uncertain());
  BOOST_TEST(!systems::offline().run(context(none, database), "How many hives are there?").estimate());
}

BOOST_AUTO_TEST_CASE(an_uncertain_answer_is_withheld_with_what_is_missing) {
  systems::with_confidence<systems::offline> system;
  system.minimum = estimated::usual_minimum;
  auto const found = system.run(context(none, database), "How many purple hives are there?");
  BOOST_TEST(!found.has_sql());
  BOOST_TEST(!found.estimate());
  BOOST_TEST(found.stopped.find("is below 0.75: ") != found.stopped.npos, found.stopped);
  BOOST_TEST(found.stopped.find("not read: \"purple\"") != found.stopped.npos, found.stopped);
  BOOST_TEST_REQUIRE(found.withheld.has_value());
  BOOST_TEST(found.withheld->tried.sql == "SELECT count(*) FROM hive");
  BOOST_TEST_REQUIRE(found.withheld->known<estimated>());
  BOOST_TEST(found.withheld->known<estimated>()->is_uncertain());
}

BOOST_AUTO_TEST_CASE(a_certain_answer_is_given) {
  systems::with_confidence<systems::offline> system;
  system.minimum = estimated::usual_minimum;
  BOOST_TEST(system.run(context(none, database), "How many hives are there?").has_sql());
}

BOOST_AUTO_TEST_CASE(without_an_estimate_there_is_no_answer_if_one_is_required) {
  std::string const question = "Which keeper is the oldest?";
  auto const run = [&](double minimum) {
    systems::with_confidence<systems::offline> system;
    system.minimum = minimum;
    losing once{connection, 100};
    prepared over(once);
    static_cast<void>(over.known<knowledge::lexicon>());  // before the database fails
    once.left = 1;
    return system.run(context(none, over), question);
  };
  BOOST_TEST(run(0).has_sql());
  auto const found = run(0.1);
  BOOST_TEST(!found.has_sql());
  BOOST_TEST(found.stopped == "the confidence is not known: the connection is lost");
  BOOST_TEST(found.withheld.has_value());
}

BOOST_AUTO_TEST_CASE(its_statements_count) {
  counting once{connection};
  prepared over(once);
  static_cast<void>(over.known<knowledge::lexicon>());  // its statements belong to no run
  auto const charged_of = [&](auto const& system) {
    once.statements = 0;
    auto const found = system.run(context(none, over), "Which keeper is the oldest?");
    BOOST_TEST(found.has_sql());
    BOOST_TEST(found.spent.statements == once.statements);
    return once.statements;
  };
  // The database is asked whether others are as old.
  BOOST_TEST(charged_of(systems::with_confidence<systems::offline>()) > charged_of(systems::offline()));
}

BOOST_AUTO_TEST_CASE(switched_off_it_leaves_the_answer_as_it_is) {
  systems::with_confidence<systems::offline> system;
  system.minimum = 0.99;
  system.enabled = false;
  auto const found = system.run(context(none, database), "How many purple hives are there?");
  BOOST_TEST(found.has_sql());
  BOOST_TEST(!found.estimate());
}

BOOST_AUTO_TEST_CASE(a_run_ends_when_it_is_confident) {
  by_feedback system;
  auto const found = system.run(context(none, database), "How many hives are there?");
  BOOST_TEST(found.stopped.find("confident: 0.") == 0u, found.stopped);
  BOOST_TEST_REQUIRE(found.estimate());
  system.termination.least = 1;
  BOOST_TEST(system.run(context(none, database), "How many hives are there?").stopped.find("confident") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_objection_says_what_is_missing) {
  by_feedback system;
  system.feedback.get<feedback::confidence_estimate>().least = estimated::usual_minimum;
  auto const found = system.run(context(none, database), "How many purple hives are there?");
  BOOST_TEST_REQUIRE(found.has_sql());
  auto const& remarks = found.revisions.front().remarks;
  BOOST_TEST_REQUIRE(!remarks.empty());
  BOOST_TEST(remarks.front().text.find("The SQL is probably wrong: ") == 0u, remarks.front().text);
}

BOOST_AUTO_TEST_CASE(the_likeliest_of_several_candidates_is_chosen) {
  llm::scripted_model model{"SELECT name FROM keeper", "SELECT count(*) FROM keeper", "SELECT count(*) FROM hive"};
  pipeline<t2s::none, t2s::none, generate::times<3, generate::few_shot>, feedback::executed, terminate::nothing_left,
           select::by_confidence<>>
      system;
  auto const found = system.run(context(model, database), "How many hives are there?");
  BOOST_TEST(found.sql() == "SELECT count(*) FROM hive");
}

BOOST_AUTO_TEST_CASE(an_asynchronous_run_carries_it_too) {
  db::sqlite later((f / "bees.sqlite").string());
  prepared known(later);
  asio::io_context io;
  systems::with_confidence<systems::offline> const system;
  auto given = asio::co_spawn(io, system.run(context(none, known), "How many hives are there?"), asio::use_future);
  io.run();
  auto const found = given.get();
  BOOST_TEST_REQUIRE(found.estimate());
  BOOST_TEST(found.estimate()->confidence ==
             systems::with_confidence<systems::offline>().run(context(none, database), "How many hives are there?").estimate()->confidence);
}

BOOST_AUTO_TEST_SUITE_END()
