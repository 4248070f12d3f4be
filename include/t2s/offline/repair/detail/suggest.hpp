// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_SUGGEST_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_SUGGEST_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/offline/repair/detail/repair_step.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"

#include <optional>
#include <string_view>

namespace t2s::repair {

/// As `repairer::suggest`, without functions of other dialects: for SQL of our own.
[[nodiscard]] T2S_DECL std::optional<repair_step> suggest(std::string_view sql, failure const* why, knowledge::lexicon const& names);

}  // namespace t2s::repair

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/repair/detail/suggest.ipp"
#endif

#endif
