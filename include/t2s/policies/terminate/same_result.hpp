// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_SAME_RESULT_HPP
#define T2S_POLICIES_TERMINATE_SAME_RESULT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/policy.hpp"

#include <optional>

namespace t2s::terminate {

/// Stops when an attempt has the same result as the previous one (dynamic revision, section 3.2.2). Known as soon as the new SQL is
/// executed.
///
/// Two results are the same if they have the same rows in the same order; column names are ignored, 1 equals 1.0, and two results without
/// rows are the same. A failure is never the same as anything.
struct same_result {
  using needs = facts<db::execution>;

  bool in_any_order = false;  ///< compare the rows as a multiset

  template <class Past>
  [[nodiscard]] std::optional<stop> done(Past const& past) const {
    auto const* const now = past.template known<db::execution>();
    auto const* const before = past.template known<db::execution>(1);
    if (now && before && same(*now, *before)) return stop{"same result as before"};
    return {};
  }

  /// O(values), with `in_any_order` O(values log rows).
  [[nodiscard]] T2S_DECL bool same(db::execution const& a, db::execution const& b) const;
};

}  // namespace t2s::terminate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/terminate/detail/same_result.ipp"
#endif

#endif
