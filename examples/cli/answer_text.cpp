// SPDX-License-Identifier: BSL-1.0
#include "answer_text.hpp"

#include <unistd.h>

#include <iostream>
#include <string>

#include "advice.hpp"
#include "chart_text.hpp"
#include "t2s/core/detail/probability_text.hpp"
#include "t2s/pipeline/detail/notice.hpp"
#include "table.hpp"
#include "terminal.hpp"
#include "word_difference.hpp"
#include "wording.hpp"

namespace cli {
namespace {

constexpr std::size_t rows_shown = 40;

constexpr char what_is_read[] =
    "Without a model, questions are read in English and by the names and values of the database. --dictionary FILE says what other words\n"
    "mean; --llm URL --model NAME asks a model.\n";

/// Text of a model beyond the limit is not read.
void print_cut_answers(std::ostream& out, std::size_t n) {
  if (n > 0) out << "  cut to " << t2s::limits().answer_bytes << " bytes: " << counted(n, "answer") << " of the model\n";
}

void print_outcome(std::ostream& out, t2s::db::execution const& outcome, text_style const& style) {
  if (outcome.failure) {
    out << "  " << style.failure("fails") << ": " << for_terminal(outcome.failure->text()) << "\n";
    return;
  }
  out << "  returns " << counted(outcome.rows.values.size(), "row") << "\n";
}

/// The candidates that were not chosen, if there were several.
void print_others(std::ostream& out, t2s::answer const& a, text_style const& style) {
  auto const* chosen = a.selection();
  if (!chosen) return;
  out << style.heading("Chosen") << ": candidate " << chosen->number << " of " << chosen->others.size() + 1 << "\n";
  for (auto const& other : chosen->others) {
    out << style.heading("Candidate " + std::to_string(other.number)) << "\n  ";
    if (other.has_sql())
      out << printable(one_line_sql(std::string(other.sql()))) << "\n";
    else
      out << "(" << (other.finished ? for_terminal(other.stopped) : "not needed") << ")\n";
    if (other.outcome()) print_outcome(out, *other.outcome(), style);
  }
}

/// The confidence and, for an uncertain answer, the reasons against it.
void print_estimate(std::ostream& out, t2s::estimated const& e, text_style const& style) {
  bool const uncertain = e.is_uncertain();
  out << style.heading("Confidence") << ": " << t2s::detail::probability_text(e.confidence) << (uncertain ? ", uncertain" : "") << "\n";
  for (auto const& m : e.missing)
    if (uncertain) out << "  " << for_terminal(m) << "\n";
}

/// The SQL of an attempt; for people with the changes since the previous one.
std::string sql_of_round(t2s::answer const& a, std::size_t i, shown_on const& how) {
  auto const sql = printable(one_line_sql(a.revisions[i].tried.sql));
  if (i == 0 || !how.differences) return sql;
  return marked_difference(printable(one_line_sql(a.revisions[i - 1].tried.sql)), sql, how.style);
}

/// Each attempt: its SQL, its origin, its result, and the remarks.
void print_history(std::ostream& out, t2s::answer const& a, shown_on const& how) {
  for (std::size_t i = 0; i < a.revisions.size(); ++i) {
    auto const& attempt = a.revisions[i];
    out << how.style.heading(i == 0 ? "Draft" : "Revision " + std::to_string(i)) << "\n  " << sql_of_round(a, i, how) << "\n";
    if (!attempt.tried.why.empty()) out << "  (" << printable(attempt.tried.why) << ")\n";
    if (attempt.outcome) print_outcome(out, *attempt.outcome, how.style);
    print_cut_answers(out, attempt.spent.cut_answers);
    for (auto const& remark : attempt.remarks) out << "  " << remark.stage << ": " << for_terminal(remark.text) << "\n";
  }
  out << how.style.heading("Stopped") << ": " << for_terminal(a.stopped) << "\n";
  print_others(out, a, how.style);
  if (auto const* e = a.estimate()) print_estimate(out, *e, how.style);
  if (a.revisions.empty()) print_cut_answers(out, a.spent.cut_answers);
}

/// The SQL that is too uncertain and what speaks against it.
void print_withheld(t2s::answer const& a) {
  std::cerr << "t2s: no rows are given: " << for_terminal(a.stopped) << "\nThe SQL was:\n  "
            << printable(one_line_sql(a.withheld->tried.sql)) << "\n";
  std::cerr << "--min-confidence 0 gives its rows.\n";
}

void print_no_answer(std::ostream& out, t2s::answer const& a) {
  out << (a.has_sql() ? "\nNo SQL that runs was found.\n" : "\nNo SQL was found.\n");
  if (!a.has_sql() && a.spent.calls == 0) out << what_is_read;
}

}  // namespace

bool is_answered(t2s::answer const& a) { return a.has_sql() && a.outcome() && a.outcome()->ok(); }

void print_answer(t2s::answer const& a, shown_on const& how, bool as_chart) {
  if (a.withheld) return print_cut_answers(std::cerr, a.spent.cut_answers);
  print_history(std::cout, a, how);
  if (!is_answered(a)) return print_no_answer(std::cout, a);
  std::cout << "\n" << printable(one_line_sql(a.sql())) << "\n\n";
  if (as_chart)
    print_charted(std::cout, *a.outcome(), columns_of(STDOUT_FILENO), rows_shown);
  else
    print_table(std::cout, a.outcome()->rows, rows_shown);
}

void print_rows(t2s::answer const& a, shown_on const& how) {
  if (a.withheld) return print_cut_answers(std::cerr, a.spent.cut_answers);
  print_history(std::cerr, a, how);
  if (!is_answered(a)) return print_no_answer(std::cerr, a);
  std::cerr << "\n" << printable(one_line_sql(a.sql())) << "\n";
  print_csv(std::cout, a.outcome()->rows, is_terminal(STDOUT_FILENO) ? csv_for::terminal : csv_for::programs);
}

exit_code status_of(t2s::answer const& a) {
  if (auto const notice = t2s::notice_of(a); !notice.empty()) std::cerr << "t2s: " << for_terminal(notice) << "\n";
  if (a.failed) std::cerr << "t2s: the model failed after the draft: " << for_terminal(a.failed->text()) << "\n";
  if (is_answered(a)) return answered;
  if (a.withheld) {
    print_withheld(a);
    return too_uncertain;
  }
  return a.failed ? infrastructure : no_sql;
}

}  // namespace cli
