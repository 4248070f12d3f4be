// SPDX-License-Identifier: BSL-1.0
#include "t2s/pipeline/feedback_sequence.hpp"

#include "stages.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

using namespace t2s;
using namespace t2s::tests;
using texts = std::vector<std::string>;

namespace {

texts prompts(llm::scripted_model const& m) {
  texts all;
  for (auto const& r : m.asked()) all.push_back(r.messages.back().text);
  return all;
}

/// The remarks for each attempt, one string for each.
texts remarks(answer const& a) {
  texts all;
  for (auto const& attempt : a.revisions) {
    all.emplace_back();
    for (auto const& r : attempt.remarks) all.back() += r.text;
  }
  return all;
}

template <class Feedback, class Termination = terminate::nothing_left>
answer reviewed_by(run_options options = {}) {
  llm::no_model model;
  scripted_database db;
  pipeline<none, none, counting, Feedback, Termination> const p;
  return p.run(context(model, db, std::move(options)), "q");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(loop)

// DART-SQL's refinement, algorithm 1: execute; after an error revise with it, for rows ask the model to judge; at most three revisions.
using refinement =
    pipeline<clearer, none, prompted, first_of<execution_error, judge>, terminate::any_of<judged_right, terminate::revisions>>;

BOOST_AUTO_TEST_CASE(a_draft_is_corrected_until_it_is_judged_right) {
  llm::scripted_model model{"clear q", "S0", "S1", "No, one column too many", "S2", "Yes"};
  scripted_database db{{{"S0", fails(errc::no_such_column, "no such column: x")}, {"S1", gives({"r"})}, {"S2", gives({"r", "s"})}}};
  refinement const p;
  auto const a = p.run(context(model, db), "q");
  BOOST_TEST(a.stopped == "judged right");
  BOOST_TEST(a.sql() == "S2");
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 2u);
  BOOST_TEST(db.asked == (texts{"S0", "S1", "S2"}), boost::test_tools::per_element());
  BOOST_TEST(prompts(model) == (texts{"rewrite: q", "draft: clear q", "revise: clear q | S0 | no such column: x", "judge: clear q | 1",
                                      "revise: clear q | S1 | No, one column too many", "judge: clear q | 2"}),
             boost::test_tools::per_element());
  BOOST_TEST(remarks(a) == (texts{"no such column: x", "No, one column too many", ""}), boost::test_tools::per_element());
  BOOST_TEST(a.revisions[0].spent.calls == 2u);  // rewrite and draft
  BOOST_TEST(a.revisions[1].spent.calls == 2u);  // revise and judge
  BOOST_TEST(a.revisions[1].spent.statements == 1u);
  BOOST_TEST(a.revisions[2].spent.rows == 2u);
}

BOOST_AUTO_TEST_CASE(the_third_revision_is_executed_but_not_judged) {
  llm::scripted_model model{"q", "S0", "No", "S1", "No", "S2", "No", "S3"};
  scripted_database db{{{"S0", gives({"r"})}, {"S1", gives({"r"})}, {"S2", gives({"r"})}, {"S3", gives({"t"})}}};
  refinement const p;
  auto const a = p.run(context(model, db), "q");
  BOOST_TEST(a.stopped == "revision limit");
  BOOST_TEST(a.sql() == "S3");
  BOOST_TEST(a.outcome()->ok());
  BOOST_TEST(model.asked().size() == 8u);
  BOOST_TEST(!a.revisions.back().reviewed);
}

BOOST_AUTO_TEST_CASE(the_same_sql_is_executed_once) {
  llm::scripted_model model{"q", "S", "No", "S", "Yes"};
  scripted_database db{{{"S", gives({"r"})}}};
  refinement const p;
  auto const a = p.run(context(model, db), "q");
  BOOST_TEST(db.asked.size() == 1u);
  BOOST_TEST(a.revisions.size() == 2u);
  BOOST_TEST(a.outcome()->rows.values.size() == 1u);
}

// SQL-CRAFT and dynamic revision stop in the middle of a review: later stages are not asked.
BOOST_AUTO_TEST_CASE(a_run_that_is_over_skips_the_stages_that_are_left) {
  llm::scripted_model model{"S0", "No", "S1"};
  scripted_database db{{{"S0", gives({"r"})}, {"S1", gives({"r"})}}};
  pipeline<none, none, prompted, all_of<execution_error, judge>, same_result> const p;
  auto const a = p.run(context(model, db), "q");
  BOOST_TEST(a.stopped == "same result");
  BOOST_TEST(prompts(model) == (texts{"draft: q", "judge: q | 1", "revise: q | S0 | No"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(first_of_stops_at_the_first_remark_and_all_of_hears_all) {
  BOOST_TEST(remarks(reviewed_by<first_of<speaks<'a', 0b001>, speaks<'b', 0b011>>>()) == (texts{"a", "b", ""}),
             boost::test_tools::per_element());
  BOOST_TEST(remarks(reviewed_by<all_of<speaks<'a', 0b001>, speaks<'b', 0b011>>>()) == (texts{"ab", "b", ""}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(in_turn_does_not_go_back) {
  using a = speaks<'a', 0b111>;
  using b = speaks<'b', 0b100>;  // silent when its turn comes
  using c = speaks<'c', 0b010>;
  BOOST_TEST(remarks(reviewed_by<in_turn<a, b, c>>()) == (texts{"a", "c", ""}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(sequences_nest_and_keep_their_place) {
  using a = speaks<'a', 0b010>;
  using b = speaks<'b', 0b111>;
  using c = speaks<'c', 0b111>;
  BOOST_TEST(remarks(reviewed_by<first_of<a, in_turn<b, c>>>()) == (texts{"b", "a", "c", ""}), boost::test_tools::per_element());
  BOOST_TEST(remarks(reviewed_by<all_of<a, in_turn<b, c>>>()) == (texts{"b", "ac", ""}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(attempts_are_bounded_where_no_model_call_is) {
  auto const a = reviewed_by<speaks<'a', ~0U>>({.allowed = {.attempts = 5}});
  BOOST_TEST(a.stopped == "attempt limit");
  BOOST_TEST(a.revisions.size() == 5u);
}

namespace {

struct stops_without_a_word {
  std::optional<stop> done(attempt_list const&) const { return stop{}; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_stop_needs_no_reason) {
  auto const a = reviewed_by<speaks<'a', ~0U>, stops_without_a_word>();
  BOOST_TEST(a.revisions.size() == 1u);
  BOOST_TEST(a.stopped == "");
}

BOOST_AUTO_TEST_CASE(wall_time_ends_a_loop_that_asks_nobody) {
  auto const a = reviewed_by<speaks<'a', ~0U>>({.allowed = {.time = std::chrono::nanoseconds(0), .attempts = 1000}});
  BOOST_TEST(a.revisions.size() == 1u);
  BOOST_TEST(a.stopped.find("is spent") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_generator_without_an_idea_ends_the_run) {
  llm::no_model model;
  scripted_database db;
  pipeline<none, none, only_once, execution_error, terminate::nothing_left> const p;
  auto const a = p.run(context(model, db), "q");
  BOOST_TEST(a.stopped == "no other idea");
  BOOST_TEST(a.sql() == "S0");  // the latest attempt stays the answer, with its failure
  BOOST_TEST((a.outcome()->failure->code == errc::sql_failed));

  llm::scripted_model mute{""};
  pipeline<none, none, prompted, execution_error, terminate::nothing_left> const q;
  auto const nothing = q.run(context(mute, db), "q");
  BOOST_TEST(!nothing.has_sql());
  BOOST_TEST(nothing.sql() == "");
  BOOST_TEST(nothing.outcome() == nullptr);
  BOOST_TEST(nothing.stopped == "the model's draft");
}

BOOST_AUTO_TEST_CASE(a_spent_budget_answers_with_the_latest_attempt) {
  llm::scripted_model model{"q", "S0", "No", "S1"};
  scripted_database db{{{"S0", gives({"r"})}, {"S1", gives({"r"})}}};
  refinement const p;
  auto const a = p.run(context(model, db, {.allowed = {.calls = 4}}), "q");
  BOOST_TEST(a.stopped.find("budget of 4 model calls is spent") != std::string::npos);
  BOOST_TEST(a.sql() == "S1");
  BOOST_TEST(a.outcome()->ok());
  BOOST_TEST(model.asked().size() == 4u);
}

BOOST_AUTO_TEST_CASE(a_budget_spent_before_a_draft_is_an_error) {
  llm::scripted_model model{"q"};
  scripted_database db;
  refinement const p;
  BOOST_CHECK_EXCEPTION((void)p.run(context(model, db, {.allowed = {.calls = 1}}), "q"), error,
                        [](error const& e) { return e.code() == errc::budget_calls; });
  BOOST_TEST(model.asked().size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_left_of_the_completion_tokens_bounds_the_next_call) {
  llm::scripted_model model{"12345678", "S0", "Yes"};
  scripted_database db{{{"S0", gives({"r"})}}};
  refinement const p;
  (void)p.run(context(model, db, {.allowed = {.completion_tokens = 10}}), "q");
  BOOST_REQUIRE(model.asked().size() == 3u);
  BOOST_TEST((model.asked()[0].max_tokens == std::size_t{10}));
  BOOST_TEST((model.asked()[1].max_tokens == std::size_t{8}));

  llm::scripted_model free{"12345678", "S0", "Yes"};
  (void)p.run(context(free, db), "q");
  for (auto const& asked : free.asked()) BOOST_TEST(!asked.max_tokens.has_value());
}

BOOST_AUTO_TEST_CASE(an_infrastructure_failure_leaves_the_run) {
  llm::scripted_model model{"q", "S0"};
  scripted_database db{{{"S0", gives({"r"})}}};
  refinement const p;
  BOOST_CHECK_EXCEPTION((void)p.run(context(model, db), "q"), error, [](error const& e) { return e.code() == errc::model_failed; });
}

BOOST_AUTO_TEST_CASE(a_run_may_outlive_its_model) {
  llm::scripted_model failing_judge{"q", "S0"}, failing_revision{"q", "S0", "No"}, failing_draft{"q"};
  scripted_database db{{{"S0", gives({"r"})}}};
  refinement const p;
  for (auto* model : {&failing_judge, &failing_revision}) {
    auto const a = p.run(context(*model, db, {.keep_attempts_if_model_fails = true}), "q");
    BOOST_TEST(a.sql() == "S0");
    BOOST_REQUIRE(a.outcome());
    BOOST_TEST(a.outcome()->ok());
    BOOST_REQUIRE(a.failed);
    BOOST_TEST((a.failed->code == errc::model_failed));
    BOOST_TEST(a.stopped == a.failed->text());
  }
  BOOST_CHECK_THROW((void)p.run(context(failing_draft, db, {.keep_attempts_if_model_fails = true}), "q"), error);

  llm::scripted_model no_money{"q", "S0"};
  auto const poor = p.run(context(no_money, db, {.allowed = {.calls = 2}, .keep_attempts_if_model_fails = true}), "q");
  BOOST_TEST(!poor.failed);  // a spent budget is not a failure
}

BOOST_AUTO_TEST_CASE(a_stop_token_ends_a_synchronous_run) {
  std::stop_source source;
  source.request_stop();
  llm::scripted_model model{"q"};
  scripted_database db;
  refinement const p;
  BOOST_CHECK_EXCEPTION((void)p.run(context(model, db, {.stop = source.get_token()}), "q"), error,
                        [](error const& e) { return e.code() == errc::cancelled; });
  BOOST_TEST(model.asked().empty());
}

namespace {

struct seen_questions {
  int n = 0;
};
struct remembering {
  using states = facts<seen_questions>;
  template <class Context>
  question rewrite(Context& ctx, std::string const& text) const {
    ++ctx.template state<seen_questions>().n;
    return question(text);
  }
};
struct reporting : counting {
  using states = facts<seen_questions>;
  template <class Context>
  candidate draft(Context& ctx, question const&, samples const&) const {
    return candidate("seen " + std::to_string(ctx.template state<seen_questions>().n));
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(state_is_shared_by_type_and_lives_in_the_run) {
  llm::no_model model;
  scripted_database db;
  pipeline<remembering, none, reporting, none, terminate::nothing_left> const p;
  for (int run = 0; run < 2; ++run) BOOST_TEST(p.run(context(model, db), "q").sql() == "seen 1");
}

BOOST_AUTO_TEST_CASE(what_is_no_question_is_refused_before_anything_is_spent) {
  scripted_database db;
  refinement const p;
  auto const refused = [&](std::string const& text, errc code) {
    llm::scripted_model model{"q", "S0", "Yes"};
    BOOST_CHECK_EXCEPTION((void)p.run(context(model, db), text), error, [code](error const& e) { return e.code() == code; });
    BOOST_TEST(model.asked().empty());
  };
  refused("", errc::empty_question);
  refused(" \n\t", errc::empty_question);
  refused(std::string(100'000, 'x'), errc::question_too_long);
  refused("how many \xC3( are there", errc::invalid_utf8);
}

BOOST_AUTO_TEST_CASE(randomness_comes_from_the_seed) {
  llm::no_model model;
  scripted_database db;
  context const one(model, db, {.seed = 1}), same(model, db, {.seed = 1}), other(model, db, {.seed = 2});
  BOOST_TEST(one.random("rows")() == same.random("rows")());
  BOOST_TEST(one.random("rows")() != other.random("rows")());
  BOOST_TEST(one.random("rows")() != one.random("votes")());
}

BOOST_AUTO_TEST_CASE(the_clock_of_a_run_starts_with_the_run) {
  llm::no_model model;
  scripted_database db{{{"S0", gives({"r"})}}};
  context const early(model, db, {.allowed = {.time = std::chrono::milliseconds(200)}});
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  pipeline<none, none, counting, execution_error, terminate::nothing_left> const p;
  BOOST_TEST(p.run(early, "q").stopped == "nothing left to say");
}

BOOST_AUTO_TEST_CASE(absent_stages_take_no_space) {
  static_assert(sizeof(pipeline<none, none, counting, none, terminate::nothing_left>) <= 5);
  static_assert(std::is_empty_v<none> && std::is_empty_v<null_trace>);
}

BOOST_AUTO_TEST_SUITE_END()
