// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_REVISIONS_HPP
#define T2S_POLICIES_TERMINATE_REVISIONS_HPP

#include "t2s/policy.hpp"

#include <cstddef>
#include <optional>

namespace t2s::terminate {

/// Stops after a number of revisions; the last one is not reviewed.
struct revisions {
  std::size_t limit = 3;  ///< how many

  [[nodiscard]] std::optional<stop> done(attempt_list const& past) const {
    if (past.size() > limit) return stop{"revision limit"};
    return {};
  }
};

}  // namespace t2s::terminate

#endif
