// SPDX-License-Identifier: BSL-1.0
// Several candidates on the command line: --candidates, --select, --at-once.
#include "model_place.hpp"

#include <atomic>

using namespace cli_test;

namespace {

/// Drafts by the order of requests, which --at-once 1 makes that of the candidates. Judges say B, and merged SQL counts cities.
struct drafting_place : place {
  std::vector<std::string> drafts{"SELECT count(*) FROM shops", "SELECT 7", "SELECT count(shop_id) FROM shops"};
  std::atomic<std::size_t> drafted{0}, judged{0};
  http_server model{[this](seen_request const& r) { return replies(200, reply_with(reply_to(r.body))); }};

  std::string reply_to(std::string const& body) {
    if (contains(body, "Decide which of them is right")) return ++judged, "B";
    if (contains(body, "Two SQLite queries were written")) return ++judged, "```sql\nSELECT count(DISTINCT city) FROM shops\n```";
    return "```sql\n" + drafts[drafted++ % drafts.size()] + "\n```";
  }
  said by(std::string const& more) {
    drafted = judged = 0;
    return cli_test::t2s(ask() + asks(model) + more);
  }
  json::object answered(std::string const& more) {
    auto const r = by(more + " --json --at-once 1");
    BOOST_REQUIRE_MESSAGE(r.status == 0, r.err);
    return json::parse(r.out).as_object();
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_candidates)

BOOST_FIXTURE_TEST_CASE(the_answer_has_all_candidates, drafting_place) {
  auto const a = answered("--candidates 3");
  BOOST_TEST(a.at("sql") == "SELECT count(*) FROM shops");
  BOOST_TEST(a.at("stopped") == "2 of 3 candidates give this result");
  auto const& all = a.at("candidates").as_array();
  BOOST_REQUIRE(all.size() == 3u);
  for (std::size_t n = 0; n < 3; ++n) {
    BOOST_TEST(all[n].at("number").to_number<std::size_t>() == n);
    BOOST_TEST(all[n].at("generator") == "few_shot");
    BOOST_TEST(all[n].at("sql") == json::string(drafts[n]));
    BOOST_TEST(all[n].at("row_count").to_number<std::size_t>() == 1u);
    BOOST_TEST(all[n].at("chosen").as_bool() == (n == 0));
  }
  BOOST_TEST(a.at("spent").at("calls").to_number<int>() == 3);
  for (auto const& r : model.requests()) BOOST_TEST(json::parse(r.body).at("temperature").to_number<double>() == 0.7);
}

BOOST_FIXTURE_TEST_CASE(one_candidate_is_as_without, drafting_place) {
  auto const alone = by("--candidates 1 --json");
  BOOST_REQUIRE(alone.status == 0);
  auto const a = json::parse(alone.out).as_object();
  BOOST_TEST(a.at("candidates").as_array().empty());
  BOOST_TEST(a.at("spent").at("calls").to_number<int>() == 1);
  BOOST_TEST(json::parse(model.requests()[0].body).at("temperature").to_number<double>() == 0.0);
}

BOOST_FIXTURE_TEST_CASE(what_is_settled_asks_no_more, drafting_place) {
  drafts = {"SELECT count(*) FROM shops", "SELECT count(shop_id) FROM shops", "SELECT 7"};
  auto const a = answered("--candidates 3");
  BOOST_TEST(drafted == 2u);
  auto const& last = a.at("candidates").at(2);
  BOOST_TEST(last.at("sql").is_null());
  BOOST_TEST(last.at("stopped") == "not needed");
}

// Two results, from two candidates and from one: one comparison, or one merger.
BOOST_FIXTURE_TEST_CASE(each_selection_asks_what_it_needs, drafting_place) {
  struct expected {
    char const* by;
    std::size_t judged;
    char const* sql;
  };
  for (auto const& e : {expected{"majority", 0, "SELECT count(*) FROM shops"}, expected{"vote", 0, "SELECT count(*) FROM shops"},
                        expected{"confidence", 0, "SELECT count(*) FROM shops"}, expected{"tournament", 1, "SELECT 7"},
                        expected{"merged", 1, "SELECT count(DISTINCT city) FROM shops"}}) {
    auto const a = answered(std::string("--candidates 3 --select ") + e.by);
    BOOST_TEST(a.at("sql") == e.sql, e.by);
    BOOST_TEST(judged == e.judged, e.by);
    BOOST_TEST(drafted == 3u, e.by);
  }
  // The judge prefers B, but A's group has a point for its second member, and B's has two for those it beats (CHASE-SQL, algorithm 3).
  BOOST_TEST(answered("--candidates 3 --select pairwise").at("sql") == "SELECT 7");
  BOOST_TEST(judged == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_candidate_that_fails_says_so, drafting_place) {
  drafts = {"SELECT count(*) FROM shops", "SELECT x FROM nowhere", "SELECT count(shop_id) FROM shops"};
  auto const a = answered("--candidates 3 --set few-shot-corrected.rounds=0");
  auto const& failed = a.at("candidates").at(1);
  BOOST_TEST(failed.at("failure").at("code") == "no_such_table");
  BOOST_TEST(failed.at("row_count").is_null());
}

BOOST_FIXTURE_TEST_CASE(people_see_what_was_chosen, drafting_place) {
  auto const r = by("--candidates 3 --at-once 1 --show-prompts");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(
      contains(r.out, "Stopped: 2 of 3 candidates give this result\nChosen: candidate 0 of 3\nCandidate 1\n  SELECT 7\n  returns 1 row\n"),
      r.out);
  BOOST_TEST(contains(r.out, "==== call 2, a candidate ===="), r.out);
  auto const side_by_side = by("--candidates 3 --trace " + quoted(file("trace.json")));
  BOOST_TEST(side_by_side.status == 0, side_by_side.err);
  BOOST_TEST(contains(content_of(file("trace.json")), "candidate 2"));
}

BOOST_FIXTURE_TEST_CASE(the_temperature_is_the_users, drafting_place) {
  (void)answered("--candidates 3 --temperature 0.25");
  (void)answered("--candidates 3 --set few-shot-corrected.temperature=0.25");
  BOOST_TEST(model.requests().size() == 6u);
  for (auto const& r : model.requests()) BOOST_TEST(json::parse(r.body).at("temperature").to_number<double>() == 0.25);
}

BOOST_FIXTURE_TEST_CASE(predictions_have_them_too, drafting_place) {
  make_data({"How many shops are there?"});
  auto const r = cli_test::t2s("predict" + data() + asks(model) + "--candidates 3 --at-once 1 --out " + quoted(file("out.jsonl")));
  BOOST_REQUIRE_MESSAGE(r.status == 0, r.err);
  auto const record = json::parse(content_of(file("out.jsonl")));
  BOOST_TEST(record.at("candidates").as_array().size() == 3u);
  BOOST_TEST(record.at("calls").to_number<int>() == 3);
}

BOOST_FIXTURE_TEST_CASE(studies_have_them_too, drafting_place) {
  make_data({"How many shops are there?"});
  auto const study = [&](std::string const& description) {
    write(file("study.json"), description);
    drafted = 0;
    return cli_test::t2s("study " + quoted(file("study.json")) + data() + asks(model) + "--jobs 1 --out " + quoted(file("out")));
  };
  auto const strategy =
      std::string(R"("strategies": [{"name": "three", "pipeline": "few-shot-corrected", "candidates": 3, "at-once": 1}]})");
  auto const r = study(R"({"drafts": "own", "corrector": "model", )" + strategy);
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(drafted == 3u);
  auto const of_gold = study(R"({"drafts": "own", )" + strategy);
  BOOST_TEST(of_gold.status == 2);
  BOOST_TEST(contains(of_gold.err, R"(write "drafts": "own" and "corrector": "model")"), of_gold.err);
  auto const other = study(R"({"drafts": "own", "corrector": "model", "strategies": [{"pipeline": "dac", "candidates": 3}]})");
  BOOST_TEST(other.status == 2);
  BOOST_TEST(contains(other.err, "--pipeline dac has no use for --candidates"), other.err);
}

BOOST_FIXTURE_TEST_CASE(a_study_of_two_readers_pays_for_a_draft_once, drafting_place) {
  make_data({"How many shops are there?"});
  write(file("readers.json"), R"({"drafts": "own", "corrector": "model", "strategies": [
    {"pipeline": "offline"}, {"pipeline": "few-shot-corrected"}, {"pipeline": "cross-checked"},
    {"pipeline": "cascade"}, {"name": "never sure", "pipeline": "cascade", "set": {"enough": 1}}]})");
  auto const r = cli_test::t2s("study " + quoted(file("readers.json")) + data() + asks(model) + "--jobs 1 --cache " +
                               quoted(file("cache.sqlite")) + " --out " + quoted(file("readers")));
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(drafted == 1u);
  for (auto const* name : {"offline", "few-shot-corrected", "cross-checked", "cascade", "never sure"})
    BOOST_TEST(contains(r.out, name), name);
}

BOOST_FIXTURE_TEST_CASE(what_is_wrong_says_what_is_possible, drafting_place) {
  auto const refused = [&](std::string const& words, std::string const& why) {
    auto const r = by(words);
    BOOST_TEST(r.status == 2, words);
    BOOST_TEST(contains(r.err, why), r.err);
  };
  refused("--candidates 0", "--candidates needs a whole number from 1 to 100");
  refused("--candidates 2.5", "--candidates needs a whole number from 1 to 100");
  refused("--candidates 3 --select majorty",
          "--select majorty: there is no such selection; did you mean majority?; it takes majority, vote, pairwise, tournament, merged, "
          "confidence");
  refused("--candidates 3 --select xyz", "it takes majority, vote");
  refused("--select vote", "--select is about several candidates: give --candidates N too, 2 to 100");
  refused("--candidates 1 --at-once 2", "--at-once is about several candidates");
  refused("--candidates 3 --at-once 0", "--at-once needs a whole number from 1 to 100");
  refused("--pipeline dac --candidates 3",
          "--pipeline dac has no use for --candidates: leave it out, or take few-shot-corrected, which asks a model");
  BOOST_TEST(model.requests().empty());
}

BOOST_AUTO_TEST_SUITE_END()
