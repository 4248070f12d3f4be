// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ANSWER_TEXT_HPP
#define T2S_CLI_ANSWER_TEXT_HPP

#include "colour_options.hpp"
#include "options.hpp"
#include "t2s/pipeline/answer.hpp"

namespace cli {

/// Whether there is SQL that ran.
bool is_answered(t2s::answer const& a);

/// Prints every revision, the SQL and its rows, for people, or a chart of them; nothing of an answer that is withheld.
void print_answer(t2s::answer const& a, shown_on const& how, bool as_chart);

/// Prints the rows as CSV on standard output, and everything else on standard error.
void print_rows(t2s::answer const& a, shown_on const& how);

/// The exit status of an answer. Reports on standard error a failure, and the SQL that is withheld with what speaks against it.
exit_code status_of(t2s::answer const& a);

}  // namespace cli

#endif
