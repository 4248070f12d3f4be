// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_CALIBRATION_IPP
#define T2S_LAB_EVALUATION_DETAIL_CALIBRATION_IPP

#include "t2s/lab/evaluation/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace t2s::evaluation {
namespace detail {

/// Highest confidence first.
inline std::vector<judged_confidence> sorted(std::span<judged_confidence const> all) {
  std::vector<judged_confidence> out(all.begin(), all.end());
  for (auto& j : out)
    if (std::isnan(j.confidence)) j.confidence = 0;
  std::ranges::sort(out, [](auto const& a, auto const& b) { return a.confidence > b.confidence; });
  return out;
}

inline double share(std::size_t some, std::size_t all) { return all == 0 ? 0.0 : static_cast<double>(some) / static_cast<double>(all); }

/// Calls `take(confidence, right, wrong)` for each distinct confidence, highest first.
template <class Take>
void for_each_confidence(std::span<judged_confidence const> all, Take take) {
  auto const in_order = sorted(all);
  for (std::size_t i = 0; i < in_order.size();) {
    std::size_t right = 0, wrong = 0;
    double const confidence = in_order[i].confidence;
    do ++(in_order[i].right ? right : wrong);
    while (++i < in_order.size() && in_order[i].confidence == confidence);
    take(confidence, right, wrong);
  }
}

}  // namespace detail

T2S_DECL double area_under_roc(std::span<judged_confidence const> all) {
  double area = 0, right_above = 0, wrong_above = 0;
  detail::for_each_confidence(all, [&](double, std::size_t right, std::size_t wrong) {
    auto const r = static_cast<double>(right), w = static_cast<double>(wrong);
    area += w * (right_above + r / 2);
    right_above += r;
    wrong_above += w;
  });
  return right_above > 0 && wrong_above > 0 ? area / right_above / wrong_above : 0.5;
}

T2S_DECL double expected_calibration_error(std::span<judged_confidence const> all, std::size_t bins) {
  struct bin {
    double confidence = 0, right = 0;
  };
  std::vector<bin> sums(std::max<std::size_t>(bins, 1));
  for (auto const& j : all) {
    if (std::isnan(j.confidence)) continue;
    auto const place = static_cast<std::size_t>(std::clamp(j.confidence, 0.0, 1.0) * static_cast<double>(sums.size()));
    auto& b = sums[std::min(place, sums.size() - 1)];
    b.confidence += j.confidence;
    b.right += j.right ? 1 : 0;
  }
  double error = 0;
  for (auto const& b : sums) error += std::abs(b.confidence - b.right);
  return all.empty() ? 0 : error / static_cast<double>(all.size());
}

T2S_DECL std::vector<risk_point> risk_coverage(std::span<judged_confidence const> all, std::size_t asked) {
  std::vector<risk_point> out;
  std::size_t answered = 0, mistaken = 0;
  auto const questions = std::max(asked, all.size());
  detail::for_each_confidence(all, [&](double confidence, std::size_t right, std::size_t wrong) {
    answered += right + wrong;
    mistaken += wrong;
    out.push_back({confidence, detail::share(answered, questions), detail::share(mistaken, answered)});
  });
  return out;
}

T2S_DECL double area_under_risk_coverage(std::span<judged_confidence const> all) {
  double area = 0, before = 0;
  for (auto const& p : risk_coverage(all)) {
    area += p.risk * (p.coverage - before);
    before = p.coverage;
  }
  return area;
}

T2S_DECL risk_point point_of_risk(std::span<judged_confidence const> all, double risk, std::size_t asked) {
  risk_point best{1, 0, 0};
  for (auto const& p : risk_coverage(all, asked))
    if (p.risk <= risk) best = p;
  return best;
}

T2S_DECL risk_point point_of_minimum(std::span<judged_confidence const> all, double minimum, std::size_t asked) {
  std::size_t answered = 0, mistaken = 0;
  for (auto const& j : all) {
    if (j.confidence < minimum) continue;
    ++answered;
    if (!j.right) ++mistaken;
  }
  return {minimum, detail::share(answered, std::max(asked, all.size())), detail::share(mistaken, answered)};
}

}  // namespace t2s::evaluation

#endif
