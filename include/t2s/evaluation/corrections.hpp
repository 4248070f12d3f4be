// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_CORRECTIONS_HPP
#define T2S_EVALUATION_CORRECTIONS_HPP

#include "t2s/core/config.hpp"

#include <cstddef>
#include <vector>

namespace t2s::evaluation {

/// What a correction has changed: each example counts in exactly one of the first four.
struct corrections {
  std::size_t fixed = 0;   ///< wrong before, right after
  std::size_t broken = 0;  ///< right before, wrong after
  std::size_t right = 0;   ///< before and after
  std::size_t wrong = 0;   ///< before and after
  double p = 1;            ///< `mcnemar_p` of fixed and broken: how likely chance alone changes so much

  /// All questions that were compared.
  [[nodiscard]] std::size_t size() const noexcept { return fixed + broken + right + wrong; }

  friend bool operator==(corrections const&, corrections const&) = default;
};

/// Compares a run before and a run after from whether each example is right, in the same order.
///
/// Throws `error` with `invalid_argument` if they are not of the same length. O(n).
[[nodiscard]] T2S_DECL corrections compare_runs(std::vector<bool> const& before, std::vector<bool> const& after);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/corrections.ipp"
#endif

#endif
