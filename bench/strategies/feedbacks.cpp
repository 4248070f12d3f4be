// SPDX-License-Identifier: BSL-1.0
// Each feedback alone: one review of each draft, and one revision where it objects. The reviser is the same for all, so that what differs
// is the feedback.
#include "report.hpp"

#include "t2s/align/local.hpp"
#include "t2s/align/oracle.hpp"
#include "t2s/align/prompted.hpp"
#include "t2s/feedback/empty_result.hpp"
#include "t2s/feedback/execution_error.hpp"
#include "t2s/feedback/execution_refinement.hpp"
#include "t2s/feedback/execution_report.hpp"
#include "t2s/feedback/explanation.hpp"
#include "t2s/feedback/missing_entities.hpp"
#include "t2s/feedback/related_contents.hpp"
#include "t2s/feedback/result_csv.hpp"
#include "t2s/feedback/skeleton_mismatch.hpp"
#include "t2s/feedback/unknown_text.hpp"
#include "t2s/generate/few_shot.hpp"
#include "t2s/generate/skeleton_fill.hpp"
#include "t2s/skeleton/oracle.hpp"
#include "t2s/skeleton/prompted.hpp"
#include "t2s/skeleton/retrieved.hpp"
#include "t2s/terminate/any_of.hpp"
#include "t2s/terminate/nothing_left.hpp"
#include "t2s/terminate/revisions.hpp"

namespace strategies {
namespace {

using gold_source = std::shared_ptr<gold_answers const>;
enum class decides { policy, model };

/// One round of a feedback and nothing else.
template <class Feedback>
auto alone(Feedback f, simulated_model const& model) {
  using once = any_of<terminate::nothing_left, terminate::revisions>;
  return pipeline<none, none, published<generate::few_shot>, Feedback, once>{
      {}, {}, {{}, &model}, std::move(f), once(terminate::nothing_left(), terminate::revisions{1})};
}

class feedback_tables {
 public:
  explicit feedback_tables(report& to) : report_(&to) {
    detectors_.title = "Feedback: what it objects to, and what a round costs";
    detectors_.columns = {"policy",      "wrong drafts objected to", "right drafts objected to", "recall %",
                          "precision %", "EX, worst corrector",      "EX, next prediction",      "EX, perfect corrector"};
    to.add_cost_columns(detectors_, "a review");
    to.add_instructions_column(detectors_, "a review");
    for (auto const* c : {"a revision: prompt bytes", "its tokens", "its allocations"}) detectors_.columns.emplace_back(c);
    by_file_.title = "Feedback: wrong and right drafts objected to, % of each, by file";
    by_file_.columns = {"policy"};
    for (auto const& file : to.data().files()) by_file_.columns.insert(by_file_.columns.end(), {file + ": wrong", file + ": right"});
  }

  template <class Make>
  void add(std::string const& name, Make make, decides who = decides::policy) {
    auto const found = report_->of(name, corrector::gold, std::move(make), counted::reviews);
    if (!found) return;
    row r{word(name)};
    if (who == decides::policy)
      add_detection(r, *found);
    else
      r.insert(r.end(), 7, unknown());
    report_->add_cost(r, found->reviews, found->sum(&outcome_of_run::reviews));
    report_->add_instructions(r, name);
    auto const revisions = found->sum(&outcome_of_run::revisions);
    r.push_back(mean(found->revisions.prompt_bytes, revisions, 0));
    r.push_back(mean(found->revisions.prompt_tokens, revisions, 0));
    r.push_back(mean(found->revisions.allocations, revisions));
    detectors_.rows.push_back(std::move(r));
    if (who == decides::policy) add_files(name, *found);
  }

  void append_to(std::vector<table>& out) && {
    out.push_back(std::move(detectors_));
    out.push_back(std::move(by_file_));
  }

 private:
  using outcome = outcome_of_run;

