// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_ENTITIES_HPP
#define T2S_SQL_ENTITIES_HPP

#include "t2s/sql/ast.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// The part of a select in which something is used.
enum class clause : std::uint8_t { select, from, on, where, group_by, having, order_by, limit, window };

[[nodiscard]] T2S_DECL std::string_view name_of(clause c) noexcept;  ///< as traces and reports name it

/// What a source of rows is.
enum class source_kind : std::uint8_t { table, function, cte, subquery };

/// A source in a FROM clause, or a table after IN.
struct table_use {
  std::string_view name{};    ///< as written, without quotes; empty for a subquery
  std::string_view schema{};  ///< "main" in main.t
  std::string_view alias{};   ///< the name given with AS, or empty
  source_kind what{};         ///< what kind of source it is
  std::uint32_t scope{};      ///< where it is visible
  node const* at{};           ///< in the tree

  /// The name by which columns refer to it.
  [[nodiscard]] std::string_view visible_name() const noexcept { return alias.empty() ? name : alias; }
};

/// What a name in an expression turns out to be.
enum class reference : std::uint8_t {
  column,
  result,   ///< a result column of the select, named with AS, or in ORDER BY one of a compound
  literal,  ///< TRUE, FALSE, or, where the schema is known, a name in double quotes that is no column in scope and so a string
};

/// One use of a column.
struct column_use {
  static constexpr std::uint32_t unknown = 0xFFFFFFFF;  ///< in the place of a source

  std::string_view name{};         ///< as it stands there
  std::string_view qualifier{};    ///< as written, or empty
  std::uint32_t source = unknown;  ///< index into `tables`; unknown if several come into question
  std::uint32_t scope{};           ///< where it stands
  clause where{};                  ///< the clause
  reference what{};                ///< what it refers to
  node const* at{};                ///< in the tree
};

/// Indices that follow each other, to be iterated over.
struct index_range {
  /// Over the places.
  struct iterator {
    std::uint32_t at;  ///< where it stands
    /// The place.
    std::uint32_t operator*() const noexcept { return at; }
    /// To the next one.
    iterator& operator++() noexcept { return ++at, *this; }
    friend bool operator==(iterator, iterator) = default;
  };

  std::uint32_t first{};  ///< the first place
  std::uint32_t count{};  ///< how many there are

  /// The first place.
  [[nodiscard]] iterator begin() const noexcept { return {first}; }
  /// After the last place.
  [[nodiscard]] iterator end() const noexcept { return {first + count}; }
  /// Whether there is none.
  [[nodiscard]] bool empty() const noexcept { return count == 0; }
};

/// What one select sees: its own sources, then those of the scopes around it.
struct scope {
  static constexpr std::uint32_t none = 0xFFFFFFFF;  ///< in the place of a parent
  std::uint32_t parent = none;                       ///< the scope around it
  index_range sources{};                             ///< into `tables`
};

/// Everything that a query names. Views and pointers lead into the query, which must live on unchanged.
struct entities {
  std::vector<table_use> tables{};    ///< in the order of the text
  std::vector<column_use> columns{};  ///< as they are met: what FROM has comes before the rest of its select
  std::vector<scope> scopes{};        ///< the outermost first

  /// The table of a column, empty if it is unknown or no table of the schema (a CTE, a subquery).
  [[nodiscard]] T2S_DECL std::string_view table_of(column_use const& c) const noexcept;

  /// The sources that may have a column, as indices into `tables`: its own if it is known, else those of the innermost scope that has any.
  [[nodiscard]] T2S_DECL index_range candidates(column_use const& c) const noexcept;

  /// Names of the tables of the schema that are used: lower case, sorted, each once.
  [[nodiscard]] T2S_DECL std::vector<std::string> table_names() const;

  /// "table.column", or "column" alone where the table is not known: lower case, sorted, each once. Columns of a CTE or subquery are not
  /// among them; the columns of tables that they come from are.
  [[nodiscard]] T2S_DECL std::vector<std::string> column_names() const;
};

/// Tables and columns by scope, with aliases resolved, as far as that goes without a schema: an unqualified column belongs to the only
/// source of its scope, or remains open (`candidates`). `resolve.hpp` has the form for those who know the schema.
/// O(size * (sources in scope + results named with AS)); thread safe; recursion as deep as the tree is high.
[[nodiscard]] T2S_DECL entities entities_of(query const& q);
entities entities_of(query&&) = delete;

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/entities.ipp"
#endif

#endif
