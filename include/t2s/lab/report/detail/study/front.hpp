// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_FRONT_HPP
#define T2S_LAB_REPORT_DETAIL_STUDY_FRONT_HPP

#include "t2s/lab/studies/detail/figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

namespace t2s::studies::reporting {

inline double mean_calls(strategy_figures const& s) { return s.cost.calls.value; }
inline double mean_tokens(strategy_figures const& s) { return s.cost.prompt_tokens.value + s.cost.completion_tokens.value; }

/// The Pareto front of EX against a cost: the indices of the strategies that no other one beats, by an EX at least as high at a cost at
/// least as low and better in one of them. Cheapest first; O(n log n).
template <class Cost>
std::vector<std::size_t> pareto_front(std::vector<strategy_figures> const& all, Cost const& cost) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].runs > 0 && std::isfinite(all[i].ex_after.value) && std::isfinite(cost(all[i]))) order.push_back(i);
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::tuple(cost(all[i]), -all[i].ex_after.value, i); });
  std::vector<std::size_t> front;
  for (auto const i : order) {
    auto const ex = all[i].ex_after.value;
    bool const equal = !front.empty() && cost(all[front.back()]) == cost(all[i]) && all[front.back()].ex_after.value == ex;
    if (front.empty() || equal || ex > all[front.back()].ex_after.value) front.push_back(i);
  }
  return front;
}

}  // namespace t2s::studies::reporting

#endif
