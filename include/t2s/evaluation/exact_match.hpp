// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_EXACT_MATCH_HPP
#define T2S_EVALUATION_EXACT_MATCH_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/official_query.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

/// Exact-set match (EM) as Spider's official evaluator, test-suite-sql-eval, measures it: the clauses of two queries are compared as sets,
/// without their values.
namespace t2s::evaluation {

/// What one pair of queries scores in one part. The official program gives 1 to all three scores or 0 to all three.
struct partial_score {
  std::size_t label_total = 0;       ///< of the gold query
  std::size_t prediction_total = 0;  ///< of the prediction
  int acc = 0;                       ///< 1 if the part agrees, else 0
  int rec = 0;                       ///< as `acc`
  int f1 = 0;                        ///< as `acc`

  friend bool operator==(partial_score const&, partial_score const&) = default;
};

/// The verdict of EM and its parts.
struct exact_match {
  /// The parts by their official names, in the official order.
  static constexpr std::array<std::string_view, 10> part_names{"select", "select(no AGG)", "where",  "where(no OP)", "group(no Having)",
                                                               "group",  "order",          "and/or", "IUEN",         "keywords"};

  bool equal = false;                     ///< whether all parts agree
  std::array<partial_score, 10> parts{};  ///< as `part_names`
};

/// EM of a prediction; one that could not be read counts as an empty query.
///
/// Quirks that are kept: the totals of "and/or" stand exchanged; subqueries in conditions are compared with their DISTINCT and their own
/// columns, subqueries in FROM also with their values. Sources compare as a bag: the official program stops with an error if two
/// different subqueries stand in one FROM. O(n²) in the length of the clauses.
[[nodiscard]] T2S_DECL exact_match compare(std::optional<official_query> const& predicted, official_query const& gold);

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
#include "t2s/evaluation/impl/exact_match.ipp"
#endif

#endif
