// SPDX-License-Identifier: BSL-1.0
// Each termination policy with one feedback that supplies what it looks at.
#include "report.hpp"

#include "t2s/feedback/empty_result.hpp"
#include "t2s/feedback/execution_error.hpp"
#include "t2s/feedback/execution_refinement.hpp"
#include "t2s/feedback/result_csv.hpp"
#include "t2s/generate/few_shot.hpp"
#include "t2s/terminate/any_of.hpp"
#include "t2s/terminate/judged_right.hpp"
#include "t2s/terminate/nothing_left.hpp"
#include "t2s/terminate/revisions.hpp"
#include "t2s/terminate/same_result.hpp"
#include "t2s/terminate/same_sql.hpp"

namespace strategies {
namespace {

class termination_table {
 public:
  explicit termination_table(report& to) : report_(&to) {
    made_.title = "Termination: when it stops, and what a run has cost by then";
    made_.columns = {"policy",           "with feedback", "corrector", "revisions",       "stopped by itself %",
                     "right of these %", "EX before",     "EX after",  "EX, best attempt"};
    to.add_cost_columns(made_, "a run");
    made_.columns.emplace_back("its decisions: allocations");
    to.add_instructions_column(made_, "of its decisions");
  }

  template <class Feedback, class Termination>
  void add(std::string const& name, std::string const& with_feedback, Termination t) {
    for (auto const by : {corrector::gold, corrector::again, corrector::others}) {
      auto const full = name + ", " + std::string(name_of(by));
      auto const found = report_->of(
          full, by,
          [&](asked_database const&, auto const&, simulated_model const& model) {
            return with_published_drafts(pipeline<none, none, generate::few_shot, Feedback, Termination>{{}, {}, {}, {}, t}, model);
          },
          counted::decisions);
      if (found) made_.rows.push_back(row_of(name, with_feedback, full, by, *found));
    }
  }

  void append_to(std::vector<table>& out) && { out.push_back(std::move(made_)); }

 private:
  using outcome = outcome_of_run;

  [[nodiscard]] row row_of(std::string const& name, std::string const& with_feedback, std::string const& full, corrector by,
                           measured const& m) const {
    auto const all = m.runs.size();
    auto const stopped = m.count([](outcome const& r) { return !r.by_limit; });
    row r{word(name), word(with_feedback), word(std::string(name_of(by))), mean(m.sum(&outcome::revisions), all, 2), percent(stopped, all)};
    r.push_back(percent(m.count([](outcome const& o) { return !o.by_limit && o.after; }), stopped));
    r.push_back(percent(m.count([](outcome const& o) { return o.before; }), all));
    r.push_back(percent(m.count([](outcome const& o) { return o.after; }), all));
    r.push_back(percent(m.count([](outcome const& o) { return o.any; }), all));
    report_->add_cost(r, m.rounds(), all);
    r.push_back(mean(m.decisions.allocations, all));
    report_->add_instructions(r, full);
    return r;
  }

  report* report_;
  table made_{};
};

}  // namespace

void report_terminations(report& to, std::vector<table>& out) {
  using feedback::result_csv, feedback::execution_refinement;
  using namespace terminate;
  using failing_or_empty = first_of<feedback::execution_error, feedback::empty_result>;
  termination_table all(to);
  all.add<failing_or_empty>("nothing_left", "first_of<execution_error, empty_result>", nothing_left());
  all.add<result_csv>("revisions{3}", "result_csv", revisions{3});
  all.add<result_csv>("same_sql", "result_csv", same_sql());
  all.add<result_csv>("same_result", "result_csv", same_result());
  all.add<execution_refinement>("judged_right", "execution_refinement", judged_right());
  all.add<failing_or_empty>("any_of<nothing_left, revisions{3}>", "first_of<execution_error, empty_result>",
                            any_of(nothing_left(), revisions{3}));
  all.add<result_csv>("any_of<same_sql, revisions{5}>", "result_csv", any_of(same_sql(), revisions{5}));
  all.add<result_csv>("any_of<same_result, revisions{3}>", "result_csv", any_of(same_result(), revisions{3}));
  all.add<execution_refinement>("any_of<judged_right, revisions{3}>", "execution_refinement", any_of(judged_right(), revisions{3}));
  std::move(all).append_to(out);
}

}  // namespace strategies
