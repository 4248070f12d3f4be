// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_CANDIDATES_HPP
#define T2S_OFFLINE_READER_DETAIL_CANDIDATES_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/offline/reader/detail/filled.hpp"
#include "t2s/offline/reader/detail/skeleton_filling.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::reader {

/// Of a question that refers to the one before it in a conversation, only the changed statement (`read_follow_up`), or nothing. Else what
/// a semantic layer defines (`read_metrics`), if the question is about its metrics and wholly read, and then the readings of the question
/// alone. Each SQL once, best first; empty if nothing can be read, or the question is too long.
[[nodiscard]] T2S_DECL std::vector<filled> fill_skeletons(link::linked_question const& asked,
                                                          std::span<scored_demonstration const> demonstrations,
                                                          candidate_options const& options = {});

/// Why `fill_skeletons` returns nothing for a question that names something: "tables that no foreign key connects: a and b", as
/// `schema::why_not_joined`; empty for other reasons.
[[nodiscard]] T2S_DECL std::string why_not_filled(link::linked_question const& asked);

/// The demonstration of the same question (`retrieve::plain_question`) whose SQL uses only tables and columns of this schema. Of several
/// the one with the same text, else with the same capitals, else the first. Nothing if there is none.
[[nodiscard]] T2S_DECL std::optional<std::size_t> demonstrated(schema::database const& d, std::string_view question,
                                                               std::span<scored_demonstration const> demonstrations);

}  // namespace t2s::reader

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/reader/detail/candidates.ipp"
#endif

#endif
