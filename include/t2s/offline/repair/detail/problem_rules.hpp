// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_PROBLEM_RULES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_PROBLEM_RULES_HPP

#include "t2s/offline/repair/detail/rules/clauses.hpp"
#include "t2s/offline/repair/detail/rules/dialects.hpp"
#include "t2s/offline/repair/detail/rules/lost_spaces.hpp"
#include "t2s/offline/repair/detail/rules/names.hpp"
#include "t2s/offline/repair/detail/rules/row_limits.hpp"
#include "t2s/offline/repair/detail/rules/spaced_names.hpp"
#include "t2s/offline/repair/detail/statement.hpp"

/// The rules for statements that fail. To add one, add a file in rules/ and a line here. `result_rules` are for statements that run,
/// `draft_reader` for SQL that does not parse, and `readings_for` applies if no rule leads to a statement that runs.
namespace t2s::repair {

/// A rule for one kind of problem that `sql::resolve` finds.
struct problem_rule {
  errc code;
  void (*propose)(statement const&, known_facts const&, sql::problem const&, proposals&);
};
inline constexpr problem_rule problem_rules[] = {
    {errc::no_such_table, propose_long_names},
    {errc::no_such_table, propose_spaces},
    {errc::no_such_table, propose_translation_of_words},
    {errc::no_such_table, propose_tables},
    {errc::no_such_column, propose_long_names},
    {errc::no_such_column, propose_spaces},
    {errc::no_such_column, propose_digits},
    {errc::no_such_column, propose_translation_of_words},
    {errc::no_such_column, propose_row_limit},
    {errc::no_such_column, propose_translation_of_calls},
    {errc::no_such_column, propose_columns},
    {errc::ambiguous_column, propose_owners},
    {errc::misuse_of_aggregate, propose_aggregates},
    {errc::sql_syntax, propose_top},  // a function named like a join
    {errc::sql_syntax, propose_translation},
    {errc::no_such_function, propose_spaces},
    {errc::no_such_function, propose_top},
    {errc::no_such_function, propose_translation},
    {errc::wrong_argument_count, propose_translation},
};

inline void propose_for_problem(statement const& s, known_facts const& known, sql::problem const& p, proposals& into) {
  for (auto const& rule : problem_rules)
    if (rule.code == p.what.code) rule.propose(s, known, p, into);
}

}  // namespace t2s::repair

#endif
