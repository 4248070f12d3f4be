// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_DETAIL_JOIN_PATH_HPP
#define T2S_CORE_SCHEMA_DETAIL_JOIN_PATH_HPP

#include "t2s/core/schema/schema.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace t2s::schema {

/// A table joined to an earlier one.
struct join_step {
  std::string table{};                 ///< the joined table
  std::string to{};                    ///< the earlier table
  std::vector<std::string> columns{};  ///< columns of `table`; several for a composite key
  std::vector<std::string> before{};   ///< columns of `to`, equal to `columns`

  friend bool operator==(join_step const&, join_step const&) = default;
};

/// Tables connected by foreign keys: `first`, then one step for each further table.
struct join_path {
  std::string first{};             ///< the first table
  std::vector<join_step> steps{};  ///< in order; empty for a single table

  friend bool operator==(join_path const&, join_path const&) = default;
};

/// The most tables of a path; longer joins are not searched for.
inline constexpr std::size_t longest_join = 8;

/// Connects the tables over resolved foreign keys, in either direction, with few joins: starting at the first table, it always takes the
/// shortest way to the nearest missing table (at most twice the least number of joins). If that takes more than `most` tables, it tries
/// again from the other tables, and over tables that keys join with three or more of them. A view is never between two others, and is
/// joined last. Of equal ways it takes one from rows to those that they refer to, rather than one over rows that refer to both sides, and
/// last one over rows to which both sides refer; then the one over earlier tables, then earlier keys. A table is joined once; keys from a
/// table to itself are not used.
///
/// Nothing if `names` is empty, a name is unknown, or no join of at most `most` tables connects them. O(n * (tables + foreign keys)) for n
/// names.
[[nodiscard]] T2S_DECL std::optional<join_path> find_join_path(database const& d, std::span<std::string const> names,
                                                               std::size_t most = longest_join);

/// The same, written to `path`, which must be empty. Returns false if there is no path; the content of `path` is then meaningless.
[[nodiscard]] T2S_DECL bool find_path(database const& d, std::span<std::string const> names, std::size_t most, join_path& path);

/// Alternative ways of the same length: for one step of the path, another key between the same two tables; or, in place of a table that is
/// in no other step and not in `names`, another table that keys join with both its neighbours, but none to which both refer for one that
/// refers to them. Without views; in the order of the steps, then of the schema; at most 8, minus those that take another key for a step in
/// `decided`. Written as `to_sql` does.
[[nodiscard]] T2S_DECL std::vector<std::string> other_ways(database const& d, join_path const& taken, std::span<std::string const> names,
                                                           std::span<std::size_t const> decided = {});

/// Why `find_join_path` finds nothing, e.g. "tables that no foreign key connects: a and b". Empty if there is a path or a name is unknown.
[[nodiscard]] T2S_DECL std::string why_not_joined(database const& d, std::span<std::string const> names, std::size_t most = longest_join);

/// The path after FROM: `a JOIN b ON a.x = b.y`, or with LEFT JOIN.
[[nodiscard]] T2S_DECL std::string to_sql(join_path const& path, sql::dialect d, bool left = false);

}  // namespace t2s::schema

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/schema/detail/join_path.ipp"
#endif

#endif
