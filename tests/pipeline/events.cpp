// SPDX-License-Identifier: BSL-1.0
#include "t2s/pipeline/events.hpp"

#include <boost/test/unit_test.hpp>

#include "stages.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"

using namespace t2s;
using namespace t2s::tests;
using texts = std::vector<std::string>;

namespace {

/// Writes down the events, with the members that a watcher would read.
struct note_taker {
  static constexpr bool enabled = true;
  texts* to;

  void on(events::stage_begun const& e) noexcept { to->push_back("begin " + std::string(e.name)); }
  void on(events::stage_ended const& e) noexcept { to->emplace_back(e.took.count() >= 0 ? "end" : "end before its begin"); }
  void on(events::model_called const& e) noexcept {
    to->push_back(e.reply ? "answered " + e.reply->text : "failed: " + std::string(e.error ? name_of(*e.error) : "unknown"));
  }
  void on(events::statement_executed const& e) noexcept {
    auto const failed = !e.outcome || e.outcome->failure;
    to->push_back(std::string(e.sql) + (failed ? " fails" : " gives " + std::to_string(e.outcome->rows.values.size())));
  }
  void on(events::question_rewritten const& e) noexcept { to->push_back("rewritten " + e.asked.clear); }
  void on(events::draft_made const& e) noexcept { to->push_back("draft " + std::to_string(e.number) + of(e.candidate)); }
  void on(events::attempt_reviewed const& e) noexcept {
    to->push_back("reviewed " + std::to_string(e.number) + of(e.candidate) + ", " + std::to_string(e.latest.remarks.size()) + " remarks");
  }
  void on(events::candidate_chosen const& e) noexcept { to->push_back("chosen " + std::to_string(e.candidate)); }
  void on(events::stopped const& e) noexcept { to->push_back("stopped" + of(e.candidate) + ": " + std::string(e.why)); }

  static std::string of(std::optional<std::size_t> candidate) { return candidate ? " of " + std::to_string(*candidate) : std::string(); }
};
static_assert(TraceSink<note_taker>);

/// A sink with the former interface, which no run calls any more.
struct of_words {
  static constexpr bool enabled = true;
  void begin(std::string_view) noexcept {}
  void end() noexcept {}
};
static_assert(!TraceSink<of_words>);

}  // namespace

BOOST_AUTO_TEST_SUITE(event_of_a_run)

BOOST_AUTO_TEST_CASE(a_run_tells_what_happens_in_its_order) {
  llm::scripted_model model{"clear q", "S0", "S1"};
  scripted_database db{{{"S0", fails(errc::no_such_column, "no such column: x")}, {"S1", gives({"r"})}}};
  pipeline<clearer, none, prompted, execution_error, terminate::nothing_left> const p;
  texts told;
  BOOST_TEST(p.run(context(model, db, {}, note_taker{&told}), "q").sql() == "S1");
  BOOST_TEST(told == (texts{"begin rewrite",
                            "answered clear q",
                            "end",
                            "rewritten clear q",
                            "begin sample",
                            "end",
                            "begin draft",
                            "answered S0",
                            "end",
                            "draft 0",
                            "begin execution error",
                            "S0 fails",
                            "end",
                            "reviewed 0, 1 remarks",
                            "begin revise",
                            "answered S1",
                            "end",
                            "draft 1",
                            "begin execution error",
                            "S1 gives 1",
                            "end",
                            "reviewed 1, 0 remarks",
                            "stopped: nothing left to say"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_call_that_fails_has_its_error) {
  llm::scripted_model model{};
  scripted_database db;
  pipeline<none, none, prompted, none, terminate::nothing_left> const p;
  texts told;
  BOOST_CHECK_THROW((void)p.run(context(model, db, {.allowed = {.calls = 0}}, note_taker{&told}), "q"), t2s::error);
  BOOST_REQUIRE(told.size() >= 2U);
  BOOST_TEST(told[told.size() - 2] == "failed: budget_calls");
  BOOST_TEST(told.back() == "end");
}

BOOST_AUTO_TEST_CASE(candidates_are_told_apart) {
  llm::scripted_model model{"S1", "S2", "S1"};
  scripted_database db{{{"S1", gives({"r"})}, {"S2", gives({"x", "y"})}}};
  pipeline<none, none, generate::times<3, prompted>, execution_error, terminate::nothing_left, select::majority> const p;
  texts told;
  (void)p.run(context(model, db, {}, note_taker{&told}), "q");
  for (auto const* one : {"draft 0 of 0", "draft 0 of 1", "draft 0 of 2", "reviewed 0 of 1, 0 remarks", "chosen 0"})
    BOOST_TEST((std::find(told.begin(), told.end(), one) != told.end()), one);
}

BOOST_AUTO_TEST_SUITE_END()
