// SPDX-License-Identifier: BSL-1.0
// t2s repair: corrects SQL without a model, one statement or a file of predictions.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "access_options.hpp"
#include "advice.hpp"
#include "command.hpp"
#include "comparison_option.hpp"
#include "data_options.hpp"
#include "lexicon_options.hpp"
#include "long_questions.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "prediction_files.hpp"
#include "repair_evaluation.hpp"
#include "repair_shop.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/parse.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
namespace ev = t2s::evaluation;

t2s::repair::repair_options rules_of(po::variables_map const& given) {
  t2s::repair::repair_options rules;
  rules.dialects = t2s::sql::other_dialects;
  rules.aggressive = given.count("aggressive") != 0;
  return rules;
}

// ---- one statement

std::string statement_of(po::variables_map const& given) {
  if (given.count("sql") != 0) return given["sql"].as<std::string>();
  std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  if (std::ferror(stdin) != 0)
    throw t2s::error(t2s::errc::file_unreadable, "standard input cannot be read", "give the statement in quotes: t2s repair --db FILE SQL");
  if (t2s::text::trim(text).empty())
    throw usage_error("there is no statement; give it in quotes, or on standard input: t2s repair --db FILE SQL");
  return text;
}

bool has_parameters(std::string const& sql) {
  auto const parsed = t2s::sql::parse(sql);
  return parsed && !t2s::sql::all_of(parsed->root(), t2s::sql::kind::parameter).empty();
}

void print_outcome(t2s::repair::repair_outcome const& done, bool in_sqlite) {
  std::cout << printable_lines(done.sql) << "\n";
  for (auto const& s : done.steps) {
    std::cout << "  " << name_of(s.what) << ": " << printable(s.why) << "\n";
    for (auto const& part : s.not_read)
      if (part.matters()) std::cout << "    not read: \"" << printable(part.text) << "\"\n";
  }
  if (fails(done)) std::cout << "  it fails: " << for_terminal(done.execution->failure->text()) << "\n";
  if (!done.repaired()) std::cout << (fails(done) ? "  no repair that the database supports was found\n" : "  left as it is\n");
  if (in_sqlite && has_parameters(done.sql)) std::cout << "  its parameters (?) are NULL\n";
  if (fails(done) || !done.execution) return;
  if (done.execution->failure)
    std::cout << "  returns more rows than are read\n";
  else
    std::cout << "  returns " << counted(done.execution->rows.values.size(), "row") << "\n";
}

int repair_one(po::variables_map const& given) {
  auto const question = text_of(given, "question");
  if (!question.empty()) t2s::require_question(question, t2s::limits().question_bytes);
  auto database = open_restricted(given["db"].as<std::string>(), {}, access_of(given));
  auto const sql = statement_of(given);
  t2s::repair::repairer const rules{lexicon_options(given).read(database), rules_of(given)};
  auto const done = rules.repair(database, sql, question);
  if (given.count("json") != 0)
    std::cout << json_line(outcome_json(done)) << "\n";
  else
    print_outcome(done, database.schema().sql_dialect() == t2s::sql::dialect::sqlite);
  return fails(done) ? no_sql : answered;
}

// ---- a file of predictions

int repair_file(po::variables_map const& given) {
  for (auto const* needed : {"data", "predictions", "out"})
    if (given.count(needed) == 0)
      throw usage_error(std::string("--") + needed + " is missing; a file of predictions is repaired with --data, --predictions and --out");
  auto const data = open_data(given);
  auto const predictions = given["predictions"].as<std::string>(), out = given["out"].as<std::string>();
  auto inputs = data.questions;
  inputs.push_back(predictions);
  require_output(out, inputs);
  auto questions = questions_in(data.questions);
  leave_out_long_questions(data.questions, questions.questions, "its prediction is repaired without it");
  auto wrong = predictions_for(predictions, questions);
  repair_shop shop(data.databases, std::move(questions), std::move(wrong), rules_of(given), lexicon_options(given));
  require_output(out, shop.databases());
  auto const begin = std::chrono::steady_clock::now();
  shop.run(jobs_of(given));
  bool const lines = given.count("json") != 0 || fs::path(out).extension() == ".jsonl";
  write_whole(out, lines ? shop.json_lines() : shop.text());
  std::cerr << shop.summary() << ", in " << spoken(std::chrono::steady_clock::now() - begin) << ", written to " << printable(out) << "\n";
  return answered;
}

