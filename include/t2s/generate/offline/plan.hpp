// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_PLAN_HPP
#define T2S_GENERATE_OFFLINE_PLAN_HPP

#include "t2s/core/config.hpp"
#include "t2s/link/lexicon.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace t2s::generate::offline {

enum class aggregate { none, count, sum, avg, min, max };  ///< what is done to a column
/// How two sides are compared.
enum class comparison { equal, unequal, less, at_most, greater, at_least, like, not_like, between, in, not_in };
enum class combination { none, intersect, union_, except };  ///< how two queries are combined

/// A column, or `*`, perhaps inside an aggregate. The star of one table counts its rows.
struct term {
  aggregate how = aggregate::none;        ///< what is done to the column
  bool distinct = false;                  ///< whether equal values count once
  std::optional<link::column_id> what{};  ///< nothing for `*`

  friend bool operator==(term const&, term const&) = default;
};

struct plan;

/// `left op operand`, where the operand is an SQL literal, two of them, or a query in brackets.
struct condition {
  term left{};                           ///< the left side
  comparison op = comparison::equal;     ///< how it is compared
  std::string operand{}, second{};       ///< the literals; `second` is that of BETWEEN
  std::shared_ptr<plan const> nested{};  ///< the query in the place of a literal, or nullptr
  bool or_before = false;                ///< joined to the condition before it by OR
};

/// A query as the generator thinks of it: without joins, which follow from the columns.
struct plan {
  bool distinct = false;                     ///< whether equal rows count once
  std::vector<term> select{};                ///< what is selected
  std::vector<std::uint32_t> tables{};       ///< to be joined whether or not a column of theirs is used; the first leads
  std::vector<link::column_id> keys{};       ///< foreign keys to join by where there are several between two tables, the first the best
  std::vector<condition> where{};            ///< all hold
  std::vector<link::column_id> group_by{};   ///< columns that are grouped by
  std::vector<condition> having{};           ///< all hold, of groups
  std::optional<term> order{};               ///< what is sorted by
  std::vector<term> then_by{};               ///< further keys, sorted in the same direction
  bool descending = false;                   ///< whether the largest comes first
  std::size_t limit = 0;                     ///< 0 for none
  combination combined = combination::none;  ///< how a second query is combined with this one
  std::shared_ptr<plan const> other{};       ///< the right side of `combined`
};

/// The tables that the outermost level of a plan needs, those of `tables` first, each once.
[[nodiscard]] T2S_DECL std::vector<std::uint32_t> tables_of(plan const& p);

/// The plan as SQL: tables joined along foreign keys, columns qualified where there is more than one table, names in quotes where they
/// need them. Nothing if the tables of some level are not connected.
[[nodiscard]] T2S_DECL std::optional<std::string> to_sql(plan const& p, link::lexicon const& names);

}  // namespace t2s::generate::offline

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/offline/impl/plan.ipp"
#endif

#endif
