// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_OFFICIAL_QUERY_HPP
#define T2S_EVALUATION_OFFICIAL_QUERY_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/official_schema.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// SQL as the exact-set match of Spider's official evaluator reads it: by a small parser of its own, which leaves much out.
namespace t2s::evaluation {

struct official_query;

/// A query within another. Equal if both are absent or their queries are equal.
struct official_subquery {
  std::shared_ptr<official_query> query{};  ///< the query, or nullptr

  /// Whether there is one.
  [[nodiscard]] explicit operator bool() const noexcept { return query != nullptr; }
  T2S_DECL friend bool operator==(official_subquery const& a, official_subquery const& b);  ///< whether both are absent, or equal
};

enum class official_aggregate { none, max, min, count, sum, avg };     ///< as the official parser numbers them
enum class official_arithmetic { none, minus, plus, times, divided };  ///< as the official parser numbers them
/// As the official parser numbers them.
enum class official_comparison { not_, between, equal, greater, less, at_least, at_most, unequal, in, like, is, exists };
enum class official_connective { and_, or_ };  ///< as the official parser numbers them

/// A column under at most one aggregate.
struct official_column {
  official_aggregate aggregate = official_aggregate::none;  ///< what is done to the column
  official_schema::name column{};                           ///< the column, or `*`
  bool distinct = false;                                    ///< whether DISTINCT stands before it

  friend bool operator==(official_column const&, official_column const&) = default;
};

/// One column, or two joined by an operator.
struct official_term {
  official_arithmetic op = official_arithmetic::none;  ///< between the two
  official_column left{};                              ///< the first or only one
  std::optional<official_column> right{};              ///< the second one

  friend bool operator==(official_term const&, official_term const&) = default;
};

/// A value of a condition.
using official_operand = std::variant<std::monostate, double, std::string, official_column, official_subquery>;

/// One comparison of a WHERE, HAVING or ON.
struct official_condition {
  bool negated = false;                                 ///< whether NOT stands before it
  official_comparison op = official_comparison::equal;  ///< how both sides are compared
  official_term term{};                                 ///< the left side
  official_operand value{}, upper{};                    ///< `upper` is the second value of BETWEEN

  friend bool operator==(official_condition const&, official_condition const&) = default;
};

/// Conditions and connectives in the order of the text, as a rule in turn: the parser also takes conditions without a connective.
using official_conditions = std::vector<std::variant<official_condition, official_connective>>;

using official_source = std::variant<official_subquery, official_schema::name>;  ///< what stands in FROM: a subquery or a table

/// One thing that is selected.
struct official_selected {
  official_aggregate aggregate = official_aggregate::none;  ///< what is done to it
  official_term term{};                                     ///< the column, or an arithmetic of two

  friend bool operator==(official_selected const&, official_selected const&) = default;
};

/// An ORDER BY.
struct official_order {
  bool descending = false;             ///< as the last direction that is written out
  std::vector<official_term> terms{};  ///< what is sorted by

  friend bool operator==(official_order const&, official_order const&) = default;
};

/// A query made ready to be compared: values dropped but in subqueries of FROM, DISTINCT dropped but in subqueries, columns replaced by the
/// representatives of their foreign keys where their table stands in the outermost FROM. The default is the empty query that stands for
/// SQL which cannot be read.
struct official_query {
  bool distinct = false;                              ///< whether DISTINCT stands behind SELECT
  std::vector<official_selected> select{};            ///< what is selected
  std::vector<official_source> from{};                ///< what stands in FROM
  official_conditions on{}, where{}, having{};        ///< the conditions of each clause
  std::vector<official_column> group_by{};            ///< columns that are grouped by
  std::optional<official_order> order_by{};           ///< the order, if there is one
  bool limited = false;                               ///< whatever the limit is
  official_subquery intersect{}, except{}, union_{};  ///< the query on the other side of each set operation

  friend bool operator==(official_query const&, official_query const&) = default;
};

/// What the official program reads in `sql`; nothing if it cannot, which then counts as an empty query.
///
/// Also nothing for what it reads and then stops at with an error (conditions out of turn with their connectives), and for more than 200
/// queries within one another. Never throws on any bytes but for want of memory. O(n log n).
[[nodiscard]] T2S_DECL std::optional<official_query> read_official(std::string_view sql, official_schema const& schema);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/official_query.ipp"
#endif

#endif
