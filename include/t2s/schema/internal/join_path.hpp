// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SCHEMA_INTERNAL_JOIN_PATH_HPP
#define T2S_SCHEMA_INTERNAL_JOIN_PATH_HPP

#include "t2s/schema/schema.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s::schema {

/// A table that is joined to one that stands before it.
struct join_step {
  std::string table{};                                    ///< that is joined
  std::string to{};                                       ///< the table before
  std::vector<std::pair<std::string, std::string>> on{};  ///< column of `to`, column of `table`; several for a composite key

  friend bool operator==(join_step const&, join_step const&) = default;
};

/// Tables connected by foreign keys: `first`, then a step for each further one.
struct join_path {
  std::string first{};             ///< where the path begins
  std::vector<join_step> steps{};  ///< in their order

  friend bool operator==(join_path const&, join_path const&) = default;
};

/// A join of more tables than these is never what a question asks for.
inline constexpr std::size_t longest_join = 8;

/// Connects the tables over resolved foreign keys, followed either way, with few joins.
///
/// Grows from the first table: each round takes the shortest way from the tables reached so far to the nearest one still missing. For
/// two tables that is a shortest path; for more, the number of joins is at most twice the least. If that is more than `most`, it is tried
/// again from the other tables, and over tables that keys join with three or more of them. A view is never on the way between two
/// others; of more than two tables, views are joined last, and the path begins at a table. Of equal ways the one over earlier
/// tables, then over earlier keys, of the schema is taken, so the result is the same in every run. A table is joined once, however
/// often it is named. Keys of a table to itself lead nowhere and are not used.
///
/// Returns nothing if `names` is empty, a name is unknown, or the tables are not connected by a join of at most `most` tables, themselves
/// included. O(n * (tables + foreign keys)) for n names; only tables within reach of `most` are looked at.
[[nodiscard]] T2S_DECL std::optional<join_path> find_join_path(database const& d, std::span<std::string const> names,
                                                               std::size_t most = longest_join);

/// Says why `find_join_path` gives nothing for tables of the database: "tables that no foreign key connects: a and b", or "tables that only
/// a join of 600 connects, and at most 8 are joined: a and b"; of more than two tables it tells the shortest join that was found. Empty if
/// there is a path or a name is unknown. As costly as searches without a limit.
[[nodiscard]] T2S_DECL std::string why_not_joined(database const& d, std::span<std::string const> names, std::size_t most = longest_join);

/// The path after FROM: `a JOIN b ON a.x = b.y`.
[[nodiscard]] T2S_DECL std::string to_sql(join_path const& path, sql::dialect d = sql::dialect::sqlite);

}  // namespace t2s::schema

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/schema/impl/join_path.ipp"
#endif

#endif
