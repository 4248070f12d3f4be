// SPDX-License-Identifier: BSL-1.0
// t2s ask: one question, answered over a database.
#include <unistd.h>

#include <boost/json.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "access_options.hpp"
#include "advice.hpp"
#include "answer_json.hpp"
#include "asking.hpp"
#include "colour_options.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "lexicon_options.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "status_line.hpp"
#include "t2s/core/chrome_trace.hpp"
#include "t2s/core/internal/probability_text.hpp"
#include "t2s/db/any_connection.hpp"
#include "t2s/run/answer.hpp"
#include "table.hpp"
#include "telemetry_options.hpp"
#include "word_difference.hpp"
#include "wording.hpp"

namespace cli {
namespace {

constexpr std::size_t rows_shown = 40;

constexpr char what_is_read[] =
    "Without a model, questions are read in English and by the names and values of the database. --dictionary FILE says what other words\n"
    "mean; --llm URL --model NAME asks a model.\n";

std::vector<t2s::retrieve::demonstration> read_pool(po::variables_map const& given) {
  return demonstrations_or_shipped(files_of(given, "demonstrations"));
}

/// What a model wrote beyond the limit is not read.
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

/// The candidates that were not chosen, where several were written.
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

/// The confidence and, of an uncertain answer, what speaks against it.
void print_estimate(std::ostream& out, t2s::estimated const& e, text_style const& style) {
  bool const uncertain = e.is_uncertain();
  out << style.heading("Confidence") << ": " << t2s::detail::probability_text(e.confidence) << (uncertain ? ", uncertain" : "") << "\n";
  for (auto const& m : e.missing)
    if (uncertain) out << "  " << for_terminal(m) << "\n";
}

/// The SQL of an attempt; for people who watch what has changed since the one before it.
std::string sql_of_round(t2s::answer const& a, std::size_t i, shown_on const& how) {
  auto const sql = printable(one_line_sql(a.revisions[i].tried.sql));
  if (i == 0 || !how.differences) return sql;
  return marked_difference(printable(one_line_sql(a.revisions[i - 1].tried.sql)), sql, how.style);
}

/// Every attempt: its SQL, where it comes from, its result, and the remarks.
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

bool is_answered(t2s::answer const& a) { return a.has_sql() && a.outcome() && a.outcome()->ok(); }

void print_no_answer(std::ostream& out, t2s::answer const& a) {
  if (a.withheld) {
    out << "\nNo answer is given: it is too uncertain. The SQL was:\n  " << printable(one_line_sql(a.withheld->tried.sql)) << "\n";
    return;
  }
  out << (a.has_sql() ? "\nNo SQL that runs was found.\n" : "\nNo SQL was found.\n");
  if (!a.has_sql() && a.spent.calls == 0) out << what_is_read;
}

void print_answer(t2s::answer const& a, shown_on const& how) {
  print_history(std::cout, a, how);
  if (!is_answered(a)) return print_no_answer(std::cout, a);
  std::cout << "\n" << printable(one_line_sql(a.sql())) << "\n\n";
  print_table(std::cout, a.outcome()->rows, rows_shown);
}

/// The rows on standard output, all else on standard error.
void print_rows(t2s::answer const& a, shown_on const& how) {
  print_history(std::cerr, a, how);
  if (!is_answered(a)) return print_no_answer(std::cerr, a);
  std::cerr << "\n" << printable(one_line_sql(a.sql())) << "\n";
  print_csv(std::cout, a.outcome()->rows, is_terminal(STDOUT_FILENO) ? csv_for::terminal : csv_for::programs);
}

/// A run, and the system that may have learnt from it.
struct finished {
  t2s::answer found{};
  std::unique_ptr<any_system> by{};
  std::string database{};
};

void print_share(t2s::schema_share const& s) {
  std::cerr << "t2s: shown of the schema: " << s.tables << " of " << s.all_tables << " tables, " << s.columns << " of " << s.all_columns
            << " columns; --schema-tokens sets how much\n";
}

/// By the pipeline that the options choose.
finished answer(po::variables_map const& given, model_options const& settings, telemetry_options const& telemetry, t2s::chrome_trace& trace,
                prompt_log* shown) {
  auto const& question = given["question"].as<std::string>();
  t2s::require_question(question, t2s::limits().question_bytes);  // before the database is read
  pipeline_options const pipeline(given, settings);
  auto const who = access_of(given);
  connection database(telemetry.audited(open_restricted(given["db"].as<std::string>(), limits_of(given), who), question, who.session.role));
  asking by(settings, pipeline.local(), pipeline.seed(), shown);
  by.estimate(pipeline.min_confidence());
  offered with;
  with.pool = read_pool(given);
  auto system = pipeline.open(by, std::move(with));
  auto const known = system->read(by, database, database.inner().name());
  auto told = telemetry.begin(labels_of(pipeline.chosen().name, settings, database.inner()));
  std::optional<status_line> status(std::in_place, shown == nullptr);
  auto found =
      told_answer(told, [&] { return system->answer(by, known, database, question, {trace.add_track(question), shown, told, &*status}); });
  status.reset();
  if (by.cut_off() > 0) std::cerr << cut_off_warning;
  if (found.schema_shown) print_share(*found.schema_shown);
  return {std::move(found), std::move(system), known.name};
}

/// Says what failed, if anything did.
exit_code status_of(t2s::answer const& a) {
  if (a.failed) std::cerr << "t2s: the model failed after the draft: " << for_terminal(a.failed->text()) << "\n";
  if (is_answered(a)) return answered;
  return a.failed ? infrastructure : no_sql;
}

std::vector<std::string> inputs_of(po::variables_map const& given) {
  std::vector<std::string> paths{given["db"].as<std::string>()};
  if (given.count("demonstrations") != 0) paths.push_back(given["demonstrations"].as<std::string>());
  return paths;
}

void write_trace(std::string const& path, t2s::chrome_trace const& trace) {
  std::ostringstream out;
  trace.write(out);
  write_whole(path, out.str());
}

options ask_options() {
  options o("ask --db FILE [options] QUESTION",
            "Answers a question over a database and prints every revision, the SQL and its rows: offline, or with --llm by asking\n"
            "a model. --pipeline chooses how. The database is only read. Exit status 1 if no SQL that runs was found.");
  auto add = o.described.add_options();
  add("db", a_database()->required(), what_databases);
  add("demonstrations", a_file(), "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: those that come with t2s)");
  add("json", "print one JSON object");
  add("csv", "print the rows as CSV, and all else on standard error");
  add("trace", a_file(), "write the spans of the run in Chrome's trace format");
  describe_colour(o.described);
  add("show-prompts", "print every exchange with the model, under the name of its stage");
  add("question", a_word("QUESTION")->required(), "the question, in quotes");
  describe_max_rows_read(o.described);
  describe_rules(o.described);
  pipeline_options::describe(o.described);
  model_options::describe(o.described, purpose::runs);
  telemetry_options::describe(o.described);
  o.positional.add("question", 1);
  return o;
}

/// The run, with its trace written, which is most wanted where it failed.
finished traced_answer(po::variables_map const& given, telemetry_options const& telemetry, prompt_log* shown) {
  bool const traced = given.count("trace") != 0;
  if (traced) require_output(given["trace"].as<std::string>(), inputs_of(given));
  t2s::chrome_trace trace;
  model_options const settings(given, purpose::runs);
  auto const keep_trace = [&] {
    if (traced) write_trace(given["trace"].as<std::string>(), trace);
  };
  finished run;
  try {
    run = answer(given, settings, telemetry, trace, shown);
  } catch (...) {
    keep_trace();
    throw;
  }
  keep_trace();
  return run;
}

}  // namespace

int ask(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!ask_options().read(words, given)) return answered;
  bool const as_json = given.count("json") != 0, as_csv = given.count("csv") != 0;
  auto const on_output = shown_on_stream(given, STDOUT_FILENO), on_errors = shown_on_stream(given, STDERR_FILENO);
  if (as_json && as_csv) throw usage_error("--json and --csv are two forms of the same answer: give one of them");
  prompt_log prompts(as_json || as_csv ? std::cerr : std::cout);
  telemetry_options const telemetry(given);
  auto const run = traced_answer(given, telemetry, given.count("show-prompts") != 0 ? &prompts : nullptr);
  if (as_json)
    std::cout << json_line(answer_json(run.found)) << "\n";
  else if (as_csv)
    print_rows(run.found, on_errors);
  else
    print_answer(run.found, on_output);
  run.by->keep_learnt({{run.database, given["question"].as<std::string>()}});  // last: an answer must not be lost for it
  return status_of(run.found);
}

}  // namespace cli
