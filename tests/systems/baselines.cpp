// SPDX-License-Identifier: BSL-1.0
// The baselines of the papers' tables: their requests, and that they equal their systems with everything switched off.
#include "same_requests.hpp"
#include "shed.hpp"
#include "t2s/systems/c3.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dail_sql.hpp"
#include "t2s/systems/few_shot.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;

namespace {

constexpr systems::dart_switches all_off{.question_rewriting = false, .context = false, .refinement = false};

/// Returns what each stage of C3 can read, and SQL with an objection at every stage: it has forbidden syntax, and fails.
llm::scripted_model careless() {
  llm::scripted_model model;
  model.on("which tables of a database", {"[\"tool\"]"}).on("which columns of these tables", {"{\"tool\": [\"label\"]}"});
  return std::move(model.on("tools", {"SELECT * FROM tool LEFT JOIN shelves"}));
}

struct baselines : shed {
  std::shared_ptr<retrieve::bm25 const> by_words = std::make_shared<retrieve::bm25 const>(pairs);

  template <class System>
  requests_of_run asked_by(System const& system) {
    return requests(system, careless(), database, "How many tools are there?");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(baselines_of_the_papers, baselines)

BOOST_AUTO_TEST_CASE(dail_sql_is_dart_sql_with_everything_off) {
  auto const baseline = asked_by(systems::make_dail_sql(pool, vectors));
  BOOST_TEST(baseline.size() == 2u);  // by the question, and by the skeleton of the preliminary SQL too
  BOOST_TEST(contains(baseline[0].messages[0].text, "How many animals are there?"));
  BOOST_TEST((baseline == asked_by(made(all_off))));

  auto drawn = all_off;
  drawn.self_consistency = true;
  auto const voted = asked_by(systems::make_dail_sql(pool, vectors, nullptr, generate::self_consistent));
  BOOST_TEST(voted.size() == 2u);
  BOOST_TEST(voted[1].choices == 5u);
  BOOST_TEST((voted[1].temperature == 1.0));
  BOOST_TEST((voted == asked_by(made(drawn))));

  auto zero_shot = all_off;
  zero_shot.demonstrations = false;
  auto const alone = asked_by(systems::make_dail_sql<hashed>(nullptr, vectors));
  BOOST_TEST(alone.size() == 1u);
  BOOST_TEST((alone == asked_by(made(zero_shot))));
}

BOOST_AUTO_TEST_CASE(c3_is_dart_sql_around_c3_with_everything_off) {
  systems::dart_parts<hashed> parts;
  parts.rows = &vectors;
  auto const baseline = asked_by(systems::c3());
  BOOST_TEST(baseline.size() == 2u + 5u);  // the recalls, and five draws that all fail
  BOOST_TEST((baseline == asked_by(systems::make_dart_sql_c3(parts, all_off))));

  llm::scripted_model right;
  right.on("which tables of a database", {"[\"tool\"]"}).on("which columns of these tables", {"{\"tool\": [\"label\"]}"});
  right.on("Complete the", {"label FROM tool"});
  BOOST_TEST(systems::c3().run(context(right, database), "Which tools are there?").sql() == "SELECT label FROM tool");
  BOOST_TEST(right.asked().size() == 3u);
}

BOOST_AUTO_TEST_CASE(few_shot_is_dac_with_everything_off) {
  auto dac = systems::make_dac(by_words);
  dac.feedback.get<systems::dac_entities>().enabled = false;
  dac.feedback.get<systems::dac_skeleton>().enabled = false;
  dac.feedback.get<feedback::execution_error>().enabled = false;
  auto const baseline = asked_by(systems::make_few_shot(by_words));
  BOOST_TEST(baseline.size() == 1u);
  BOOST_TEST(contains(baseline[0].messages[0].text, "Question: How many animals are there?\n```sql\nSELECT count(*) FROM animal\n```"));
  BOOST_TEST((baseline == asked_by(dac)));
}

// The draft stays, whatever its execution returns; the user sees the result nevertheless.
BOOST_AUTO_TEST_CASE(nothing_is_corrected_and_the_outcome_is_known) {
  auto const check = [&](auto const& system) {
    auto model = careless();
    auto const failed = system.run(context(model, database), "How many tools are there?");
    BOOST_TEST(failed.sql() == "SELECT * FROM tool LEFT JOIN shelves");
    BOOST_TEST(failed.stopped == "not corrected");
    BOOST_TEST(failed.revisions.size() == 1u);
    BOOST_REQUIRE(failed.outcome());
    BOOST_TEST(!failed.outcome()->ok());

    llm::scripted_model silent;
    silent.on([](auto const&) { return true; }, {"I cannot."});
    auto const refused = system.run(context(silent, database), "How many tools are there?");
    BOOST_TEST(!refused.has_sql());
    BOOST_TEST(contains(refused.stopped, "no SQL"), refused.stopped);
  };
  check(systems::make_dail_sql(pool, vectors));
  check(systems::c3());
  check(systems::make_few_shot(by_words));
}

BOOST_AUTO_TEST_SUITE_END()
