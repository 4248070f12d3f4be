// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_DETAIL_ALIGNMENT_HPP
#define T2S_POLICIES_ALIGN_DETAIL_ALIGNMENT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/policy.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Entity linking as DAC has it (section 3.2): each token of a question with the table, column or value that it stands for.
namespace t2s::align {

/// A table of the schema or a column, each name for itself: either may have a dot in it.
struct entity {
  std::string table{};   ///< empty where a column's table is not known
  std::string column{};  ///< empty for a table

  friend bool operator==(entity const&, entity const&) = default;
};

/// "table", "table.column" or "column", as prompts have them.
[[nodiscard]] inline std::string to_text(entity const& e) {
  return e.column.empty() ? e.table : e.table.empty() ? e.column : e.table + "." + e.column;
}

enum class aligned { nothing, table, column, value };  ///< what a token means

/// A token of a question. A value is aligned to its column.
struct aligned_token {
  std::string token{};            ///< as written
  entity schema{};                ///< empty if it stands for nothing
  aligned to = aligned::nothing;  ///< what it means

  friend bool operator==(aligned_token const&, aligned_token const&) = default;
};
using alignment = std::vector<aligned_token>;  ///< the tokens of a question, in their order

/// What a question names, as a linker found it.
struct linked_entities {
  alignment tokens{};                 ///< every token that means something
  std::vector<std::string> tables{};  ///< each once, in order of place
  std::vector<entity> columns{};      ///< the same
  std::string why{};                  ///< what could not be read or was left out; mostly empty

  linked_entities() = default;
  /// The entities of an alignment.
  T2S_DECL explicit linked_entities(alignment found, std::string left_out = {});

  friend bool operator==(linked_entities const&, linked_entities const&) = default;
};

/// A question's tokens as they are written, with a space between.
[[nodiscard]] T2S_DECL std::string tokenized(std::string_view question);

/// The alignment as the prompt of table 10 has it: a list of objects, one a line, with "token", "schema" and "type", which is "tbl", "col",
/// "val" or null.
[[nodiscard]] T2S_DECL std::string to_text(alignment const& a);

/// Reads an alignment from a completion. Tokens are found again in the question as its longest common subsequence, so that a model may
/// leave out, unite or invent some; names are those of the schema, whatever their case, quotes and type; a column without a table is one of
/// a table that the SQL uses, if that decides it. What is no name of the schema is left out, and listed in `why`; so is a completion
/// without any list, which links nothing. O(tokens of the question * tokens of the completion).
[[nodiscard]] T2S_DECL linked_entities read_alignment(std::string_view completion, std::string_view question, std::string_view sql,
                                                      schema::database const& d);

/// The alignment that a question has with the SQL that answers it: tokens that name a table or column which the SQL uses, or a literal
/// that it compares with a column. Without a model; SQL that does not parse aligns nothing.
[[nodiscard]] T2S_DECL alignment align_by_sql(std::string_view question, std::string_view sql, schema::database const& d);

/// The tables and columns that the question of this SQL names, as an oracle links them, in order of place. Columns that only join two
/// sources (a side of `a.x = b.x`, or after USING) are left out, since a question need not name them. SQL that does not parse has none.
[[nodiscard]] T2S_DECL linked_entities entities_used(std::string_view sql, schema::database const& d);

/// What a question names and its SQL does not use.
struct missing {
  std::vector<std::string> tables{};  ///< tables that are missing
  std::vector<entity> columns{};      ///< columns that are missing
  sql::dialect dialect{};             ///< of the database: how `to_text` quotes them

  /// Whether nothing is missing.
  [[nodiscard]] bool empty() const noexcept { return tables.empty() && columns.empty(); }
};

/// Compares linked entities with those that an SQL uses (DAC, section 3.4): what is linked and not used; never the reverse. A column is
/// used if the query uses it of that table or without its table being known; one without a table if it is used of any. SQL that does not
/// parse uses what its text names. O(linked * used).
[[nodiscard]] T2S_DECL missing missing_in(std::string_view sql, schema::database const& d, linked_entities const& linked);

/// "tables hive and columns keeper.name, keeper.yard", spelt as SQL; the lists that are not empty.
[[nodiscard]] T2S_DECL std::string to_text(missing const& m);

/// Finds the tables and columns that a question is about.
///
/// 1. `p.link(ctx, asked, shown, sql)` yields `linked_entities`: `shown` is what the run's sampler chose, `sql` the attempt (text).
/// 2. What cannot be linked is no exception: it is listed in `why`.
template <class P>
concept EntityLinker =
    requires(P const& p, t2s::detail::any_context<P>& ctx, question const& asked, samples const& shown, std::string sql) {
      { p.link(ctx, asked, shown, sql) } -> Yields<linked_entities>;
    };

}  // namespace t2s::align

/// The answer keeps what was linked in each round, by any linker.
template <>
inline constexpr bool t2s::is_recorded<t2s::align::linked_entities> = true;

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/align/detail/alignment.ipp"
#endif

#endif
