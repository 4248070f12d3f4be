// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SYSTEMS_CANDIDATE_CHOICE_HPP
#define T2S_CLI_SYSTEMS_CANDIDATE_CHOICE_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "t2s/core/detail/budget.hpp"

namespace cli {

/// The options for several candidates.
struct candidate_choice {
  std::size_t candidates = 1;            ///< 1: no selection
  std::string by = "majority";           ///< one of `selection_names`
  std::size_t at_once = t2s::unlimited;  ///< candidates that run at once

  [[nodiscard]] bool is_several() const { return candidates > 1; }
};

inline constexpr std::size_t most_candidates = 100;

/// The values of --select.
[[nodiscard]] std::vector<std::string> const& selection_names();

}  // namespace cli

#endif
