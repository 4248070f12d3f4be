// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_SUGGEST_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_SUGGEST_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/offline/repair/detail/repair_step.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <optional>
#include <string_view>

namespace t2s::repair {

/// Corrects the problem that a failure names: the edit of least cost that a rule proposes for it. It executes nothing and uses only the
/// schema; see `repairer::suggest`.
///
/// Nothing if there is no rule for the failure, the statement cannot be parsed or does not fail so, or nothing is near enough. Pure: call
/// it again with the next failure, if one remains. O(size of the SQL * columns).
[[nodiscard]] T2S_DECL std::optional<repair_step> suggest_repair(std::string_view sql, failure const& why, schema::database const& schema);

/// See `repairer::suggest`.
[[nodiscard]] T2S_DECL std::optional<repair_step> suggest(std::string_view sql, failure const* why, knowledge::lexicon const& names);

}  // namespace t2s::repair

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/repair/detail/suggest.ipp"
#endif

#endif
