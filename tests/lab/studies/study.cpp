// SPDX-License-Identifier: BSL-1.0
// Studies whose figures can be counted by hand, and official totals.
#include "t2s/lab/studies/study.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"

#include "lab/studies/support.hpp"
#include "t2s/policies/align/prompted.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/feedback/missing_entities.hpp"
#include "t2s/policies/feedback/result_csv.hpp"
#include "t2s/policies/feedback/skeleton_mismatch.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/skeleton/prompted.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/policies/terminate/repeated.hpp"
#include "t2s/systems/offline.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>

using namespace t2s;

namespace {

std::string const spider = T2S_SPIDER_DIR;

bool skipped() {
  if (spider.empty()) BOOST_TEST_MESSAGE("skipped: T2S_SPIDER_DIR is not set");
  return spider.empty();
}

using once = terminate::any_of<terminate::nothing_left, terminate::revisions>;

template <class Feedback>
auto alone(Feedback f = {}, std::size_t revisions = 1) {
  return pipeline<none, none, generate::few_shot, Feedback, once>{
      {}, {}, {}, std::move(f), once(terminate::nothing_left(), terminate::revisions{revisions})};
}

auto oracle_entities(studies::asked_place const& at) {
  feedback::missing_entities<align::oracle> f;
  f.linker.gold = at.gold;
  return alone(std::move(f));
}

auto oracle_skeleton(studies::asked_place const& at) {
  feedback::skeleton_mismatch<skeleton::oracle> f;
  f.parser.gold = at.gold;
  return alone(std::move(f));
}

/// Objects to everything.
struct grumbling {
  static constexpr std::string_view name = "grumbling";
  std::optional<remark> review(auto&, question const&, auto&) const { return remark("grumbling", "no"); }
};

/// #0 does not execute, #2 returns no row, #3 has another aggregate, #5 another column; all others are right.
std::vector<std::pair<std::size_t, std::string>> const some_wrong{{0, "SELECT count(*) FROM hives"},
                                                                  {2, "SELECT name FROM hive WHERE yard = 'Meadow'"},
                                                                  {3, "SELECT min(weight) FROM hive"},
                                                                  {5, "SELECT price FROM jar ORDER BY price"}};

struct four_wrong : test::apiary {
  studies::question_set set = data();
  std::vector<studies::draft_set> drafts = set.drafts({predictions("some.sql", some_wrong)});

