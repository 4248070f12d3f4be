// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_PROPOSAL_HPP
#define T2S_GENERATE_REPAIRS_PROPOSAL_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::generate {

/// What a repair puts right.
enum class repair_kind : std::uint8_t {
  draft,             ///< a fence, prose around the SQL, typographic quotes, missing brackets, a statement that was cut off
  dialect,           ///< another dialect's functions, operators and clauses
  table_name,        ///< a table that does not exist
  column_name,       ///< a column that does not exist, and another in scope that was meant
  column_owner,      ///< a column that another table in scope has
  joined_table,      ///< a column of a table that is not in scope and was joined in, or took the place of the one without it
  join_condition,    ///< a join, or an IN with a subquery, that does not follow the keys
  ambiguous_column,  ///< a column that several tables have
  aggregate,         ///< an aggregate where none may stand
  text_value,        ///< a text or flag that no row has
  literal_form,      ///< a number or text that the column's affinity keeps from meeting what is stored
  contradiction,     ///< conditions that no row can meet together, meant of different rows
  reading,           ///< the question was read anew, since the statement told too little
};

inline constexpr std::size_t repair_kinds = 13;  ///< how many kinds there are

/// As traces and reports name it.
[[nodiscard]] constexpr std::string_view name_of(repair_kind k) noexcept {
  constexpr std::array<std::string_view, repair_kinds> names{
      "draft",     "dialect",    "table_name",   "column_name",   "column_owner", "joined_table", "join_condition", "ambiguous_column",
      "aggregate", "text_value", "literal_form", "contradiction", "reading"};
  return names[static_cast<std::size_t>(k)];
}

namespace repairs {

/// What it costs at most to write a stored text as it is stored: with its case, spaces and punctuation.
inline constexpr double cost_of_spelling = 0.05;

/// A statement that may be the one that was meant.
struct proposal {
  repair_kind what{};  ///< which rule proposes it
  double cost = 0;     ///< how much of a change it is: 0 for a matter of spelling, 1 for a guess
  std::string sql{};   ///< the statement after the edit
  std::string why{};   ///< what is done, in words
};

using proposals = std::vector<proposal>;  ///< what rules propose

}  // namespace repairs
}  // namespace t2s::generate

#endif
