// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_ENTITIES_HPP
#define T2S_SQL_ENTITIES_HPP

#include "t2s/sql/detail/ast.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// The clause of a select in which something is used.
enum class clause : std::uint8_t { select, from, on, where, group_by, having, order_by, limit, window };

[[nodiscard]] T2S_DECL std::string_view name_of(clause c) noexcept;  ///< the name in traces and reports

/// The kinds of sources of rows.
enum class source_kind : std::uint8_t { table, function, cte, subquery };

/// A source in a FROM clause, or a table after IN.
struct table_use {
  std::string_view name{};    ///< as written, without quotes; empty for a subquery
  std::string_view schema{};  ///< "main" in main.t
  std::string_view alias{};   ///< the name given with AS, or empty
  source_kind what{};         ///< its kind
  std::uint32_t scope{};      ///< the scope in which it is visible
  node const* at{};           ///< its node

  /// The name by which columns refer to it.
  [[nodiscard]] std::string_view visible_name() const noexcept { return alias.empty() ? name : alias; }
};

/// What a name in an expression refers to.
enum class reference : std::uint8_t {
  column,
  result,   ///< a result column of the select, named with AS, or in ORDER BY one of a compound
  literal,  ///< TRUE, FALSE, or, if the schema is known, a name in double quotes that is a string because no column has that name
};

/// One use of a column.
struct column_use {
  static constexpr std::uint32_t unknown = 0xFFFFFFFF;  ///< `source` if the table is unknown

  std::string_view name{};         ///< as written
  std::string_view qualifier{};    ///< as written, or empty
  std::uint32_t source = unknown;  ///< index into `tables`; unknown if several are possible
  std::uint32_t scope{};           ///< the scope in which it is used
  clause where{};                  ///< the clause
  reference what{};                ///< what it refers to
  node const* at{};                ///< its node
};

/// A range of consecutive indices.
struct index_range {
  /// Iterates over the indices.
  struct iterator {
    std::uint32_t at;  ///< the current index
    /// The current index.
    std::uint32_t operator*() const noexcept { return at; }
    /// Moves to the next one.
    iterator& operator++() noexcept {
      ++at;
      return *this;
    }
    friend bool operator==(iterator, iterator) = default;
  };

  std::uint32_t first{};  ///< the first index
  std::uint32_t count{};  ///< how many

  /// The first index.
  [[nodiscard]] iterator begin() const noexcept { return {first}; }
  /// The end of the range.
  [[nodiscard]] iterator end() const noexcept { return {first + count}; }
  /// Whether the range is empty.
  [[nodiscard]] bool empty() const noexcept { return count == 0; }
};

/// What one select sees: its own sources, then those of the outer scopes.
struct scope {
  static constexpr std::uint32_t none = 0xFFFFFFFF;  ///< `parent` of the outermost scope
  std::uint32_t parent = none;                       ///< the outer scope
  index_range sources{};                             ///< into `tables`
};

/// Everything that a query names. Views and pointers point into the query, which must outlive them and stay unchanged.
struct entities {
  std::vector<table_use> tables{};    ///< in the order of the text
  std::vector<column_use> columns{};  ///< in the order of resolving: those of FROM precede the rest of its select
  std::vector<scope> scopes{};        ///< the outermost first

  /// The table of a column; empty if it is unknown or not a table of the schema (a CTE, a subquery).
  [[nodiscard]] T2S_DECL std::string_view table_of(column_use const& c) const noexcept;

  /// The sources that may have a column, as indices into `tables`: its own if it is known, else those of the innermost scope that has any.
  [[nodiscard]] T2S_DECL index_range candidates(column_use const& c) const noexcept;

  /// Names of the schema's tables that are used: lower case, sorted, each once.
  [[nodiscard]] T2S_DECL std::vector<std::string> table_names() const;

  /// "table.column", or "column" alone if the table is unknown: lower case, sorted, each once. Columns of a CTE or subquery are excluded;
  /// the table columns that they come from are included.
  [[nodiscard]] T2S_DECL std::vector<std::string> column_names() const;
};

/// Tables and columns by scope, with aliases resolved, as far as possible without a schema: an unqualified column belongs to the only
/// source of its scope, or remains open (`candidates`). `resolve.hpp` has the overload with a schema.
/// O(size * (sources in scope + results named with AS)); thread safe; recursion as deep as the tree is high.
[[nodiscard]] T2S_DECL entities entities_of(query const& q);
entities entities_of(query&&) = delete;

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/entities.ipp"
#endif

#endif
