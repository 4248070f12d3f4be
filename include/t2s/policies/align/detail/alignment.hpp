// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_DETAIL_ALIGNMENT_HPP
#define T2S_POLICIES_ALIGN_DETAIL_ALIGNMENT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/policy.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Entity linking as in DAC (section 3.2): each token of a question with the table, column or value that it means.
namespace t2s::align {

/// A table of the schema or a column. The names are separate, since either may contain a dot.
struct entity {
  std::string table{};   ///< empty if the table of a column is unknown
  std::string column{};  ///< empty for a table

  friend bool operator==(entity const&, entity const&) = default;
};

/// "table", "table.column" or "column", as in prompts.
[[nodiscard]] inline std::string to_text(entity const& e) {
  return e.column.empty() ? e.table : e.table.empty() ? e.column : e.table + "." + e.column;
}

enum class aligned { nothing, table, column, value };  ///< what a token means

/// A token of a question. A value is aligned to its column.
struct aligned_token {
  std::string token{};            ///< as written
  entity schema{};                ///< empty if it means nothing
  aligned to = aligned::nothing;  ///< what it means

  friend bool operator==(aligned_token const&, aligned_token const&) = default;
};
using alignment = std::vector<aligned_token>;  ///< the tokens of a question, in order

/// Alignments of demonstrations that people made, as text in the form of table 10, by the demonstration's database and question.
using labelled_alignments = std::map<std::pair<std::string, std::string>, std::string>;

/// What a linker found in a question.
struct linked_entities {
  alignment tokens{};                 ///< every token that means something
  std::vector<std::string> tables{};  ///< each once, in order of position
  std::vector<entity> columns{};      ///< the same
  std::string why{};                  ///< what could not be read or was dropped; usually empty

  linked_entities() = default;
  /// The entities of an alignment.
  T2S_DECL explicit linked_entities(alignment found, std::string left_out = {});

  friend bool operator==(linked_entities const&, linked_entities const&) = default;
};

/// A question's tokens as written, separated by spaces.
[[nodiscard]] T2S_DECL std::string tokenized(std::string_view question);

/// The alignment as in table 10: a list of objects, one a line, with "token", "schema" and "type", which is "tbl", "col", "val" or null.
[[nodiscard]] T2S_DECL std::string to_text(alignment const& a);

/// Reads an alignment from a completion. Its tokens are matched to the question's by their longest common subsequence, so that a model may
/// omit, merge or invent some. Names are matched to the schema, ignoring case, quotes and type; a column without a table belongs to a table
/// that the SQL uses, if that is unambiguous. Unknown names are dropped and listed in `why`; so is a completion without a list, which links
/// nothing. O(tokens of the question * tokens of the completion).
[[nodiscard]] T2S_DECL linked_entities read_alignment(std::string_view completion, std::string_view question, std::string_view sql,
                                                      schema::database const& d);

/// The alignment of a question with the SQL that answers it: tokens that name a table or column that the SQL uses, or a literal that it
/// compares with a column. Function words within a name of several words ("date of birth") mean nothing. A literal that the question does
/// not have is aligned to the words that the evidence (also in the question, as in `asked_text`) or the column's description puts beside
/// it: "California" by "California refers to state = 'CA'". Without a model; SQL that does not parse aligns nothing.
[[nodiscard]] T2S_DECL alignment align_by_sql(std::string_view question, std::string_view sql, schema::database const& d,
                                              std::string_view evidence = {});

/// The tables and columns that the question of this SQL names, as an oracle links them, in order of position. Columns that only join two
/// sources (a side of `a.x = b.x`, or after USING) are omitted, since a question need not name them. Empty for SQL that does not parse.
[[nodiscard]] T2S_DECL linked_entities entities_used(std::string_view sql, schema::database const& d);

/// What a question names and its SQL does not use.
struct missing {
  std::vector<std::string> tables{};  ///< tables that are missing
  std::vector<entity> columns{};      ///< columns that are missing
  sql::dialect dialect{};             ///< of the database; `to_text` quotes for it

  /// Whether nothing is missing.
  [[nodiscard]] bool empty() const noexcept { return tables.empty() && columns.empty(); }
};

/// Compares linked entities with those that the SQL uses (DAC, section 3.4): it finds what is linked and not used, never the reverse. A
/// column is used if the query uses the column of that table, or the column with an unknown table; a column without a table is used if the
/// query uses it of any table. For SQL that does not parse, the names in its text count. O(linked * used).
[[nodiscard]] T2S_DECL missing missing_in(std::string_view sql, schema::database const& d, linked_entities const& linked);

/// "tables hive and columns keeper.name, keeper.yard", spelt as SQL; empty lists are omitted.
[[nodiscard]] T2S_DECL std::string to_text(missing const& m);

/// Finds the tables and columns of a question.
///
/// 1. `p.link(ctx, asked, shown, sql)` returns `linked_entities`: `shown` is what the run's sampler chose, `sql` the attempt (text).
/// 2. Whatever cannot be linked is listed in `why`; it does not throw.
template <class P>
concept EntityLinker =
    requires(P const& p, t2s::detail::any_context<P>& ctx, question const& asked, samples const& shown, std::string sql) {
      { p.link(ctx, asked, shown, sql) } -> Yields<linked_entities>;
    };

}  // namespace t2s::align

/// The answer keeps the links of each round, by any linker.
template <>
inline constexpr bool t2s::is_recorded<t2s::align::linked_entities> = true;

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/align/detail/alignment.ipp"
#endif

#endif
