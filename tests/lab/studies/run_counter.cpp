// SPDX-License-Identifier: BSL-1.0
// Counted figures compared with brute force.
#include "t2s/lab/studies/detail/run_counter.hpp"

#include "lab/studies/support.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace t2s;

BOOST_FIXTURE_TEST_CASE(random_records_counted_twice, test::apiary) {
  auto const set = data();
  std::mt19937 random(3);
  auto const chance = [&](int of) { return random() % static_cast<unsigned>(of) == 0; };
  studies::run_counter counter({"a", "b"}, {"x", "y"}, set);
  std::vector<studies::recorded_run> all;
  std::vector<std::size_t> asked_at;
  for (std::size_t i = 0; i < set.size(); ++i) {
    studies::recorded_question q;
    q.question = i;
    for (std::size_t s = 0; s < 2; ++s)
      for (std::size_t f = 0; f < 2; ++f) {
        studies::recorded_run r;
        r.strategy = s, r.file = f;
        for (std::size_t n = 1 + random() % 4; n > 0; --n) r.right.push_back(chance(2)), r.calls.push_back(r.right.size());
        if (chance(3)) r.remarks = {"one"};
        if (chance(3)) r.remarks.emplace_back("two");
        r.prompt_tokens = random() % 100;
        r.cached_tokens = r.prompt_tokens / 2;
        r.stopped = chance(2) ? "limit" : "right";
        if (!r.before()) r.wrong_in.table = chance(2);
        q.runs.push_back(r), all.push_back(r), asked_at.push_back(i);
      }
    counter.add(q);
  }
  auto const found = counter.figures();
  for (std::size_t s = 0; s < 2; ++s) {
    auto const& f = found.strategies[s];
    std::size_t runs = 0, before = 0, after = 0, best = 0, detected = 0, accused = 0, tokens = 0, cached = 0, limit = 0, ones = 0, bees = 0,
                y = 0, tables = 0;
    std::vector<double> by_round(f.rounds.size());
    std::vector<std::size_t> going(f.rounds.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto const& r = all[i];
      if (r.strategy != s) continue;
      ++runs, before += r.before(), after += r.after(), tokens += r.prompt_tokens, cached += r.cached_tokens, limit += r.stopped == "limit";
      bool any = false;
      for (bool const b : r.right) any |= b;
      best += any;
      detected += !r.remarks.empty() && !r.before(), accused += !r.remarks.empty() && r.before();
      ones += !r.remarks.empty() && r.remarks[0] == "one" && !r.before();
      bees += asked_at[i] < 4, y += r.file == 1, tables += !r.before() && r.wrong_in.table;
      for (std::size_t n = 0; n < by_round.size(); ++n) {
        by_round[n] += r.right[std::min(n, r.right.size() - 1)] ? 1 : 0;
        going[n] += n < r.right.size();
      }
    }
    auto const share = [&](std::size_t n) { return static_cast<double>(n) / static_cast<double>(runs); };
    BOOST_TEST(f.runs == runs);
    BOOST_TEST(f.ex_before.value == share(before));
    BOOST_TEST(f.ex_after.value == share(after));
    BOOST_TEST(f.ex_best.value == share(best));
    BOOST_TEST(f.ex_after.low <= f.ex_after.value);
    BOOST_TEST(f.ex_after.high >= f.ex_after.value);
    BOOST_TEST(f.detected.wrong_detected == detected);
    BOOST_TEST(f.detected.right_accused == accused);
    BOOST_TEST(f.by_feedback.at("one").wrong_detected == ones);
    BOOST_TEST(f.cost.prompt_tokens.value == share(tokens), boost::test_tools::tolerance(1e-12));
    BOOST_TEST(f.cost.cached_tokens.value == share(cached), boost::test_tools::tolerance(1e-12));
    BOOST_TEST(f.stopped.at("limit") == limit);
    BOOST_TEST(f.by_database[0].runs == bees);
    BOOST_TEST(f.by_drafts[1].runs == y);
    for (auto const& g : f.by_error_class)
      if (g.name == "table") BOOST_TEST(g.runs == tables);
    for (std::size_t n = 0; n < by_round.size(); ++n) {
      BOOST_TEST(f.rounds[n].ex == by_round[n] / static_cast<double>(runs), boost::test_tools::tolerance(1e-12));
      BOOST_TEST(f.rounds[n].going == going[n]);
    }
  }
}

BOOST_FIXTURE_TEST_CASE(records_of_another_study_are_refused, test::apiary) {
  auto const set = data();
  studies::run_counter counter({"a"}, {"x"}, set);
  studies::recorded_question q;
  q.runs.resize(1);
  q.question = set.size();
  BOOST_TEST(test::thrown_by([&] { counter.add(q); }) == errc::malformed_data);
  q.question = 0;
  q.runs[0].strategy = 1;
  BOOST_TEST(test::thrown_by([&] { counter.add(q); }) == errc::malformed_data);
  q.runs[0].strategy = 0;
  q.runs[0].file = 1;
  BOOST_TEST(test::thrown_by([&] { counter.add(q); }) == errc::malformed_data);
}

BOOST_FIXTURE_TEST_CASE(no_run_is_no_crash, test::apiary) {
  auto const set = data();
  auto const f = studies::run_counter({"a", "b"}, {"x"}, set).figures();
  BOOST_REQUIRE(f.strategies.size() == 2);
  BOOST_TEST(f.strategies[0].runs == 0U);
  BOOST_TEST(!f.strategies[0].detected.recall);
}
