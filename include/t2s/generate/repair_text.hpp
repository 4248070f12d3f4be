// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIR_TEXT_HPP
#define T2S_GENERATE_REPAIR_TEXT_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repair.hpp"
#include "t2s/knowledge/lexicon.hpp"

#include <optional>
#include <string_view>

namespace t2s::generate {

/// Puts what is stored in the place of the texts that no row has, by the reading of least cost (`repairs::propose_texts`). Nothing if all
/// are stored or nothing is near, or the SQL cannot be parsed.
[[nodiscard]] T2S_DECL std::optional<repaired> repair_text(std::string_view sql, link::lexicon const& names);

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/impl/repair_text.ipp"
#endif

#endif
