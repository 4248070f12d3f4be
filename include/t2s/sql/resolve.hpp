// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_RESOLVE_HPP
#define T2S_SQL_RESOLVE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/entities.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// Where a name leads in the end: a column of the schema, the rowid of a table (`column` is nullptr), or nothing of the schema (both are).
struct base_column {
  schema::table const* table{};    ///< in the schema, or nullptr
  schema::column const* column{};  ///< in the schema, or nullptr

  /// Whether there is any.
  [[nodiscard]] explicit operator bool() const noexcept { return table != nullptr; }
  friend bool operator==(base_column const&, base_column const&) = default;
};

/// A source of rows: what stands in a FROM clause, or a table after IN.
struct resolved_table {
  node const* at{};              ///< in the tree
  std::string_view name{};       ///< as written; empty for a subquery
  std::string_view alias{};      ///< the name given with AS, or empty
  source_kind what{};            ///< what kind of source it is
  schema::table const* table{};  ///< of a table or view that the schema has

  /// The name by which columns refer to it; empty for a subquery without one.
  [[nodiscard]] std::string_view visible_name() const noexcept { return alias.empty() ? name : alias; }
};

/// One use of a name in an expression, or after USING (there it is the right table's column).
struct resolved_column {
  static constexpr std::uint32_t none = 0xFFFFFFFF;  ///< in the place of a source

  node const* at{};            ///< in the tree
  reference what{};            ///< a column, a result column of the select (by alias), or a literal (TRUE, or a string in double quotes)
  clause where{};              ///< the clause
  bool outer = false;          ///< belongs to a select around the one in which it stands: the subquery is correlated
  std::uint32_t table = none;  ///< index into `resolution::tables`; none for what is no column
  std::string column{};        ///< the name in that table, CTE or subquery, in its spelling
  base_column base{};          ///< through subqueries and CTEs, as long as they pass the column on as it is
};

/// A column of the result of the whole statement; of a compound, its first member's.
struct output_column {
  std::string name{};  ///< the alias, the column's name, or the expression as written
  node const* at{};    ///< the expression, or the star that stands for it
  base_column base{};  ///< the stored column that it is, if it is one
};

/// Something that SQLite would refuse.
struct problem {
  failure what{};                        ///< in SQLite's words; subject is the name, remedy a proposal, offset the byte in the text
  node const* at{};                      ///< in the tree
  std::vector<std::string> in_scope{};   ///< names near to the one that is wrong that can be used in its place, nearest first
  std::vector<std::string> elsewhere{};  ///< "table.column" of tables of the schema that are not in scope
  std::vector<std::uint32_t> between{};  ///< of an ambiguous name: the tables that have it, as indices into `resolution::tables`
};

/// What the names of a query mean. Views and pointers lead into the query and the schema, which must live on unchanged.
struct resolution {
  std::vector<resolved_table> tables{};    ///< in the order of the text
  std::vector<resolved_column> columns{};  ///< as they are resolved: what FROM has comes before the rest of its select
  std::vector<output_column> output{};     ///< what the statement gives, in its order
  std::vector<problem> problems{};         ///< the first is the one that SQLite would report

  /// Whether every name was found.
  [[nodiscard]] bool ok() const noexcept { return problems.empty(); }

  /// What is known about the use at a node, or nullptr. O(uses).
  [[nodiscard]] T2S_DECL resolved_column const* find(node const& at) const noexcept;
};

/// Resolves the names of a query by the scoping rules of SQLite 3.40, and finds all that SQLite refuses on preparing it other than its
/// syntax: names that are missing or ambiguous, aggregates and window functions where they may not stand, wrong numbers of arguments or
/// columns, terms out of range. What SQLite never looks at (an unused CTE) is not looked at here.
///
/// `d` is taken as SQLite's main database; names of a PostgreSQL database must also have its spelling, after those without quotes are read
/// in lower case. Functions are those of SQLite as Debian and Python ship it, without extensions.
/// Wrong SQL is no exception; throws only std::bad_alloc. O(size * columns in scope), with no recursion deeper than some tree heights;
/// thread safe.
[[nodiscard]] T2S_DECL resolution resolve(query const& q, schema::database const& d);
resolution resolve(query&&, schema::database const&) = delete;
resolution resolve(query const&, schema::database&&) = delete;
resolution resolve(query&&, schema::database&&) = delete;

/// `entities_of` by the scoping of SQLite: each use is what `resolve` says it is, and belongs to the source that `resolve` finds. A name
/// that is missing or ambiguous has no source unless its qualifier tells; what SQLite never looks at is as without a schema.
/// Costs and throws as `resolve`.
[[nodiscard]] T2S_DECL entities entities_of(query const& q, schema::database const& d);
entities entities_of(query&&, schema::database const&) = delete;

/// Whether a call of a function of SQLite with so many arguments is an aggregate: `max(a)` is one, `max(a, b)` is none. Case is ignored.
/// False for a function that SQLite does not have. O(log(functions)).
[[nodiscard]] T2S_DECL bool is_aggregate(std::string_view function, std::size_t arguments);

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/resolve.ipp"
#endif

#endif
