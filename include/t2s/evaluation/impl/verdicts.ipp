// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_VERDICTS_IPP
#define T2S_EVALUATION_IMPL_VERDICTS_IPP

#include "t2s/evaluation/bird.hpp"
#include "t2s/evaluation/statistics.hpp"
#include "t2s/evaluation/verdicts.hpp"

#include <algorithm>
#include <initializer_list>

namespace t2s::evaluation {
namespace detail {

/// Sums of one partial score.
struct partial_sum {
  double acc = 0, rec = 0;
  std::size_t predicted = 0, labelled = 0;

  void add(partial_score const& s) {
    acc += s.prediction_total > 0 ? s.acc : 0;
    rec += s.label_total > 0 ? s.rec : 0;
    predicted += s.prediction_total > 0 ? 1U : 0U;
    labelled += s.label_total > 0 ? 1U : 0U;
  }

  [[nodiscard]] partial_mean mean() const {
    auto const a = predicted > 0 ? acc / static_cast<double>(predicted) : 0;
    auto const r = labelled > 0 ? rec / static_cast<double>(labelled) : 0;
    return {a, r, a + r > 0 ? 2 * a * r / (a + r) : 1};
  }
};

/// The time ratios of a group, 0 for wrong predictions.
struct time_lists {
  std::vector<double> ratios{}, medians{}, spreads{};

  void add(std::optional<timing> const& t) {
    ratios.push_back(t ? t->ratio : 0);
    medians.push_back(t ? t->median_ratio : 0);
    if (t) spreads.push_back(t->spread);
  }

  void sum_up(scores& s) const {
    s.ves = bird::valid_efficiency_score(ratios);
    s.median_ves = bird::valid_efficiency_score(medians);
    s.r_ves = bird::reward_efficiency_score(ratios);
    s.spread = spreads.empty() ? 0 : median(spreads);
  }
};

inline std::size_t place_of(std::string_view group) {
  static constexpr std::array<std::string_view, 8> order{"easy", "simple", "medium", "moderate", "hard", "challenging", "extra", "other"};
  return static_cast<std::size_t>(std::ranges::find(order, group) - order.begin());
}

inline bool counts(report const& r, std::size_t question, std::string_view group) {
  auto const& q = r.questions[question];
  return !q.skipped && (group == all_questions || q.hardness == group);
}

}  // namespace detail

T2S_DECL std::vector<std::string> groups_of(report const& r) {
  std::vector<std::string> groups;
  for (auto const& q : r.questions)
    if (std::ranges::find(groups, q.hardness) == groups.end()) groups.push_back(q.hardness);
  std::ranges::sort(groups, {}, [](std::string const& g) { return std::pair(detail::place_of(g), std::string_view(g)); });
  groups.emplace_back(all_questions);
  return groups;
}

T2S_DECL scores scores_of(report const& r, file_report const& file, std::string_view group) {
  scores s;
  std::array<detail::partial_sum, 10> parts{};
  detail::time_lists times;
  std::size_t with_ex = 0, with_bird = 0;
  auto const one = [](bool right) { return right ? 1. : 0.; };
  for (std::size_t i = 0; i < file.verdicts.size(); ++i) {
    if (!detail::counts(r, i, group)) continue;
    auto const& v = file.verdicts[i];
    ++s.count;
    s.valid += one(!v.failure);
    s.em += one(v.em);
    s.parsed += one(v.parsed);
    for (std::size_t p = 0; p < parts.size(); ++p) parts[p].add(v.parts[p]);
    if (!r.questions[i].no_bird) {
      ++with_bird;
      s.bird_ex += one(v.bird_ex);
      s.soft_f1 += v.soft_f1;
      times.add(v.times);
    }
    if (r.questions[i].no_ex) continue;
    ++with_ex;
    s.ex += one(v.ex);
    s.ex_single += one(v.ex_single);
    if (!r.options.wanted.structure) continue;
    s.structure.add(v.structure, v.ex);
    if (v.kind) s.errors.add(*v.kind);
  }
  if (s.count == 0) return s;
  auto const share_of = [](std::size_t count, std::initializer_list<double*> sums) {
    for (auto* sum : sums) *sum = count > 0 ? *sum / static_cast<double>(count) : 0;
  };
  share_of(s.count, {&s.valid, &s.em, &s.parsed});
  share_of(with_ex, {&s.ex, &s.ex_single});
  share_of(with_bird, {&s.bird_ex, &s.soft_f1});
  for (std::size_t p = 0; p < parts.size(); ++p) s.parts[p] = parts[p].mean();
  times.sum_up(s);
  return s;
}

T2S_DECL std::vector<double> ex_by_round(report const& r, file_report const& file) {
  std::size_t rounds = 0, questions = 0;
  for (auto const& q : file.rounds) rounds = std::max(rounds, q.size());
  std::vector<double> right(rounds);
  for (std::size_t i = 0; i < file.rounds.size() && rounds > 0; ++i) {
    if (!detail::counts(r, i, all_questions) || r.questions[i].no_ex) continue;
    ++questions;
    auto const& of = file.rounds[i];
    for (std::size_t n = 0; n < rounds; ++n) right[n] += (of.empty() ? file.verdicts[i].ex : of[std::min(n, of.size() - 1)]) ? 1 : 0;
  }
  for (auto& share : right) share = questions > 0 ? share / static_cast<double>(questions) : 0;
  return right;
}

}  // namespace t2s::evaluation

#endif
