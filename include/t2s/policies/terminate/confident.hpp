// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_CONFIDENT_HPP
#define T2S_POLICIES_TERMINATE_CONFIDENT_HPP

#include "t2s/core/detail/probability_text.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policy.hpp"

#include <optional>
#include <string>

namespace t2s::terminate {

/// Stops when the latest SQL is sufficiently likely to be right, by the estimate of `feedback::confidence_estimate`.
struct confident {
  using needs = facts<estimated>;

  double least = estimated::usual_minimum;  ///< the sufficient probability, from 0 to 1

  [[nodiscard]] std::optional<stop> done(auto const& past) const {
    auto const* found = past.template known<estimated>();
    if (found && found->confidence >= least) return stop{"confident: " + detail::probability_text(found->confidence)};
    return {};
  }
};

}  // namespace t2s::terminate

#endif
