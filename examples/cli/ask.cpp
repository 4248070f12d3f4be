// SPDX-License-Identifier: BSL-1.0
// t2s ask: one question, answered over a database.
#include <boost/json.hpp>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "advice.hpp"
#include "answer_json.hpp"
#include "asking.hpp"
#include "command.hpp"
#include "output_file.hpp"
#include "shipped_pool.hpp"
#include "t2s/core/chrome_trace.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/systems/offline.hpp"
#include "table.hpp"

namespace cli {
namespace {

constexpr std::size_t rows_shown = 40;

std::vector<t2s::retrieve::demonstration> read_pool(po::variables_map const& given) {
  if (given.count("demonstrations") != 0) return t2s::retrieve::read_pool(given["demonstrations"].as<std::string>());
  return t2s::retrieve::parse_pool(shipped_pool(), "the shipped demonstrations");
}

void print_outcome(t2s::db::execution const& outcome) {
  if (outcome.failure) {
    std::cout << "  fails: " << told(outcome.failure->text()) << "\n";
    return;
  }
  auto const rows = outcome.rows.values.size();
  std::cout << "  gives " << rows << (rows == 1 ? " row\n" : " rows\n");
}

/// Every attempt: its SQL, where it comes from, what it gave, and what was said about it.
void print_trail(t2s::answer const& a) {
  for (std::size_t i = 0; i < a.revisions.size(); ++i) {
    auto const& attempt = a.revisions[i];
    std::cout << (i == 0 ? "Draft" : "Revision " + std::to_string(i)) << "\n  " << printable(attempt.tried.sql) << "\n";
    if (!attempt.tried.why.empty()) std::cout << "  (" << printable(attempt.tried.why) << ")\n";
    if (attempt.outcome) print_outcome(*attempt.outcome);
    for (auto const& remark : attempt.remarks) std::cout << "  " << remark.stage << ": " << printable(remark.text) << "\n";
  }
  std::cout << "Stopped: " << told(a.stopped) << "\n";
}

bool is_answered(t2s::answer const& a) { return a.has_sql() && a.outcome() && a.outcome()->ok(); }

void print_answer(t2s::answer const& a) {
  print_trail(a);
  if (!a.has_sql()) {
    std::cout << "\nNo SQL was found.\n";
    return;
  }
  if (!is_answered(a)) {
    std::cout << "\nNo SQL that runs was found.\n";
    return;
  }
  std::cout << "\n" << printable(a.sql()) << "\n\n";
  print_table(std::cout, a.outcome()->rows, rows_shown);
}

/// By the model that the options describe, or offline without one.
run_end answer(po::variables_map const& given, model_options const& settings, std::string const& question, t2s::chrome_trace& trace) {
  t2s::require_question(question, t2s::limits().question_bytes);  // before the database is read
  t2s::db::sqlite_connection database(given["db"].as<std::string>());
  auto names = t2s::link::read_lexicon(database);
  if (!settings.present()) {
    auto const pool = std::make_shared<t2s::retrieve::skeleton_index const>(read_pool(given));
    auto const offline = t2s::systems::make_offline(std::move(names), pool);
    t2s::llm::no_model model;
    return {offline.run(t2s::context(model, database, {}, trace.add_track(question)), question), {}};
  }
  asking model(settings);
  auto const pool = model.prepared(read_pool(given));
  auto end = model.few_shot(std::move(names), pool, database, question, trace.add_track(question));
  if (model.cut_off() > 0) std::cerr << cut_off_warning;
  return end;
}

/// Says what failed, if anything did.
exit_code status_of(run_end const& end) {
  if (end.failed) std::cerr << "t2s: the model failed in a revision: " << told(end.failed->text()) << "\n";
  if (is_answered(end.given)) return answered;
  return end.failed ? infrastructure : no_sql;
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

}  // namespace

int ask(std::vector<std::string> const& words) {
  options o("ask --db FILE [options] QUESTION",
            "Answers a question over an SQLite file and prints the trail of revisions, the SQL and its rows: offline, or with --llm by\n"
            "asking a model with similar questions as demonstrations. The file is only read. Exit status 1 if no SQL that runs was found.");
  o.described.add_options()("help,h", "print this help")("db", po::value<std::string>()->required()->value_name("FILE"), "SQLite database")(
      "demonstrations", po::value<std::string>()->value_name("FILE"),
      "question and SQL pairs, Spider's or BIRD's JSON (default: those that come with t2s)")("json", "print one JSON object")(
      "trace", po::value<std::string>()->value_name("FILE"), "write the spans of the run in Chrome's trace format")(
      "question", po::value<std::string>()->required()->value_name("QUESTION"), "the question, in quotes");
  model_options::describe(o.described, purpose::runs);
  o.positional.add("question", 1);
  po::variables_map given;
  if (!o.read(words, given)) return answered;

  bool const traced = given.count("trace") != 0;
  if (traced) require_output(given["trace"].as<std::string>(), inputs_of(given));
  t2s::chrome_trace trace;
  model_options const settings(given, purpose::runs);
  auto const keep_trace = [&] {
    if (traced) write_trace(given["trace"].as<std::string>(), trace);
  };
  run_end end;
  try {
    end = answer(given, settings, given["question"].as<std::string>(), trace);
  } catch (...) {
    keep_trace();  // most wanted where the run failed
    throw;
  }
  keep_trace();
  if (given.count("json") != 0)
    std::cout << boost::json::serialize(answer_json(end.given)) << "\n";
  else
    print_answer(end.given);
  return status_of(end);
}

}  // namespace cli
