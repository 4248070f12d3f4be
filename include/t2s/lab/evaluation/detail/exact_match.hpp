// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_EXACT_MATCH_HPP
#define T2S_LAB_EVALUATION_DETAIL_EXACT_MATCH_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/lab/evaluation/detail/official_query.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Exact match (EM): as Spider's official evaluator, test-suite-sql-eval, measures it (exact-set match: the clauses of two queries are
/// compared as sets, without their values), and on the syntax tree. docs/evaluation.md compares the two point by point.
namespace t2s::evaluation {

/// The score of a pair of queries in one part.
struct partial_score {
  std::uint32_t label_total = 0;       ///< of the gold query
  std::uint32_t prediction_total = 0;  ///< of the prediction
  bool agrees = false;                 ///< the official program's acc, rec and f1 are all 1 then, and else all 0

  friend bool operator==(partial_score const&, partial_score const&) = default;
};

/// Those of all parts, as `exact_match::part_names`.
using partial_scores = std::array<partial_score, 10>;

/// The verdict of EM and its parts.
struct exact_match {
  /// The parts by their official names, in the official order.
  static constexpr std::array<std::string_view, 10> part_names{"select", "select(no AGG)", "where",  "where(no OP)", "group(no Having)",
                                                               "group",  "order",          "and/or", "IUEN",         "keywords"};

  bool equal = false;      ///< whether all parts agree
  partial_scores parts{};  ///< as `part_names`
};

/// EM of a prediction; one that `read_official` cannot read counts as an empty query.
///
/// Kept quirks: the totals of "and/or" are exchanged; subqueries in conditions are compared with their DISTINCT and their own columns,
/// subqueries in FROM also with their values. Sources compare as a multiset: the official program stops with an error if one FROM has two
/// different subqueries. O(n²) in the length of the clauses.
[[nodiscard]] T2S_DECL exact_match compare(std::optional<official_query> const& predicted, official_query const& gold);

/// Spider's levels of difficulty, by which its scores are broken down.
enum class hardness { easy, medium, hard, extra };

/// The name as the official program prints it.
[[nodiscard]] constexpr std::string_view name_of(hardness h) noexcept {
  constexpr std::array<std::string_view, 4> names{"easy", "medium", "hard", "extra"};
  return names[static_cast<std::size_t>(h)];
}

/// The official level of a gold query, from the contents of its clauses. Kept quirk: the number of aggregates also counts each AND and OR
/// in HAVING and each NOT in WHERE and HAVING.
[[nodiscard]] T2S_DECL hardness hardness_of(official_query const& query);

/// Options of comparing trees.
struct strict_match_options {
  bool values = false;        ///< whether compared literals must be the same, too
  bool column_order = false;  ///< whether the order of the result columns matters
};

/// A number that is equal for two queries, except with probability 2^-64, exactly if they differ only in names that refer to the same, in
/// the way of writing inner joins and conditions, in the order of what commutes, or in compared literals.
///
/// Nothing if `sql` is not a query. Unknown names count as written. O(size * columns in scope), for self-joins up to 64 times that; thread
/// safe. For very large queries the work is bounded (beyond 100,000 nodes stars are not expanded, beyond 200,000 fewer orders of self-joins
/// are tried, more than 64 tables in one FROM stay in order), so that equal ones may count as different.
[[nodiscard]] T2S_DECL std::optional<std::uint64_t> strict_fingerprint(std::string_view sql, schema::database const& d,
                                                                       strict_match_options const& options = {});

/// The result of comparing trees.
struct strict_verdict {
  bool parsed = false;  ///< whether the prediction is a query
  bool equal = false;   ///< whether it equals the gold

  friend bool operator==(strict_verdict const&, strict_verdict const&) = default;
};

/// Compares fingerprints, so that the gold SQL's is computed once. SQL that does not parse equals nothing.
[[nodiscard]] constexpr strict_verdict strict_match(std::optional<std::uint64_t> gold, std::optional<std::uint64_t> predicted) noexcept {
  return {predicted.has_value(), predicted.has_value() && gold == predicted};
}

/// Compares the trees of two statements.
[[nodiscard]] inline strict_verdict strict_match(std::string_view gold, std::string_view predicted, schema::database const& d,
                                                 strict_match_options const& options = {}) {
  return strict_match(strict_fingerprint(gold, d, options), strict_fingerprint(predicted, d, options));
}

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/exact_match.ipp"
#endif

#endif
