// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_REPAIR_STEP_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_REPAIR_STEP_HPP

#include "t2s/pipeline/detail/question_reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s {

/// What a repair corrects.
enum class repair_kind : std::uint8_t {
  draft,             ///< a fence, prose around the SQL, typographic quotes, missing brackets, a statement that was cut off
  dialect,           ///< another dialect's functions, operators and clauses
  table_name,        ///< a table that does not exist
  column_name,       ///< a column that does not exist, and another in scope that was meant
  column_owner,      ///< a column that another table in scope has
  joined_table,      ///< a column of a table that is not in scope: that is joined, or replaces the one without the column
  join_condition,    ///< a join, or an IN with a subquery, that does not follow the keys
  ambiguous_column,  ///< a column that several tables have
  aggregate,         ///< an aggregate where none may stand
  text_value,        ///< a text or flag that no row has
  literal_form,      ///< a number or text that can equal nothing stored, because of the column's affinity
  contradiction,     ///< conditions that no row can meet together, meant of different rows
  reading,           ///< the question was read anew, since the statement says too little
};

inline constexpr std::size_t repair_kinds = 13;  ///< how many kinds there are

/// As traces and reports name it.
[[nodiscard]] constexpr std::string_view name_of(repair_kind k) noexcept {
  constexpr std::array<std::string_view, repair_kinds> names{
      "draft",     "dialect",    "table_name",   "column_name",   "column_owner", "joined_table", "join_condition", "ambiguous_column",
      "aggregate", "text_value", "literal_form", "contradiction", "reading"};
  return names[static_cast<std::size_t>(k)];
}

/// One correction.
struct repair_step {
  repair_kind what{};                   ///< which kind it is
  std::string why{};                    ///< what was done, in words
  std::string sql{};                    ///< the statement after it
  std::vector<unread_part> not_read{};  ///< where the question was read anew, the parts of it that `sql` leaves out
};

namespace repair {

inline constexpr double cost_of_spelling = 0.05;  // of another case, other spaces or punctuation

}  // namespace repair
}  // namespace t2s

#endif
