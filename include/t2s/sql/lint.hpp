// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_LINT_HPP
#define T2S_SQL_LINT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/ast.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// SQL that runs, and most likely does not mean what its author meant.
namespace t2s::sql {

/// What `lint` looks for; docs/lint.md has an example of each.
enum class lint_rule : std::uint8_t {
  limit_cuts_ties,            ///< LIMIT leaves out rows that are as good as the last one that it keeps
  nulls_first,                ///< ORDER BY with LIMIT gives the rows whose value is missing
  number_as_text,             ///< numbers that are stored as texts are ordered as texts
  date_as_number,             ///< stored dates are compared with a number
  text_against_number,        ///< a column of numbers is compared with a text that is no number
  unseen_format,              ///< a date or the like is compared in a form that no stored value has
  fan_out,                    ///< a sum, an average or a count of things over rows that a join has multiplied
  join_without_key,           ///< tables are joined by other columns than their foreign key
  join_without_match,         ///< tables are joined by columns that share no value
  cartesian_product,          ///< a table is joined to no other one
  ungrouped_column,           ///< a column that has several values in a group
  aggregate_of_id,            ///< a sum or average of keys
  distinct_beside_aggregate,  ///< SELECT DISTINCT of one aggregate, where DISTINCT inside it counts differently
  not_in_null,                ///< NOT IN over NULL is never true
  constant_condition,         ///< a condition that is true or false of every row
  unused_table,               ///< a table that changes nothing
};

[[nodiscard]] T2S_DECL std::string_view name_of(lint_rule r) noexcept;  ///< "limit_cuts_ties"

/// What a finding says of the SQL.
enum class severity : std::uint8_t {
  wrong_making,  ///< its result is most likely wrong
  style,         ///< its result may well be what is wanted
};

[[nodiscard]] T2S_DECL std::string_view name_of(severity s) noexcept;  ///< "wrong_making", "style"
[[nodiscard]] T2S_DECL severity severity_of(lint_rule r) noexcept;     ///< the gravest of a rule's findings
[[nodiscard]] T2S_DECL std::vector<lint_rule> const& lint_rules();     ///< all of them, in their order

/// Something that is suspect.
struct finding {
  lint_rule rule{};        ///< which kind it is
  severity how{};          ///< `style` also where the data might show that it is harmless, and nothing answers
  std::size_t offset{};    ///< byte of the text where it begins
  std::size_t line{1};     ///< from 1
  std::size_t column{1};   ///< from 1, in code points
  std::string why{};       ///< one sentence, without the place
  std::string proposal{};  ///< the whole statement, edited; empty where there is no one way

  friend bool operator==(finding const&, finding const&) = default;
};

/// "line 1, column 8: ..."
[[nodiscard]] T2S_DECL std::string to_string(finding const& f);

/// What is known of the data. Rules that need more than the schema say nothing without an answer.
struct lint_facts {
  /// Answers a statement that reads, in the database's dialect, and gives one row with one value, 1 for yes and 0 for no. Nothing if that
  /// is not known, because it failed, took too long or gave NULL. Called at most some times for a rule and select; may be called again
  /// with the same statement.
  std::function<std::optional<bool>(std::string const& statement)> holds{};
};

/// Looks for parts of a query that run and most likely do not mean what was meant.
///
/// `q` is of `d`'s dialect. Without `facts` the declared schema decides. Findings are in the order of the text. A query with names that
/// `resolve` does not find has none: it does not run. Deterministic; throws only std::bad_alloc and what `facts` throws.
/// O(size * (sources of a select + 1) + keys of the schema) and the answers; recursion as deep as the tree is high; thread safe if `facts`
/// is.
[[nodiscard]] T2S_DECL std::vector<finding> lint(query const& q, schema::database const& d, lint_facts const* facts = nullptr);
/// The same of a text; SQL that does not parse has no findings.
[[nodiscard]] T2S_DECL std::vector<finding> lint(std::string_view sql, schema::database const& d, lint_facts const* facts = nullptr);

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/lint.ipp"
#endif

#endif
