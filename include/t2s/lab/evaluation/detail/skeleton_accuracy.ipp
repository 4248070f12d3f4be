// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_SKELETON_ACCURACY_IPP
#define T2S_LAB_EVALUATION_DETAIL_SKELETON_ACCURACY_IPP

#include "t2s/lab/evaluation/detail/hardness_levels.hpp"
#include "t2s/lab/evaluation/subtasks.hpp"

#include <algorithm>

namespace t2s::evaluation {
namespace detail {

/// Compares one run with the skeleton of its gold SQL.
class skeletons_of_run {
 public:
  skeletons_of_run(prediction const& run, std::string gold) : run_(run), gold_(std::move(gold)) {
    for (auto const& sql : run.rounds) right_.push_back(is_right(sql));
    if (run.rounds.empty()) right_.push_back(is_right(run.sql));
  }

  void add_to(recorded_skeletons::scores& s) const {
    s.sql.add(right_.front());
    auto const& parsed = run_.recorded().skeletons;
    s.parsed.add(!parsed.empty() && parsed.back().skeleton == gold_);
  }

  /// `rounds` has at least the run's number of rounds.
  void add_to(std::vector<recorded_skeletons::scores>& rounds) const {
    for (std::size_t n = 0; n < rounds.size(); ++n) rounds[n].sql.add(right_[std::min(n, right_.size() - 1)]);
    for (auto const& s : run_.recorded().skeletons) rounds[s.round].parsed.add(s.skeleton == gold_);
  }

 private:
  [[nodiscard]] bool is_right(std::string const& sql) const { return skeleton::parse_sql(sql).skeleton == gold_; }

  prediction const& run_;
  std::string gold_;
  std::vector<bool> right_{};  // for the SQL of each round
};

inline std::size_t rounds_of(prediction_set const& predictions) {
  std::size_t rounds = 0;
  for (auto const& p : predictions.predictions) {
    rounds = std::max({rounds, p.rounds.size(), std::size_t{1}});
    for (auto const& s : p.recorded().skeletons) rounds = std::max(rounds, s.round + 1);
  }
  return rounds;
}

}  // namespace detail

T2S_DECL recorded_skeletons recorded_skeleton_accuracy(gold_set const& gold, prediction_set const& predictions,
                                                       std::span<std::string const> hardness) {
  detail::require_levels(gold, hardness);
  recorded_skeletons report;
  report.rounds.resize(detail::rounds_of(predictions));
  for (std::size_t i = 0; i < predictions.predictions.size(); ++i) {
    auto wanted = skeleton::parse_sql(gold.questions[i].sql).skeleton;
    if (wanted.empty()) {
      report.unread.push_back(i);
      continue;
    }
    auto const& run = predictions.predictions[i];
    if (run.recorded().skeletons.empty()) report.unrecorded.push_back(i);
    detail::skeletons_of_run const found(run, std::move(wanted));
    found.add_to(report.all);
    if (!hardness.empty()) found.add_to(report.hardness[hardness[i]]);
    found.add_to(report.rounds);
  }
  return report;
}

}  // namespace t2s::evaluation

#endif