  static void add_detection(row& to, measured const& m) {
    auto const all = m.runs.size();
    auto const right = m.count([](outcome const& r) { return r.before; });
    auto const hits = m.count([](outcome const& r) { return r.objected && !r.before; });
    auto const alarms = m.count([](outcome const& r) { return r.objected && r.before; });
    to.push_back(number(hits));
    to.push_back(number(alarms));
    to.push_back(percent(hits, all - right));
    to.push_back(percent(hits, hits + alarms));
    to.push_back(percent(right - alarms, all));
    to.push_back(percent(m.count([](outcome const& r) { return r.objected ? r.other : r.before; }), all));
    to.push_back(percent(m.count([](outcome const& r) { return r.after; }), all));
  }

  void add_files(std::string const& name, measured const& m) {
    row r{word(name)};
    for (std::size_t f = 0; f < report_->data().files().size(); ++f)
      for (bool const right : {false, true}) {
        auto const of = m.count([&](outcome const& o) { return o.file == f && o.before == right; });
        r.push_back(percent(m.count([&](outcome const& o) { return o.file == f && o.before == right && o.objected; }), of));
      }
    by_file_.rows.push_back(std::move(r));
  }

  report* report_;
  table detectors_{}, by_file_{};
};

template <class Feedback>
auto plain() {
  return [](asked_database const&, gold_source const&, simulated_model const& model) { return alone(Feedback(), model); };
}

template <class Drafter>
auto retrieved_skeletons(std::shared_ptr<retrieve::skeleton_index const> index) {
  auto const ranker = std::make_shared<skeleton::ranker const>(index);
  return [=](asked_database const&, gold_source const&, simulated_model const& model) {
    feedback::skeleton_mismatch<skeleton::retrieved_with<Drafter>> f;
    f.parser.pool = index;
    f.parser.ranker = ranker;
    return alone(std::move(f), model);
  };
}

}  // namespace

void report_feedbacks(report& to, std::vector<table>& out) {
  feedback_tables all(to);
  all.add("execution_error", plain<feedback::execution_error>());
  all.add("empty_result", plain<feedback::empty_result>());
  all.add("unknown_text", plain<feedback::unknown_text>());
  all.add("first_of<execution_error, unknown_text, empty_result>",
          plain<first_of<feedback::execution_error, feedback::unknown_text, feedback::empty_result>>());
  all.add("missing_entities<align::oracle>", [](asked_database const&, gold_source const& gold, simulated_model const& model) {
    feedback::missing_entities<align::oracle> f;
    f.linker.gold = gold;
    return alone(std::move(f), model);
  });
  all.add("missing_entities<align::local>", plain<feedback::missing_entities<align::local>>());
  all.add("missing_entities<align::prompted>", plain<feedback::missing_entities<align::prompted>>(), decides::model);
  all.add("skeleton_mismatch<skeleton::oracle>", [](asked_database const&, gold_source const& gold, simulated_model const& model) {
    feedback::skeleton_mismatch<skeleton::oracle> f;
    f.parser.gold = gold;
    return alone(std::move(f), model);
  });
  all.add("skeleton_mismatch<skeleton::retrieved>", retrieved_skeletons<none>(to.data().pools().index));
  all.add("skeleton_mismatch<skeleton::retrieved_with<skeleton_fill>>",
          retrieved_skeletons<generate::skeleton_fill>(to.data().pools().index));
  all.add("skeleton_mismatch<skeleton::prompted>", plain<feedback::skeleton_mismatch<skeleton::prompted>>(), decides::model);
  all.add("execution_refinement", plain<feedback::execution_refinement>(), decides::model);
  all.add("result_csv", plain<feedback::result_csv>());
  all.add("execution_report", plain<feedback::execution_report>());
  all.add("explanation", plain<feedback::explanation>());
  all.add("related_contents", plain<feedback::related_contents>());
  std::move(all).append_to(out);
}

}  // namespace strategies
