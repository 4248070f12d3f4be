// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_NOTHING_LEFT_HPP
#define T2S_POLICIES_TERMINATE_NOTHING_LEFT_HPP

#include "t2s/policy.hpp"

#include <optional>

namespace t2s::terminate {

/// Stops when a whole review had no remark.
struct nothing_left {
  [[nodiscard]] std::optional<stop> done(attempt_list const& past) const {
    if (past.latest().reviewed && past.latest().remarks.empty()) return stop{"nothing left to say"};
    return {};
  }
};

}  // namespace t2s::terminate

#endif
