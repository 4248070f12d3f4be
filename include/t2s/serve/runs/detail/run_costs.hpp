// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_COSTS_HPP
#define T2S_SERVE_RUNS_DETAIL_RUN_COSTS_HPP

#include "t2s/serve/runs/detail/run_record.hpp"

#include <compare>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace t2s::serve {

/// What runs have cost, summed by day, user and model. In memory only; of more than 10,000 sums those of the oldest days are dropped.
/// Thread safe.
class run_costs {
 public:
  /// Of what a sum is.
  struct subject {
    std::string day{}, who{}, model{};  ///< "2026-03-01" in UTC; `run_order::who`; `run_order::model_name`

    friend auto operator<=>(subject const&, subject const&) = default;
  };
  /// A sum.
  struct sum {
    std::size_t runs = 0, calls = 0, prompt_tokens = 0, completion_tokens = 0;
  };

  /// Adds a run that has ended.
  void add(run_record const& run) {
    auto const spent = run.figures();
    std::lock_guard const lock(guard_);
    auto& to = sums_[{run.started().substr(0, 10), run.order().who, run.order().model_name}];
    ++to.runs;
    to.calls += spent.calls;
    to.prompt_tokens += spent.prompt_tokens;
    to.completion_tokens += spent.completion_tokens;
    if (sums_.size() > most) sums_.erase(sums_.begin());
  }

  /// All sums, the oldest day first.
  [[nodiscard]] std::vector<std::pair<subject, sum>> all() const {
    std::lock_guard const lock(guard_);
    return {sums_.begin(), sums_.end()};
  }

 private:
  static constexpr std::size_t most = 10'000;
  mutable std::mutex guard_{};
  std::map<subject, sum> sums_{};
};

}  // namespace t2s::serve

#endif
