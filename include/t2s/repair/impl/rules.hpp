// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPAIR_IMPL_RULES_HPP
#define T2S_REPAIR_IMPL_RULES_HPP

#include "t2s/repair/impl/rules/clauses.hpp"
#include "t2s/repair/impl/rules/dialects.hpp"
#include "t2s/repair/impl/rules/drafts.hpp"
#include "t2s/repair/impl/rules/joins.hpp"
#include "t2s/repair/impl/rules/literals.hpp"
#include "t2s/repair/impl/rules/names.hpp"
#include "t2s/repair/impl/rules/readings.hpp"
#include "t2s/repair/impl/rules/row_limits.hpp"
#include "t2s/repair/impl/rules/texts.hpp"
#include "t2s/repair/impl/statement.hpp"

#include <array>
#include <cstdint>

/// All rules of repair. A new one is a file in rules/ and a line here. Beside these are `draft_reader`, for what does not parse, and
/// `readings_for`, where no rule leads to a statement that runs.
namespace t2s::repair {

/// A rule for one kind of problem that `sql::resolve` finds.
struct problem_rule {
  errc code;
  void (*propose)(statement const&, known_facts const&, sql::problem const&, proposals&);
};
inline constexpr std::array problem_rules = std::to_array<problem_rule>({
    {errc::no_such_table, propose_tables},
    {errc::no_such_column, propose_row_limit},
    {errc::no_such_column, propose_translation_of_calls},
    {errc::no_such_column, propose_columns},
    {errc::ambiguous_column, propose_owners},
    {errc::misuse_of_aggregate, propose_aggregates},
    {errc::sql_syntax, propose_top},  // a function that is called as a join is
    {errc::sql_syntax, propose_translation},
    {errc::no_such_function, propose_top},
    {errc::no_such_function, propose_translation},
    {errc::wrong_argument_count, propose_translation},
});

/// What a statement that runs returned, in order of doubt: rows; rows, and `repair_options::aggressive` doubts them; none.
enum class result : std::uint8_t { rows, doubted_rows, no_rows };

/// A rule for a statement that runs, after such a result and those of more doubt.
struct result_rule {
  result after;
  void (*propose)(statement const&, known_facts const&, proposals&);
};
inline constexpr std::array result_rules = std::to_array<result_rule>({
    {result::rows, propose_literals},
    {result::doubted_rows, propose_texts},
    {result::no_rows, [](statement const& s, known_facts const& known, proposals& into) { propose_keys(s, known, nullptr, into); }},
    {result::no_rows, propose_intersections},
});

}  // namespace t2s::repair

#endif
