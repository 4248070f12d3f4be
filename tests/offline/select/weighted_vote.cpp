// SPDX-License-Identifier: BSL-1.0
#include "t2s/offline/select/vote.hpp"

#include "db/support.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

struct harbour {
  folder f;
  db::sqlite_connection database{
      make_database(f / "harbour.sqlite",
                    "CREATE TABLE boats(boat_id INTEGER PRIMARY KEY, name TEXT, harbour TEXT, crew INT);"
                    "INSERT INTO boats VALUES (1,'Alba','Bergen',4),(2,'Brisa','Bergen',2),(3,'Cora','Oslo',9),(4,'Delfin','Tromso',4);")};
  prepared<db::sqlite_connection> known{database};

  answer ask(std::vector<std::string> replies) {
    pipeline<none, none, generate::times<5, generate::few_shot>, none, terminate::after_draft, select::weighted_vote> p;
    p.generator.candidates = replies.size();
    llm::scripted_model model;
    model.on([](llm::request const&) { return true; }, {replies.begin(), replies.end()});
    return p.run(context(model, known), "Which boats are in Oslo?");
  }

  static constexpr char oslo[] = "SELECT name FROM boats WHERE harbour = 'Oslo'";
  static constexpr char big[] = "SELECT name FROM boats WHERE crew = 9";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(weighted_vote, harbour)

BOOST_AUTO_TEST_CASE(several_candidates_are_voted_on) {
  auto const a = ask({"SELECT crew FROM boats", oslo, "I do not know.", big});
  BOOST_TEST(a.sql() == oslo);
  BOOST_TEST(a.stopped == "2 of 3 candidates give this result; what decided: votes");
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 1u);
  BOOST_TEST(a.spent.calls == 4u);
}

BOOST_AUTO_TEST_CASE(a_repaired_candidate_is_a_further_attempt_of_it) {
  auto const a = ask({"SELECT nme FROM boats WHERE harbour = 'Oslo'", "SELECT name FROM boats WHERE harbor = 'Oslo'"});
  BOOST_TEST(a.sql() == oslo);
  BOOST_TEST(a.revisions.size() == 2u);
  BOOST_TEST(a.revisions.back().tried.why.find("repaired") == 0u);
  BOOST_TEST(a.outcome()->ok());
}

// By hand: three equal results of five with rows cannot be outvoted, unless a candidate that may be repaired comes before them.
BOOST_AUTO_TEST_CASE(a_settled_vote_asks_no_more) {
  BOOST_TEST(ask({oslo, big, oslo, "SELECT crew FROM boats", "SELECT crew FROM boats"}).spent.calls == 3u);
  BOOST_TEST(ask({"SELECT nme FROM boats", oslo, big, oslo, oslo}).spent.calls == 5u);
  auto const empty = ask({"SELECT name FROM boats WHERE crew > 100", "SELECT name FROM boats WHERE crew > 200",
                          "SELECT name FROM boats WHERE crew > 300", oslo, oslo});
  BOOST_TEST(empty.spent.calls == 5u);
}

BOOST_AUTO_TEST_SUITE_END()