  template <class Strategy>
  studies::strategy_figures figures(Strategy of, studies::any_corrector by, studies::study_options const& how = {}) {
    return studies::study(set, drafts, std::move(by)).add("one", std::move(of)).run(how).strategies.front();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(studies_of_few_questions, four_wrong)

BOOST_AUTO_TEST_CASE(an_error_is_found_and_put_right) {
  auto const f = figures(alone<feedback::execution_error>(), correctors::gold());
  BOOST_TEST(f.runs == 8U);
  BOOST_TEST(f.ex_before.value == 0.5);
  BOOST_TEST(f.ex_after.value == 0.625);
  BOOST_TEST(f.change.fixed == 1U);
  BOOST_TEST(f.change.broken == 0U);
  BOOST_TEST(f.change.right == 4U);
  BOOST_TEST(f.change.wrong == 3U);
  BOOST_TEST(f.change.p == 1.0);
  BOOST_TEST(f.detected.wrong_detected == 1U);
  BOOST_TEST(f.detected.right_accused == 0U);
  BOOST_TEST(f.detected.recall->value == 0.25);
  BOOST_TEST(f.detected.precision->value == 1.0);
  BOOST_TEST(f.cost.calls.value == 1.0 / 8);
  BOOST_TEST(f.revisions == 1.0 / 8);
  BOOST_TEST(f.cost.statements.value == 9.0 / 8);  // the revision is executed for its rows
  BOOST_TEST(!f.cost.calls_per_point);             // one of eight may be chance
  BOOST_TEST(!f.seconds);
}

BOOST_AUTO_TEST_CASE(parts_of_the_runs_add_up) {
  auto const f = figures(alone<first_of<feedback::execution_error, feedback::empty_result>>(), correctors::gold());
  BOOST_REQUIRE(f.by_database.size() == 2);
  BOOST_TEST(f.by_database[0].name == "bees");
  BOOST_TEST(f.by_database[0].runs == 4U);
  BOOST_TEST(f.by_database[0].ex_before == 0.25);
  BOOST_TEST(f.by_database[0].ex_after == 0.75);
  BOOST_TEST(f.by_database[0].columns == 7U);
  BOOST_TEST(f.by_database[1].fixed == 0U);
  std::map<std::string, std::size_t> classes;
  for (auto const& g : f.by_error_class) classes[g.name] = g.runs;
  // By hand: #0 names no table of the gold SQL and does not execute; #2 differs only in its value; the skeleton of #3 has `min`, #5 lacks a
  // column.
  BOOST_TEST(classes["table"] == 1U);
  BOOST_TEST(classes["column"] == 1U);
  BOOST_TEST(classes["skeleton"] == 1U);
  BOOST_TEST(classes["execution"] == 1U);
  BOOST_TEST(classes["other"] == 1U);
  BOOST_TEST(f.by_feedback.at("execution_error").wrong_detected == 1U);
  BOOST_TEST(f.by_feedback.at("empty_result").wrong_detected == 1U);
  std::size_t runs = 0;
  for (auto const& g : f.by_hardness) runs += g.runs;
  BOOST_TEST(runs == 8U);
}

BOOST_AUTO_TEST_CASE(rounds_keep_the_last_answer_of_ended_runs) {
  auto const f = figures(alone<grumbling>({}, 3), correctors::gold());
  BOOST_REQUIRE(f.rounds.size() == 4);
  BOOST_TEST(f.rounds[0].ex == 0.5);
  BOOST_TEST(f.rounds[1].ex == 1.0);
  BOOST_TEST(f.rounds[3].going == 8U);
  BOOST_TEST(f.rounds[3].calls == 3.0);
  BOOST_TEST(f.ex_best.value == 1.0);
}

BOOST_AUTO_TEST_CASE(nothing_changes_without_a_change) {
  auto const f = figures(alone<grumbling>({}, 5), correctors::unchanged(), {.attempts = 3});
  BOOST_TEST(f.ex_after.value == 0.5);
  BOOST_TEST(f.revisions == 2.0);
  BOOST_TEST(f.stopped.at("attempt limit") == 8U);
  BOOST_TEST(!f.cost.calls_per_point);
}

BOOST_AUTO_TEST_CASE(revisions_of_others_are_taken_in_their_order) {
  auto const first = predictions("first.sql", {{0, "SELECT 1"}, {1, "SELECT yard FROM hive"}});
  auto const second = predictions("second.sql", {});
  auto const f = figures(alone<grumbling>({}, 2), correctors::published(set.drafts({first, second})));
  BOOST_TEST(f.rounds[1].ex == 0.75);
  BOOST_TEST(f.rounds[2].ex == 1.0);
  BOOST_TEST(f.change.fixed == 4U);
}

BOOST_AUTO_TEST_CASE(jobs_do_not_change_a_figure) {
  auto const records = [&](std::size_t jobs) {
    studies::study all(set, drafts, correctors::simulated{});
    all.add("grumbling", alone<grumbling>({}, 4)).add("entities", oracle_entities).add("offline", systems::offline());
    std::string text;
    studies::study::session runs(all, {.jobs = jobs});
    auto const figures = all.run({.jobs = jobs});
    for (auto const i : runs.order()) text += runs.ask(i).json() + "\n";
    for (auto const& s : figures.strategies)
      for (auto const& e : {s.ex_after, s.cost.calls, s.cost.prompt_tokens, s.cost.statements})
        text += std::to_string(e.value) + " " + std::to_string(e.low) + " " + std::to_string(e.high) + "\n";
    return text;
  };
  BOOST_TEST(records(1) == records(4));
}

BOOST_AUTO_TEST_CASE(an_interrupted_study_goes_on) {
  auto const journal = (path / "study.journal").string();
  std::size_t calls = 0;
  studies::study_options how;
  how.seed = 5;
  auto const run = [&](studies::study_options const& o) {
    studies::study s(set, drafts, correctors::gold());
    s.add("errors", [&](studies::asked_place const&) { return ++calls, alone<feedback::execution_error>(); });
    return s.run(o);
  };
  auto const whole = run(how);
  auto const needed = std::exchange(calls, 0);

  how.journal = journal;
  std::stop_source stop;
  how.stop = stop.get_token();
  how.progress = [&](std::size_t done, std::size_t) {
    if (done == 3) stop.request_stop();
  };
  BOOST_TEST(test::thrown_by([&] { (void)run(how); }) == errc::cancelled);
  auto const first = calls;
  BOOST_TEST(first < needed);
  auto const text = test::read_file(journal);
  auto const uncut = text.substr(0, text.size() - 5);  // as after a kill
  test::write_file(journal, uncut);

  how.stop = {};
  how.progress = {};
  auto const resumed = run(how);
  BOOST_TEST(calls < needed + first);
  BOOST_TEST(resumed.strategies[0].ex_after.value == whole.strategies[0].ex_after.value);
  BOOST_TEST((resumed.strategies[0].ex_after == whole.strategies[0].ex_after));
  BOOST_TEST((resumed.strategies[0].rounds.size() == whole.strategies[0].rounds.size()));
  calls = 0;
  BOOST_TEST((run(how).strategies[0].cost.calls == whole.strategies[0].cost.calls));
  BOOST_TEST(calls == 0u);  // all was kept

  how.seed = 6;
  BOOST_TEST(test::thrown_by([&] { (void)run(how); }) == errc::invalid_argument);
}

// Records are lines that anyone may have edited.
BOOST_AUTO_TEST_CASE(forged_records_are_told) {
  studies::study s(set, drafts, correctors::gold());
  s.add("one", alone<feedback::execution_error>());
  auto const figures_of = [&](studies::recorded_question const& q) {
    return test::thrown_by([&] { (void)s.figures([&, n = 0]() mutable { return n++ == 0 ? std::optional(q) : std::nullopt; }); });
  };
  studies::recorded_question q;
  for (std::size_t f = 0; f < drafts.size(); ++f) {
    auto& r = q.runs.emplace_back();
    r.file = f;
    r.right = {true};
    r.calls = {0};
    r.drafted = {.calls = 2, .prompt_tokens = 900, .completion_tokens = 40, .seconds = 0.5};
    r.stopped = "nothing left";
  }
  auto const whole = q.json();
  BOOST_TEST((studies::recorded_question::from_json(whole) == q));
  auto missing = q, strange = q, twice = q;
  missing.runs.pop_back();
  strange.runs.back().strategy = 7;
  twice.runs.push_back(twice.runs.back());
  for (auto const& forged : {missing, strange, twice}) BOOST_TEST(figures_of(forged) == errc::malformed_data);

  auto const with = [&](std::string const& what, std::string const& instead) {
    auto line = whole;
    line.replace(line.find(what), what.size(), instead);
    return test::thrown_by([&] { (void)studies::recorded_question::from_json(line); });
  };
  for (auto const* n : {"-1", "1e300", "18446744073709551616", "9223372036854775807", "\"5\"", "null", "0.5"})
    BOOST_TEST(with("\"prompt_tokens\":0", std::string("\"prompt_tokens\":") + n) == errc::malformed_data, n);
  BOOST_TEST(with("\"calls\":[0]", "\"calls\":[18446744073709551615]") == errc::malformed_data);
  BOOST_TEST(with("\"stopped\"", "\"seconds\":1e300,\"stopped\"") == errc::malformed_data);
  BOOST_TEST(with("\"runs\"", "\"walks\"") == errc::malformed_data);
}

BOOST_AUTO_TEST_CASE(strategies_are_compared_with_the_first) {
  auto const f = studies::study(set, drafts, correctors::gold())
                     .add("errors", alone<feedback::execution_error>())
                     .add("all", alone<grumbling>())
                     .run();
  BOOST_REQUIRE(f.comparisons.size() == 1);
  BOOST_TEST(f.comparisons[0].difference.value == 0.375);
  BOOST_TEST(f.comparisons[0].change.fixed == 3U);
  BOOST_TEST(f.comparisons[0].change.p == 0.25);  // 2 * (1/2)^3
  BOOST_REQUIRE(f.agreements.size() == 2);
  BOOST_TEST(f.agreements[0].runs == 5U);
  BOOST_TEST((f.agreements[1].right == std::vector<bool>{false, true}));
  BOOST_TEST(f.simulated);
}

BOOST_AUTO_TEST_CASE(a_gold_query_that_fails_counts_nowhere) {
  auto json = test::read_file((path / "dev.json").string());
  json.replace(json.find("SELECT name FROM hive\""), 11, "SELECT nam");
  write("dev.json", json);
  auto const failing = data();
  auto const f = studies::study(failing, drafts, correctors::gold()).add("one", alone<grumbling>()).run();
  BOOST_TEST(f.strategies[0].runs == 7U);
  BOOST_REQUIRE(f.notes.size() == 1);
  BOOST_TEST(f.notes[0].find("#1") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(files_of_one_name_stay_apart) {
  std::filesystem::create_directories(path / "other");
  auto const first = predictions("some.sql", some_wrong), second = predictions("other/some.sql", {});
  auto const both = set.drafts({first, second});
  auto const f = studies::study(set, both, correctors::unchanged()).add("one", alone<grumbling>()).run();
  BOOST_REQUIRE(f.strategies[0].by_drafts.size() == 2);
  BOOST_TEST(f.strategies[0].by_drafts[0].name == first);
  BOOST_TEST(f.strategies[0].by_drafts[0].ex_before == 0.5);
  BOOST_TEST(f.strategies[0].by_drafts[1].ex_before == 1.0);
  BOOST_TEST(test::thrown_by([&] { studies::study(set, set.drafts({first, first}), correctors::gold()); }) == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(as_many_predictions_as_questions) {
  auto const lines = test::read_file(predictions("some.sql", {}));
  BOOST_TEST(test::thrown_by([&] { (void)set.drafts({write("long.sql", lines + "SELECT 1\n")}); }) == errc::malformed_data);
  BOOST_TEST(test::thrown_by([&] { (void)set.drafts({write("short.sql", lines.substr(0, lines.rfind('\n', lines.size() - 2) + 1))}); }) ==
             errc::malformed_data);
  BOOST_TEST(studies::question_set(path, {}, 3).drafts({write("whole.sql", lines)})[0].sql.size() == 3U);  // the others are not asked
}

BOOST_AUTO_TEST_CASE(all_or_none_has_an_interval_too) {
  auto const f = figures(alone<feedback::execution_error>(), correctors::gold());
  // One draft of one with a remark is wrong: Wilson's interval of 1 of 1 is 1 / (1 + 1.96^2) to 1.
  BOOST_TEST(f.detected.precision->value == 1.0);
  BOOST_TEST(std::abs(f.detected.precision->low - 0.2065) < 0.0001);
  BOOST_TEST(f.detected.precision->high == 1.0);
  auto const& by = f.by_feedback.at("execution_error");
  BOOST_TEST(by.recall->value == 0.25);
  BOOST_TEST(by.recall->low < 0.25);
  BOOST_TEST(by.recall->high > 0.25);
}

BOOST_AUTO_TEST_CASE(drafts_of_other_questions_are_noticed) {
  std::vector<std::pair<std::size_t, std::string>> all;
  for (std::size_t i = 0; i < std::size(questions); ++i) all.emplace_back(i, "SELECT 1 FROM elsewhere");
  auto const f =
      studies::study(set, set.drafts({predictions("elsewhere.sql", all)}), correctors::gold()).add("one", alone<grumbling>()).run();
  BOOST_REQUIRE(f.notes.size() == 1);
  BOOST_TEST(f.notes[0] == "No draft of elsewhere is right: are they predictions for these questions?");
  BOOST_REQUIRE(f.strategies[0].cost.calls_per_point);
  BOOST_TEST(*f.strategies[0].cost.calls_per_point == 1000.0 / 100);  // a call for each question, and then all are right
}

BOOST_AUTO_TEST_CASE(drafts_of_their_own) {
  auto const f = studies::study::own_drafts(set, correctors::gold()).add("few-shot", alone<feedback::execution_error>()).run();
  BOOST_TEST(f.strategies[0].ex_before.value == 1.0);
  BOOST_TEST(f.drafts.empty());
  BOOST_REQUIRE(f.strategies[0].whole);
  BOOST_TEST(f.strategies[0].whole->calls == 1.0);  // the draft, and nothing to correct
  BOOST_TEST(f.strategies[0].cost.calls.value == 0.0);
  BOOST_TEST(f.strategies[0].whole->prompt_tokens > f.strategies[0].whole->completion_tokens);
  BOOST_TEST(!studies::study(set, drafts, correctors::gold()).add("given", alone<grumbling>()).run().strategies[0].whole);
}

BOOST_AUTO_TEST_CASE(slips_are_named) {
  auto const text = [](auto f) {
    try {
      f();
    } catch (error const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  BOOST_TEST(text([&] { studies::study(set, {}, correctors::gold()); }).find("own_drafts") != std::string::npos);
  BOOST_TEST(text([&] {
               studies::study(set, drafts, correctors::gold()).add("a", alone<grumbling>()).add("a", alone<grumbling>());
             }).find("\"a\"") != std::string::npos);
  BOOST_TEST(text([&] { (void)set.drafts({write("short.sql", "SELECT 1\n")}); }).find("1 predictions for 8 questions") !=
             std::string::npos);
  BOOST_TEST(text([&] { (void)studies::recorded_question::from_json("{}"); }).find("record of a study") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(records_survive_json) {
  studies::study all(set, drafts, correctors::gold());
  all.add("grumbling", alone<grumbling>()).add("entities", oracle_entities);
  studies::study::session runs(all, {.times = true});
  for (auto const i : runs.order()) {
    auto const q = runs.ask(i);
    BOOST_TEST((studies::recorded_question::from_json(q.json()) == q));
  }
}

// ---- the simulated corrector

BOOST_AUTO_TEST_CASE(a_column_named_rightly_is_mended_and_nothing_else) {
  drafts = set.drafts(
      {predictions("columns.sql", {{5, "SELECT id FROM jar ORDER BY price"}, {2, "SELECT id FROM hive WHERE yard = 'forest'"}})});
  auto const f = figures(oracle_entities, correctors::simulated{.mends = 1, .spoils = 0});
  BOOST_TEST(f.change.fixed == 1U);  // #5; in #2 the value stays wrong
  BOOST_TEST(f.change.broken == 0U);
  BOOST_TEST(figures(oracle_entities, correctors::simulated{.mends = 0, .spoils = 1}).change.fixed == 0U);
}

BOOST_AUTO_TEST_CASE(a_skeleton_named_rightly_keeps_the_drafts_own_columns) {
  drafts = set.drafts({predictions("skeletons.sql", {{3, "SELECT min(weight) FROM hive"}, {6, "SELECT id FROM jar ORDER BY price"}})});
  studies::study all(set, drafts, correctors::simulated{.mends = 1, .spoils = 0});
  all.add("skeleton", oracle_skeleton);
  studies::study::session runs(all, {});
  BOOST_TEST(runs.ask(3).runs[0].after());
  auto const other_column = runs.ask(6);
  BOOST_TEST(!other_column.runs[0].after());
  BOOST_TEST(other_column.runs[0].sql == "SELECT id FROM jar WHERE price > 5");
}

BOOST_AUTO_TEST_CASE(objections_to_right_sql_spoil_it) {
  auto const second = set.drafts({predictions("second.sql", {{1, "SELECT yard FROM hive"}})});
  drafts.push_back(second[0]);
  studies::study all(set, drafts, correctors::simulated{.mends = 0, .spoils = 1});
  all.add("grumbling", alone<grumbling>());
  studies::study::session runs(all, {});
  auto const q = runs.ask(1);  // right in the first file, wrong in the second
  BOOST_TEST(q.runs[0].before());
  BOOST_TEST(!q.runs[0].after());
  BOOST_TEST(q.runs[0].sql == "SELECT yard FROM hive");
  auto const alone_wrong = runs.ask(6);  // right in both files: another column of the table
  BOOST_TEST(!alone_wrong.runs[0].after());
  BOOST_TEST(alone_wrong.runs[0].sql.find("FROM jar") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(draws_are_even_and_do_not_depend_on_the_order) {
  auto const first = set[0];
  std::vector<std::string> const none_drafted;
  db::sqlite_connection const database((path / "databases/bees/bees.sqlite").string());
  studies::observed_run const run;
  std::function<bool(std::string const&)> const wrong = [](std::string const&) { return false; };
  std::size_t below = 0;
  double sum = 0;
  for (std::size_t i = 0; i < 10'000; ++i) {
    studies::correction const at{first, i, none_drafted, i % 3, database.schema(), run, wrong, 7};
    below += at.draw("a") < 0.3;
    sum += at.draw("a") * at.draw("b");  // independent: the mean of the product is 1/4
  }
  BOOST_TEST(below > 2850U);  // 3000 with a standard deviation of 46
  BOOST_TEST(below < 3150U);
  BOOST_TEST(sum / 10'000 > 0.24);
  BOOST_TEST(sum / 10'000 < 0.26);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(studies_of_published_drafts)

BOOST_AUTO_TEST_CASE(drafts_have_the_official_accuracy) {
  if (skipped()) return;
  studies::question_set const data(spider);
  std::vector<std::string> files;
  for (auto const* name : {"c3_gpt35", "codex_few", "dail_gpt4", "graphix"}) files.push_back(spider + "/predictions/" + name + ".sql");
  auto const f = studies::study(data, data.drafts(files), correctors::gold())
                     .add("errors and empty results", alone<first_of<feedback::execution_error, feedback::empty_result>>())
                     .run({.jobs = 2});
  // The totals of test-suite-sql-eval for these files.
  std::map<std::string, double> const official{{"c3_gpt35", 80.9}, {"codex_few", 69.2}, {"dail_gpt4", 82.9}, {"graphix", 80.9}};
  auto const& s = f.strategies[0];
  BOOST_REQUIRE(s.by_drafts.size() == 4);
  for (auto const& g : s.by_drafts) BOOST_TEST(std::abs(100 * g.ex_before - official.at(g.name)) < 0.05);
  BOOST_TEST(s.ex_before.low < s.ex_before.value);
  BOOST_TEST(s.change.fixed == s.detected.wrong_detected);  // the gold corrector corrects every draft with an objection
  BOOST_TEST(s.change.broken == 0U);
}

/// Recovers given rates: the runs after are a simulated correction of those before.
BOOST_AUTO_TEST_CASE(rates_are_found_again) {
  if (skipped()) return;
  studies::question_set const data(spider);
  auto drafts = data.drafts({spider + "/predictions/codex_few.sql"});
  studies::study made(data, drafts, correctors::simulated{.mends = 0.6, .spoils = 0.2});
  made.add("grumbling", alone<grumbling>());
  std::vector<std::string> revised(data.size());
  studies::study::session runs(made, {});
  for (auto const i : runs.order()) revised[i] = runs.ask(i).runs[0].sql;
  studies::draft_set after;
  after.name = "after";
  for (std::size_t i = 0; i < data.size(); ++i) after.sql.add(revised[i].empty() ? drafts[0].sql[i] : revised[i]);
  drafts.push_back(after);
  studies::study pair(data, drafts, correctors::unchanged());
  auto const rates = studies::fitted_rates(pair.add("grumbling", alone<grumbling>()));
  BOOST_TEST(rates.rightly == 318U);  // all drafts of the file that the official evaluator calls wrong
  BOOST_TEST(rates.mends->low < 0.6);
  BOOST_TEST(rates.mends->high > 0.6);
  BOOST_TEST(rates.spoils->low < 0.2);
  BOOST_TEST(rates.spoils->high > 0.2);
}

BOOST_AUTO_TEST_SUITE_END()
