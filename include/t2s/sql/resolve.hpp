// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_RESOLVE_HPP
#define T2S_SQL_RESOLVE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/entities.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// The column of the schema that a name finally refers to, the rowid of a table (`column` is nullptr), or nothing of the schema (both are).
struct base_column {
  schema::table const* table{};    ///< in the schema, or nullptr
  schema::column const* column{};  ///< in the schema, or nullptr

  /// Whether it is part of the schema.
  [[nodiscard]] explicit operator bool() const noexcept { return table != nullptr; }
  friend bool operator==(base_column const&, base_column const&) = default;
};

/// A source of rows in a FROM clause, or a table after IN.
struct resolved_table {
  node const* at{};              ///< its node
  std::string_view name{};       ///< as written; empty for a subquery
  std::string_view alias{};      ///< the name given with AS, or empty
  source_kind what{};            ///< its kind
  schema::table const* table{};  ///< the schema's table or view

  /// The name by which columns refer to it; empty for a subquery without one.
  [[nodiscard]] std::string_view visible_name() const noexcept { return alias.empty() ? name : alias; }
};

/// One use of a name in an expression, or after USING (there it is the right table's column).
struct resolved_column {
  static constexpr std::uint32_t none = 0xFFFFFFFF;  ///< `table` of a name that is not a column

  node const* at{};            ///< its node
  reference what{};            ///< a column, a result column of the select (by alias), or a literal (TRUE, or a string in double quotes)
  clause where{};              ///< the clause
  bool outer = false;          ///< belongs to an outer select: the subquery is correlated
  std::uint32_t table = none;  ///< index into `resolution::tables`; none if it is not a column
  std::string column{};        ///< its name as spelled in that table, CTE or subquery
  base_column base{};          ///< the stored column, through subqueries and CTEs that pass it on unchanged
};

/// A column of the result of the whole statement; for a compound, of its first member.
struct output_column {
  std::string name{};  ///< the alias, the column's name, or the expression as written
  node const* at{};    ///< the expression, or the star that it comes from
  base_column base{};  ///< the stored column, if the expression is one
};

/// Something that SQLite would reject.
struct problem {
  failure what{};                        ///< in SQLite's words; subject is the name, remedy a proposal, offset the byte in the text
  node const* at{};                      ///< its node
  std::vector<std::string> in_scope{};   ///< usable names that are similar to the wrong one, nearest first
  std::vector<std::string> elsewhere{};  ///< "table.column" of the schema's tables that are not in scope
  std::vector<std::uint32_t> between{};  ///< for an ambiguous name: the tables that have it, as indices into `resolution::tables`
};

/// What the names of a query mean. Views and pointers point into the query and the schema, which must outlive them and stay unchanged.
struct resolution {
  std::vector<resolved_table> tables{};    ///< in the order of the text
  std::vector<resolved_column> columns{};  ///< in the order of resolving: those of FROM precede the rest of its select
  std::vector<output_column> output{};     ///< the columns that the statement returns, in order
  std::vector<problem> problems{};         ///< the first is the one that SQLite would report

  /// Whether every name was found.
  [[nodiscard]] bool ok() const noexcept { return problems.empty(); }

  /// What is known about the use at a node, or nullptr. O(uses).
  [[nodiscard]] T2S_DECL resolved_column const* find(node const& at) const noexcept;
};

/// Resolves the names of a query by the scoping rules of SQLite 3.40, and finds everything that SQLite rejects on preparing it, apart from
/// syntax: missing or ambiguous names, misplaced aggregates and window functions, wrong numbers of arguments or columns, terms out of
/// range. What SQLite never resolves (an unused CTE) is ignored here too.
///
/// `d` is SQLite's main database. For a PostgreSQL database, names must also match its spelling, after unquoted ones are read in lower
/// case. The functions are those of SQLite as Debian and Python ship it, without extensions.
/// Wrong SQL does not throw; throws only std::bad_alloc. O(size * columns in scope), recursion at most some tree heights deep; thread safe.
[[nodiscard]] T2S_DECL resolution resolve(query const& q, schema::database const& d);
resolution resolve(query&&, schema::database const&) = delete;
resolution resolve(query const&, schema::database&&) = delete;
resolution resolve(query&&, schema::database&&) = delete;

/// `entities_of` with the scoping of SQLite: the meaning and source of each use are what `resolve` finds. A missing or ambiguous name has
/// no source unless its qualifier names one; what SQLite never resolves is handled as without a schema. Costs and throws as `resolve`.
[[nodiscard]] T2S_DECL entities entities_of(query const& q, schema::database const& d);
entities entities_of(query&&, schema::database const&) = delete;

/// Whether a call of a SQLite function with so many arguments is an aggregate: `max(a)` is, `max(a, b)` is not. Case is ignored. False for
/// a function that SQLite does not have. O(log(functions)).
[[nodiscard]] T2S_DECL bool is_aggregate(std::string_view function, std::size_t arguments);

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/resolve.ipp"
#endif

#endif
