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

/// A table that is joined to one that stands before it.
struct join_step {
  std::string table{};                 ///< that is joined
  std::string to{};                    ///< the table before
  std::vector<std::string> columns{};  ///< of `table`; several for a composite key
  std::vector<std::string> before{};   ///< of `to`, which each of `columns` equals

  friend bool operator==(join_step const&, join_step const&) = default;
};

/// Tables connected by foreign keys: `first`, then a step for each further one.
struct join_path {
  std::string first{};             ///< where the path begins
  std::vector<join_step> steps{};  ///< in their order; none for a single table

  friend bool operator==(join_path const&, join_path const&) = default;
};

/// Longer joins are not searched for.
inline constexpr std::size_t longest_join = 8;

/// Connects the tables over resolved foreign keys, followed either way, with few joins: from the first table on, each time by the shortest
/// way to the nearest table still missing (at most twice the least number of joins). If that takes more than `most` tables, it is tried
/// again from the other tables, and over tables that keys join with three or more of them. A view is never between two others, and joined
/// last. Of equal ways the one over earlier tables, then earlier keys, is taken. A table is joined once; keys of a table to itself are not
/// used.
///
/// None if `names` is empty, a name is unknown, or no join of at most `most` tables connects them. O(n * (tables + foreign keys)) for n
/// names.
[[nodiscard]] T2S_DECL std::optional<join_path> find_join_path(database const& d, std::span<std::string const> names,
                                                               std::size_t most = longest_join);

/// The same, written to `path`, which must be empty. False if there is none; what is left in `path` then means nothing.
[[nodiscard]] T2S_DECL bool find_path(database const& d, std::span<std::string const> names, std::size_t most, join_path& path);

/// Other ways of the same length that a path might have taken: for one of its steps another key between the same two tables, and in the
/// place of a table that is in no other step and not in `names` another one that keys join with both its neighbours. No views; in the order
/// of the steps, then of the schema; at most 8, of which those are left out that take another key for a step in `decided`. As `to_sql` has
/// them.
[[nodiscard]] T2S_DECL std::vector<std::string> other_ways(database const& d, join_path const& taken, std::span<std::string const> names,
                                                           std::span<std::size_t const> decided = {});

/// Why `find_join_path` finds none, e.g. "tables that no foreign key connects: a and b". Empty if there is a path or a name is
/// unknown.
[[nodiscard]] T2S_DECL std::string why_not_joined(database const& d, std::span<std::string const> names, std::size_t most = longest_join);

/// The path after FROM: `a JOIN b ON a.x = b.y`.
[[nodiscard]] T2S_DECL std::string to_sql(join_path const& path, sql::dialect d);

}  // namespace t2s::schema

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/schema/detail/join_path.ipp"
#endif

#endif
