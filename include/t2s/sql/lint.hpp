// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_LINT_HPP
#define T2S_SQL_LINT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Finds SQL that runs and most likely does not mean what its author meant.
namespace t2s::sql {

/// What `lint` looks for; docs/lint.md has an example of each.
enum class lint_rule : std::uint8_t {
  limit_cuts_ties,            ///< LIMIT drops rows that tie with the last one it keeps
  nulls_first,                ///< ORDER BY with LIMIT returns the rows whose value is NULL
  number_as_text,             ///< numbers stored as texts are sorted as texts
  date_as_number,             ///< stored dates are compared with a number
  text_against_number,        ///< a column of numbers is compared with a text that is not a number
  unseen_format,              ///< a date or the like is compared in a format that no stored value has
  fan_out,                    ///< a sum, average or count over rows that a join has multiplied
  join_without_key,           ///< tables are joined by columns other than their foreign key
  join_without_match,         ///< tables are joined by columns that share no value
  cartesian_product,          ///< a table is not connected to any other one
  ungrouped_column,           ///< a column that has several values in a group
  aggregate_of_id,            ///< a sum or average of keys
  distinct_beside_aggregate,  ///< SELECT DISTINCT of one aggregate, where DISTINCT inside it counts differently
  not_in_null,                ///< NOT IN over NULL is never true
  constant_condition,         ///< a condition that is true or false for every row
  count_of_all,               ///< count of a condition or of what a fallback fills: it counts other rows, too
  zero_for_missing,           ///< an average or least value that takes 0 for rows that are to be left out
  name_as_text,               ///< a name in double quotes that no column has, which SQLite reads as a text
  unused_table,               ///< a table that changes nothing
  class_in_like,              ///< LIKE '[a-d]%': SQLite's LIKE has no classes of characters
  clause_as_name,             ///< a clause without its space, which is read as a name for a table: FROM boats LIMIT2
};

[[nodiscard]] T2S_DECL std::string_view name_of(lint_rule r) noexcept;  ///< "limit_cuts_ties"

/// How grave a finding is.
enum class severity : std::uint8_t {
  wrong_making,  ///< its result is most likely wrong
  style,         ///< its result may well be what the author wants
};

[[nodiscard]] T2S_DECL std::string_view name_of(severity s) noexcept;  ///< "wrong_making", "style"
[[nodiscard]] T2S_DECL severity severity_of(lint_rule r) noexcept;     ///< the gravest severity of a rule's findings
[[nodiscard]] T2S_DECL std::vector<lint_rule> const& lint_rules();     ///< all rules, in their order

/// A suspicious part of a query.
struct finding {
  lint_rule rule{};        ///< its rule
  severity how{};          ///< `style` also if the data might show that it is harmless, and cannot be asked
  std::size_t offset{};    ///< byte of the text at which it begins
  std::size_t line{1};     ///< from 1
  std::size_t column{1};   ///< from 1, in code points
  std::string why{};       ///< one sentence, without the position
  std::string proposal{};  ///< the whole edited statement; empty if there is no unique correction

  friend bool operator==(finding const&, finding const&) = default;
};

/// "line 1, column 8: ..."
[[nodiscard]] T2S_DECL std::string to_string(finding const& f);

/// Access to the data. Without answers, rules that need more than the schema report nothing.
struct lint_facts {
  /// Runs a read-only statement in the database's dialect that returns one row with one value, 1 for yes and 0 for no. Returns nothing if
  /// the answer is unknown because the statement failed, timed out or gave NULL. It is called a few times for each rule and select at most,
  /// possibly with the same statement again.
  std::function<std::optional<bool>(std::string const& statement)> holds{};
};

/// Looks for parts of a query that run and most likely do not mean what the author meant.
///
/// `q` must be in `d`'s dialect. Without `facts` the declared schema decides. Findings are in the order of the text. A query with names
/// that `resolve` does not find has no findings, since it does not run. Deterministic; throws only std::bad_alloc and what `facts` throws.
/// O(size * (sources of a select + 1) + keys of the schema) and the answers; recursion as deep as the tree is high; thread safe if `facts`
/// is.
[[nodiscard]] T2S_DECL std::vector<finding> lint(query const& q, schema::database const& d, lint_facts const* facts = nullptr);
/// The same for a text; SQL that does not parse has no findings.
[[nodiscard]] T2S_DECL std::vector<finding> lint(std::string_view sql, schema::database const& d, lint_facts const* facts = nullptr);

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/lint.ipp"
#endif

#endif
