// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_AFTER_DRAFT_HPP
#define T2S_POLICIES_TERMINATE_AFTER_DRAFT_HPP

#include "t2s/policy.hpp"

#include <optional>

namespace t2s::terminate {

/// The draft is the answer: it is not reviewed or revised, and reviews and revisions are not compiled.
struct after_draft {
  static constexpr bool draft_alone = true;  ///< read by the pipeline at compile time

  [[nodiscard]] std::optional<stop> done(attempt_list const&) const { return stop{"not corrected"}; }
};

}  // namespace t2s::terminate

#endif