options repair_options() {
  options o(
      "repair --db FILE [--question Q] [SQL]  or  repair --data DIR --predictions FILE --out FILE  or  repair --eval FILE --databases DIR",
      "Corrects SQL without a model: names, joins, texts that no row has, aggregates, functions of other dialects, what was cut off.\n"
      "A statement, as the last word or on standard input, is printed with the reason of each repair. A file of predictions, one a\n"
      "line, is repaired with the questions of the data set. What runs and returns rows is left alone, unless --aggressive. --eval scores\n"
      "repair on a set of wrong SQL with corrections, in the form of BIRD-CRITIC.\n"
      "docs/repair.md says how, and what it gains. Exit status 1 if the statement still fails. Databases are only read.");
  auto const file = [] { return po::value<std::string>()->value_name("FILE"); };
  auto const folder = [] { return po::value<std::string>()->value_name("DIR"); };
  auto add = o.described.add_options();
  add("db", a_database(), what_databases);
  add("question", po::value<std::string>()->value_name("Q"), "what the statement is to answer: it decides among repairs");
  add("sql", po::value<std::string>()->value_name("SQL"), "the statement, in quotes (default: standard input)");
  add("data", folder(), "the data set of a file of predictions");
  add("predictions", file(), "predictions, one SQL a line, or in another form that t2s evaluate reads");
  add("eval", file(), "issues with their wrong and their right SQL, as BIRD-CRITIC's JSON Lines: how many are fixed");
  describe_comparison(o.described, "--eval: how results are compared", "strict");
  add("out", file(), "where the repaired predictions are written; a name that ends in .jsonl gets the reasons too");
  add("questions", file(), "questions (default: DIR/dev.json)");
  describe_databases(o.described);
  describe_jobs(o.described);
  add("aggressive", "also change statements that run and give rows");
  add("json", "one JSON object per statement, with the reasons");
  lexicon_options::describe(o.described);
  describe_rules(o.described);
  o.positional.add("sql", 1);
  return o;
}

}  // namespace

namespace {

using names = std::vector<char const*>;

/// The options that belong to other forms of the command.
names foreign_to(po::variables_map const& given) {
  if (given.count("eval") != 0) return {"db", "data", "predictions", "questions", "json", "sql", "question", "rules", "role", "parameter"};
  if (given.count("db") != 0) return {"out", "questions", "databases", "jobs", "compare"};
  return {"sql", "question", "rules", "role", "parameter", "compare"};
}

void require_one_form(po::variables_map const& given) {
  bool const one = given.count("db") != 0, many = given.count("data") != 0 || given.count("predictions") != 0;
  bool const scored = given.count("eval") != 0;
  if (one && many) throw usage_error("--db is for one statement, --data and --predictions for a file: give one or the other");
  if (!one && !many && !scored) throw usage_error("which database? give --db FILE, or --data DIR for a file of predictions");
  auto const* const form = scored ? "--eval" : one ? "--db" : "--data";
  for (auto const* other : foreign_to(given)) {
    if (given.count(other) == 0) continue;
    throw usage_error(std::string(other) == "sql" ? "t2s repair takes one file of predictions at a time: \"" +
                                                        given["sql"].as<std::string>() + "\" is one word too many"
                                                  : std::string("--") + other + " cannot be used with " + form);
  }
}

}  // namespace

int repair(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!repair_options().read(words, given)) return answered;
  require_one_form(given);
  if (given.count("eval") != 0) return evaluate_repair(given, rules_of(given)), answered;
  return given.count("db") != 0 ? repair_one(given) : repair_file(given);
}

}  // namespace cli
