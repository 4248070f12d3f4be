// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SYSTEMS_CALL_BOUNDS_HPP
#define T2S_CLI_SYSTEMS_CALL_BOUNDS_HPP

#include <algorithm>
#include <cstddef>

#include "t2s/core/detail/budget.hpp"

namespace cli {

/// The least and the most model calls of one question by the system's procedure, if its draft has SQL. Failed tries and embeddings are not
/// counted, and a budget (--max-calls) may end a run earlier.
struct call_bounds {
  std::size_t least = 0, most = 0;

  friend call_bounds operator+(call_bounds a, call_bounds b) { return {a.least + b.least, a.most + b.most}; }
  friend bool operator==(call_bounds const&, call_bounds const&) = default;
};

[[nodiscard]] constexpr call_bounds exactly(std::size_t n) { return {n, n}; }
[[nodiscard]] constexpr call_bounds up_to(std::size_t n) { return {0, n}; }
[[nodiscard]] constexpr call_bounds call_if(bool asked) { return exactly(asked ? 1 : 0); }
[[nodiscard]] constexpr call_bounds perhaps_if(bool asked) { return up_to(asked ? 1 : 0); }

/// The revisions that a limit allows, bounded by the run's limit of attempts.
[[nodiscard]] inline std::size_t revisions_within(std::size_t limit) { return std::min(limit, t2s::limits().attempts); }

}  // namespace cli

#endif
