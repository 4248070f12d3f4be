// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_DEMONSTRATED_HPP
#define T2S_GENERATE_OFFLINE_DEMONSTRATED_HPP

#include "t2s/core/config.hpp"
#include "t2s/retrieve/demonstration.hpp"
#include "t2s/schema/schema.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace t2s::generate::offline {

/// The demonstration that asks this very question (`retrieve::plain_question`) and whose SQL means something over this schema: every table
/// and column of it is there. Of several the one of the same text, else of the same capitals, else the first. Nothing if there is none.
[[nodiscard]] T2S_DECL std::optional<std::size_t> demonstrated(schema::database const& d, std::string_view question,
                                                               std::span<retrieve::scored_demonstration const> demonstrations);

}  // namespace t2s::generate::offline

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/offline/impl/demonstrated.ipp"
#endif

#endif
