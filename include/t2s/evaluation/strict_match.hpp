// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_STRICT_MATCH_HPP
#define T2S_EVALUATION_STRICT_MATCH_HPP

#include "t2s/core/config.hpp"
#include "t2s/schema/schema.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

/// Exact match (EM) on the tree: whether two queries ask for the same, as far as can be told without rows. In the spirit of Spider's
/// exact-set match, for all SQL that `sql::parse` takes; docs/evaluation.md compares the two point by point.
namespace t2s::evaluation {

/// What the comparison passes over.
struct strict_match_options {
  bool values = false;        ///< whether literals that something is compared with must be the same, too
  bool column_order = false;  ///< whether the order of the result columns counts
};

/// A number that two queries share if they differ only in
/// - names of aliases, qualifiers, stars written out, result columns repeated or named by position or alias: names count as what they lead
///   to in the schema;
/// - how inner joins are written (ON, USING, NATURAL, comma and WHERE, brackets, order), and which of the columns that they equate is used;
/// - the order of what commutes, also of result columns and of GROUP BY; the two sides of a self-join;
/// - how a condition is written: NOT pushed inwards, BETWEEN, IN with a list, signs turned round;
/// - literals that something is compared with;
///
/// and else not, but for a chance of 2^-64. Nothing if `sql` is no query. Names that the schema does not have count as written.
/// O(size * columns in scope), for self-joins up to 64 times that; thread safe. Bounded for queries made to be large: beyond 100,000 nodes
/// stars stay stars, beyond 200,000 fewer orders of self-joins are tried, and more than 64 tables in one FROM stay in the order written, so
/// that such queries may count as different.
[[nodiscard]] T2S_DECL std::optional<std::uint64_t> strict_fingerprint(std::string_view sql, schema::database const& d,
                                                                       strict_match_options const& options = {});

/// What the comparison found.
struct strict_verdict {
  bool parsed = false;  ///< whether the prediction is a query
  bool equal = false;   ///< whether both say the same

  friend bool operator==(strict_verdict const&, strict_verdict const&) = default;
};

/// Compares fingerprints, so that one of the gold SQL serves any number of predictions. What does not parse equals nothing.
[[nodiscard]] constexpr strict_verdict strict_match(std::optional<std::uint64_t> gold, std::optional<std::uint64_t> predicted) noexcept {
  return {predicted.has_value(), predicted.has_value() && gold == predicted};
}

/// Whether two statements say the same, by their trees.
[[nodiscard]] inline strict_verdict strict_match(std::string_view gold, std::string_view predicted, schema::database const& d,
                                                 strict_match_options const& options = {}) {
  return strict_match(strict_fingerprint(gold, d, options), strict_fingerprint(predicted, d, options));
}

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/strict_match.ipp"
#endif

#endif
