// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIR_HPP
#define T2S_GENERATE_REPAIR_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/schema/schema.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace t2s::generate {

/// A statement that was corrected, and why so.
struct repaired {
  std::string sql{};  ///< the repaired statement
  std::string why{};  ///< what was done, in words
};

/// Corrects the one thing that a failure names, by an edit of the statement's tree: the edit of least cost of those that the rules in
/// `generate/repairs/` propose for a failure of its code without knowing what is stored or asked. `repairer` (repairer.hpp) knows both,
/// tries several edits, and executes them.
///
/// Nothing if there is no rule for the failure, the statement cannot be parsed or does not fail so, or nothing is near enough. Pure: the
/// same arguments give the same result; call it again with the next failure, if one remains. O(size of the SQL * columns).
[[nodiscard]] T2S_DECL std::optional<repaired> repair(std::string_view sql, failure const& why, schema::database const& schema);

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/impl/repair.ipp"
#endif

#endif
