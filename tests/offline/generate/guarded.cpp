// SPDX-License-Identifier: BSL-1.0
// The policy by which evidence, not the judge, decides whether a revision replaces SQL.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // g++ 12 pairs the frames of inlined coroutines wrongly
#endif
#include "t2s/systems/with_confidence.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/pool.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/systems/with_repair.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

/// Writes these statements in turn, and counts how often it was asked for a revision.
struct scripted {
  std::vector<std::string> all{};
  std::shared_ptr<std::size_t> revisions = std::make_shared<std::size_t>(0);

  candidate draft(auto&, question const&, samples const&) const { return candidate(all.at(0)); }
  candidate revise(auto&, question const&, samples const&, attempt_list const& past) const {
    ++*revisions;
    return past.size() < all.size() ? candidate(all[past.size()]) : candidate({}, "no more");
  }
};

/// A judge that says No to everything, and counts.
struct says_no {
  std::shared_ptr<std::size_t> verdicts = std::make_shared<std::size_t>(0);

  std::optional<remark> review(auto&, question const&, attempt_list const&) const {
    ++*verdicts;
    return remark{"says_no", "No."};
  }
};

struct fixture {
  folder f;
  std::filesystem::path file = make_database(f / "boats.sqlite",
                                             "CREATE TABLE boat(name TEXT, harbour TEXT, length REAL);"
                                             "INSERT INTO boat VALUES ('Ida','Odda',9),('Olga','Odda',12),('Tor','Voss',7);");
  db::sqlite_connection database{file};
  llm::no_model model;
  std::string const asked = "Which boats are longer than 8?";
  std::string const right = "SELECT name FROM boat WHERE length > 8", without = "SELECT name FROM boat",
                    fails = "SELECT name FROM boats WHERE lenght > 8";
  pipeline<none, none, scripted, says_no, terminate::revisions> line{};

  answer ask(std::vector<std::string> statements, bool guards = true) {
    line.generator.all = std::move(statements);
    auto guarded = systems::with_guard(line);
    guarded.generator.enabled = guards;
    return guarded.run(context(model, database), asked);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(guarded, fixture)

BOOST_AUTO_TEST_CASE(a_draft_that_runs_and_reads_all_words_is_kept_without_asking_the_judge) {
  auto const found = ask({right, without});
  BOOST_TEST(found.sql() == right);
  BOOST_TEST(*line.feedback.verdicts == 0u);
  BOOST_TEST(*line.generator.revisions == 0u);
  BOOST_TEST(found.stopped.starts_with("sufficient evidence: 0."), found.stopped);
  BOOST_REQUIRE(found.outcome());
  BOOST_TEST(found.outcome()->rows.values.size() == 2u);
  BOOST_REQUIRE(found.estimate());
  BOOST_TEST(found.estimate()->confidence >= estimated::usual_minimum);
}

BOOST_AUTO_TEST_CASE(without_the_guard_the_judge_spoils_it) { BOOST_TEST(ask({right, without}, false).sql() == without); }

BOOST_AUTO_TEST_CASE(sql_that_fails_or_leaves_out_words_is_replaced_by_sql_with_more_evidence) {
  for (auto const& draft : {fails, without}) {
    auto const found = ask({draft, right, without});
    BOOST_TEST(found.sql() == right, draft);
    BOOST_TEST(found.revisions.size() == 2u);
  }
  BOOST_TEST(*line.generator.revisions == 2u);
}

BOOST_AUTO_TEST_CASE(a_revision_with_less_evidence_or_the_same_sql_ends_the_run) {
  auto const worse = ask({without, fails, right});
  BOOST_TEST(worse.sql() == without);
  BOOST_TEST(worse.stopped.find("no better evidence (0.0") != std::string::npos, worse.stopped);
  BOOST_TEST(*line.generator.revisions == 1u);
  auto const repeated = ask({without, without, right});
  BOOST_TEST(repeated.sql() == without);
  BOOST_TEST(repeated.stopped.find("the model repeats its SQL") != std::string::npos, repeated.stopped);
}

BOOST_AUTO_TEST_CASE(the_repaired_can_be_guarded) {
  line.generator.all = {fails, without};
  auto const both = systems::with_guard(systems::with_repair(line));
  auto const found = both.run(context(model, database), asked);
  BOOST_TEST(found.sql() == right);  // by rules
  BOOST_TEST(*line.generator.revisions == 0u);
}

BOOST_AUTO_TEST_CASE(a_budget_that_prevents_the_evidence_leaves_the_pipeline_as_it_is) {
  line.generator.all = {right, without};
  auto const guarded = systems::with_guard(line);
  auto const found = guarded.run(context(model, database, run_options{.allowed = {.rows = 1}}), asked);
  BOOST_TEST(found.has_sql());
  BOOST_TEST(!found.estimate());
}

BOOST_AUTO_TEST_SUITE_END()
