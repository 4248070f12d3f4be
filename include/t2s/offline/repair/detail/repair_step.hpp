// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_REPAIR_STEP_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_REPAIR_STEP_HPP

#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::repair {

/// The kinds of repairs.
enum class repair_kind : std::uint8_t {
  draft,             ///< a fence, prose around the SQL, typographic quotes, missing brackets, an unfinished statement
  dialect,           ///< another dialect's functions, operators and clauses
  table_name,        ///< a table that does not exist
  column_name,       ///< a column that does not exist, replaced by another one in scope
  column_owner,      ///< a column that another table in scope has
  joined_table,      ///< a column of a table outside the scope, which is joined, or replaces the one without the column
  join_condition,    ///< a join, or an IN with a subquery, that does not follow the keys
  ambiguous_column,  ///< a column that several tables have
  aggregate,         ///< a misplaced aggregate
  text_value,        ///< a text or flag that no row has
  literal_form,      ///< a number or text that cannot equal a stored value, because of the column's affinity
  contradiction,     ///< conditions that no row satisfies together, meant for different rows
  reading,           ///< the question was read instead, since the statement says too little
};

inline constexpr std::size_t repair_kinds = 13;  ///< how many kinds there are

/// The name in traces and reports.
[[nodiscard]] constexpr std::string_view name_of(repair_kind k) noexcept {
  constexpr std::array<std::string_view, repair_kinds> names{
      "draft",     "dialect",    "table_name",   "column_name",   "column_owner", "joined_table", "join_condition", "ambiguous_column",
      "aggregate", "text_value", "literal_form", "contradiction", "reading"};
  return names[static_cast<std::size_t>(k)];
}

/// One correction.
struct repair_step {
  repair_kind what{};                         ///< the kind
  std::string why{};                          ///< what was done, in words
  std::string sql{};                          ///< the repaired statement
  std::vector<link::unread_part> not_read{};  ///< if the question was read instead: its parts that `sql` ignores
};

inline constexpr double cost_of_spelling = 0.05;  // different case, spaces or punctuation

}  // namespace t2s::repair

#endif
