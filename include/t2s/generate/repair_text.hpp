// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIR_TEXT_HPP
#define T2S_GENERATE_REPAIR_TEXT_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repair.hpp"
#include "t2s/link/lexicon.hpp"

#include <optional>
#include <string_view>

namespace t2s::generate {

/// Puts the nearest stored value in the place of the first text that no row has (`link::find_unknown_text`). Nothing if there is none or
/// the SQL cannot be parsed.
[[nodiscard]] T2S_DECL std::optional<repaired> repair_text(std::string_view sql, link::lexicon const& names);

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/impl/repair_text.ipp"
#endif

#endif
