// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_HARDNESS_HPP
#define T2S_EVALUATION_HARDNESS_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/official_query.hpp"

#include <string_view>

namespace t2s::evaluation {

/// Spider's levels of difficulty, by which its scores are broken down.
enum class hardness { easy, medium, hard, extra };

/// As the official program prints it.
[[nodiscard]] constexpr std::string_view name_of(hardness h) noexcept {
  switch (h) {
    case hardness::easy: return "easy";
    case hardness::medium: return "medium";
    case hardness::hard: return "hard";
    case hardness::extra: return "extra";
  }
  return {};
}

/// The level that the official program gives to a gold query, from what stands in its clauses.
///
/// Its quirks are kept: the number of aggregates also counts each AND and OR in HAVING and each NOT in WHERE and HAVING.
[[nodiscard]] T2S_DECL hardness hardness_of(official_query const& query);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/hardness.ipp"
#endif

#endif
