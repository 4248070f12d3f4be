// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_COMPARE_HPP
#define T2S_SQL_COMPARE_HPP

#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/entities.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// A number that is equal for queries that differ only in
/// - names of aliases, and whether columns are qualified by the only table in scope,
/// - case of names, quotes around names, redundant brackets, the spelling of an operator or a join,
/// - the order of what commutes: operands of AND, OR, +, *, &, |, =, != and IS, sides of < and > with the sign turned, the values of IN
///   (...), members of a compound with one commutative operator, tables that are only inner-joined.
///
/// Other queries have different numbers, except with probability 2^-64. The number is the same on every platform and in every run.
///
/// O(size * sources in scope); recursion as deep as the tree is high; thread safe.
[[nodiscard]] T2S_DECL std::uint64_t fingerprint(query const& q);

/// Whether two queries have the same `fingerprint`.
[[nodiscard]] T2S_DECL bool equivalent(query const& a, query const& b);

/// Tables and columns that a question names and its SQL does not use.
struct missing {
  std::vector<std::string> tables{};   ///< tables that the SQL does not use
  std::vector<std::string> columns{};  ///< as linked: "table.column" or "column"

  /// Whether nothing is missing.
  [[nodiscard]] bool empty() const noexcept { return tables.empty() && columns.empty(); }
};

/// Compares linked names with those that a query uses, ignoring case. A linked "table.column" is used if the query uses the column of that
/// table, or the column with an unknown table; a linked "column" is used if the query uses a column of that name of any table. O(linked *
/// used).
[[nodiscard]] T2S_DECL missing missing_entities(entities const& used, std::span<std::string const> tables,
                                                std::span<std::string const> columns);

/// The first difference between two skeletons of the same mode.
struct skeleton_difference {
  std::size_t position{};     ///< number of equal words at the beginning
  std::string_view wanted{};  ///< the first word that differs; empty at the end
  std::string_view found{};   ///< the word at that position
};

/// Returns nothing if the skeletons are equal. The views point into the arguments. O(n).
[[nodiscard]] T2S_DECL std::optional<skeleton_difference> compare_skeletons(std::string_view wanted, std::string_view found) noexcept;

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/compare.ipp"
#endif

#endif
