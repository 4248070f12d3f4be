// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_JUDGED_RIGHT_HPP
#define T2S_POLICIES_TERMINATE_JUDGED_RIGHT_HPP

#include "t2s/pipeline/history.hpp"
#include "t2s/pipeline/judged.hpp"
#include "t2s/policy.hpp"

#include <optional>

namespace t2s::terminate {

/// Stops when the model has judged the result of the latest SQL right.
struct judged_right {
  using needs = facts<judged>;

  [[nodiscard]] std::optional<stop> done(auto const& past) const {
    auto const* verdict = past.template known<judged>();
    if (verdict && verdict->right) return stop{"judged right"};
    return {};
  }
};

}  // namespace t2s::terminate

#endif
