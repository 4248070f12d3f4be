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
#include "answer_text.hpp"
#include "ask_back_option.hpp"
#include "ask_conversation.hpp"
#include "asking.hpp"
#include "colour_options.hpp"
#include "command.hpp"
#include "confidence_option.hpp"
#include "data_options.hpp"
#include "lexicon_options.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "status_line.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/chrome_trace.hpp"
#include "table.hpp"
#include "telemetry_options.hpp"

namespace cli {
namespace {

void print_share(t2s::schema_share const& s) {
  std::cerr << "t2s: the prompt shows " << s.tables << " of " << s.all_tables << " tables, " << s.columns << " of " << s.all_columns
            << " columns; --schema-tokens sets how much\n";
}

/// Asks by the pipeline that the options choose, over one database, which is opened for the first question.
class ask_session {
 public:
  ask_session(po::variables_map const& given, telemetry_options const& telemetry, t2s::chrome_trace& trace, prompt_log* shown)
      : given_(given),
        telemetry_(telemetry),
        trace_(trace),
        shown_(shown),
        settings_(given, purpose::runs),
        pipeline_(given, settings_),
        by_(settings_, pipeline_.local(), pipeline_.seed()) {}

  t2s::answer ask(std::string const& question, std::vector<t2s::turn> turns) {
    t2s::require_question(question, t2s::limits().question_bytes);  // before the database is read
    refuse_sql(question);
    if (!system_) open();
    by_.go_on_from(std::move(turns));
    t2s::telemetry::audit_scope const asked({{}, role_, {}, question});
    auto told = telemetry_.begin(labels_of(pipeline_.chosen().name, settings_, database_->inner()));
    std::optional<status_line> status(std::in_place, shown_ == nullptr);
    auto found = told_answer(
        told, [&] { return system_->answer(by_, known_, *database_, question, {trace_.add_track(question), shown_, told, &*status}); });
    status.reset();
    if (by_.cut_off() > 0) std::cerr << cut_off_warning;
    if (found.schema_shown) print_share(*found.schema_shown);
    questions_.push_back({known_.name, question});
    return found;
  }

  [[nodiscard]] std::string pipeline() const { return std::string(pipeline_.chosen().name); }
  /// Keeps what the questions taught.
  void keep_learnt() {
    if (system_) system_->keep_learnt(questions_);
  }

 private:
  void open() {
    auto const who = access_of(given_);
    role_ = who.session.role;
    database_.emplace(telemetry_.audited(open_restricted(given_["db"].as<std::string>(), limits_of(given_), who), {}, role_));
    by_.estimate(pipeline_.min_confidence(default_min_confidence(pipeline_.chosen().asks_model)));
    by_.ask_back(given_.count("ask-back") != 0);
    offered with;
    with.pool = demonstrations_for(given_);
    system_ = pipeline_.open(by_, std::move(with));
    known_ = system_->read(by_, *database_, database_->inner().name());
  }

  po::variables_map const& given_;
  telemetry_options const& telemetry_;
  t2s::chrome_trace& trace_;
  prompt_log* shown_;
  model_options settings_;
  pipeline_options pipeline_;
  asking by_;
  std::string role_{};
  std::optional<connection> database_{};
  std::unique_ptr<any_system> system_{};
  known_database known_{};
  std::vector<asked_of> questions_{};
};

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
            "a model. --pipeline chooses how. The database is only read. Exit status 1 if no SQL that runs was found,\n"
            "4 if it is too uncertain to be answered.");
  auto add = o.described.add_options();
  add("db", a_database()->required(), what_databases);
  add("demonstrations", a_file(), "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: those that come with t2s)");
  add("json", "print one JSON object");
  add("csv", "print the rows as CSV, and all else on standard error");
  add("chart", "draw the rows as a number, bars or a line; with --json propose a chart");
  describe_ask_back(o.described);
  describe_conversation(o.described);
  describe_corrections(o.described);
  add("trace", a_file(), "write the spans of the run in Chrome's trace format");
  describe_colour(o.described);
  add("show-prompts", "print every exchange with the model, under the name of its stage");
  add("question", a_word("QUESTION"), "the question, in quotes");
  describe_max_rows_read(o.described);
  describe_rules(o.described);
  pipeline_options::describe(o.described);
  model_options::describe(o.described, purpose::runs);
  telemetry_options::describe(o.described);
  o.positional.add("question", 1);
  return o;
}

/// Runs and writes the trace, which is most useful after a failure.
template <class Run>
auto with_trace(po::variables_map const& given, t2s::chrome_trace const& trace, Run const& run) {
  auto const keep_trace = [&] {
    if (given.count("trace") != 0) write_trace(given["trace"].as<std::string>(), trace);
  };
  try {
    auto done = run();
    keep_trace();
    return done;
  } catch (...) {
    keep_trace();
    throw;
  }
}

}  // namespace

int ask(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!ask_options().read(words, given)) return answered;
  bool const as_json = given.count("json") != 0, as_csv = given.count("csv") != 0, as_chart = given.count("chart") != 0;
  auto const on_output = shown_on_stream(given, STDOUT_FILENO), on_errors = shown_on_stream(given, STDERR_FILENO);
  if (as_json && as_csv) throw usage_error("--json and --csv are two forms of the same answer: give one of them");
  if (as_csv && as_chart) throw usage_error("--csv has no chart: give --chart alone or with --json");
  prompt_log prompts(as_json || as_csv ? std::cerr : std::cout);
  telemetry_options const telemetry(given);
  require_question_or_conversation(given);
  if (given.count("trace") != 0) require_output(given["trace"].as<std::string>(), inputs_of(given));
  t2s::chrome_trace trace;
  std::optional<ask_session> session;
  auto const status = answer_all(given, [&](std::string const& question, std::vector<t2s::turn>& turns) {
    // Before there is a trace to write: options that name one file for two purposes are refused, and no file is written.
    if (!session) session.emplace(given, telemetry, trace, given.count("show-prompts") != 0 ? &prompts : nullptr);
    auto found = with_trace(given, trace, [&] { return session->ask(question, turns); });
    add_turn(turns, question, found);
    if (!as_json) found = after_asking_back(std::move(found));
    if (as_json)
      std::cout << json_line(answer_json(found, session->pipeline(), as_chart)) << "\n";
    else if (as_csv)
      print_rows(found, on_errors);
    else
      print_answer(found, on_output, as_chart);
    return status_of(found);
  });
  if (session) session->keep_learnt();  // last: its failure must not lose an answer
  return status;
}

}  // namespace cli
