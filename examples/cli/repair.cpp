// SPDX-License-Identifier: BSL-1.0
// t2s repair: corrects SQL without a model, one statement or a file of predictions.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "access_options.hpp"
#include "advice.hpp"
#include "answer_json.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "lexicon_options.hpp"
#include "long_questions.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "prediction_files.hpp"
#include "side_by_side.hpp"
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

json::object outcome_json(t2s::repair::repair_outcome const& done) {
  json::array steps;
  std::vector<t2s::link::unread_part> not_read;
  for (auto const& s : done.steps) {
    steps.push_back({{"kind", name_of(s.what)}, {"why", json_text(s.why)}, {"sql", json_text(s.sql)}});
    not_read.insert(not_read.end(), s.not_read.begin(), s.not_read.end());
  }
  json::object o{{"sql", json_text(done.sql)},
                 {"repaired", done.repaired()},
                 {"steps", std::move(steps)},
                 {"not_read", not_read_json(not_read)},
                 {"rows", nullptr},
                 {"error", nullptr},
                 {"executed", done.executed}};
  auto const& gave = done.execution;
  if (gave && gave->failure)
    o["error"] = {{"code", t2s::name_of(gave->failure->code)},
                  {"message", json_text(gave->failure->message)},
                  {"remedy", json_text(gave->failure->remedy)}};
  else if (gave)
    o["rows"] = gave->rows.values.size();
  return o;
}

/// A statement with more rows than are read still runs.
bool fails(t2s::repair::repair_outcome const& done) {
  return done.execution && done.execution->failure && done.execution->failure->code != t2s::errc::row_limit;
}

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

struct repaired_database {
  std::shared_ptr<t2s::knowledge::lexicon const> names{};
  std::once_flag read{};
};

/// The part of a prediction that is written: the rows of a whole data set would not fit.
struct repaired_prediction {
  std::string sql{}, json{};
  bool repaired = false, fails = false;
};

/// Repairs the predictions of one file, on several threads.
class repair_shop {
 public:
  repair_shop(ev::data_set const& data, std::string const& predictions, t2s::repair::repair_options rules, lexicon_options words)
      : databases_(data.databases),
        rules_(rules),
        words_(std::move(words)),
        questions_(questions_in(data.questions)),
        predictions_(predictions_for(predictions, questions_)) {
    leave_out_long_questions(data.questions, questions_.questions, "its prediction is repaired without it");
    for (std::size_t i = 0; i < predictions_.predictions.size(); ++i) {
      auto const& name = questions_.questions[i].database;
      static_cast<void>(path_of(name));
      shared_[name];
    }
    done_.resize(predictions_.predictions.size());
  }

  void run(std::size_t jobs) {
    side_by_side(done_.size(), jobs, [this] { return [this, open = connections()](std::size_t i) mutable { repair(i, open); }; });
  }

  [[nodiscard]] std::vector<std::string> databases() const {
    std::vector<std::string> paths;
    for (auto const& [name, unused] : shared_) paths.push_back(path_of(name));
    return paths;
  }

  /// Writes one SQL a line; unchanged ones stay as they were.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (auto const& d : done_) all.append(d.sql).append("\n");
    return all;
  }

  [[nodiscard]] std::string json_lines() const {
    std::string all;
    for (auto const& d : done_) all.append(d.json).append("\n");
    return all;
  }

  /// "1034 predictions: 961 left as they are, 71 repaired, 2 fail still": each is counted once.
  [[nodiscard]] std::string summary() const {
    auto const failing = std::ranges::count_if(done_, &repaired_prediction::fails);
    auto const repaired = std::ranges::count_if(done_, [](auto const& d) { return d.repaired && !d.fails; });
    std::string s = counted(done_.size(), "prediction");
    s.append(": ").append(std::to_string(std::ssize(done_) - repaired - failing)).append(" left as they are, ");
    s.append(std::to_string(repaired)).append(" repaired, ").append(std::to_string(failing)).append(" fail still");
    return s;
  }

 private:
  using connections = std::map<std::string, t2s::db::any_connection>;

  [[nodiscard]] std::string path_of(std::string const& name) const { return database_file(databases_, name); }

  void repair(std::size_t i, connections& open) {
    auto const& asked = questions_.questions[i];
    auto& database = opened(open, asked.database, [&] { return path_of(asked.database); });
    auto& shared = shared_.at(asked.database);
    std::call_once(shared.read, [&] { shared.names = words_.read(database); });
    auto const question = t2s::asked_text(asked);
    auto const done = t2s::repair::repairer{shared.names, rules_}.repair(database, predictions_.predictions[i].sql, question);
    auto const sql = one_line_sql(done.sql);
    auto told = outcome_json(done);
    told["question"] = json_text(asked.question);
    told["db_id"] = json_text(asked.database);
    done_[i] = {t2s::text::trim(sql).empty() ? "SELECT NULL" : sql, json::serialize(told), done.repaired(), fails(done)};
  }

  ev::database_folders databases_;
  t2s::repair::repair_options rules_;
  lexicon_options words_;
  ev::gold_set questions_;
  ev::prediction_set predictions_;
  std::map<std::string, repaired_database> shared_{};
  std::vector<repaired_prediction> done_{};
};

int repair_file(po::variables_map const& given) {
  for (auto const* needed : {"data", "predictions", "out"})
    if (given.count(needed) == 0)
      throw usage_error(std::string("--") + needed + " is missing; a file of predictions is repaired with --data, --predictions and --out");
  auto const data = open_data(given);
  auto const predictions = given["predictions"].as<std::string>(), out = given["out"].as<std::string>();
  auto inputs = data.questions;
  inputs.push_back(predictions);
  require_output(out, inputs);
  repair_shop shop(data, predictions, rules_of(given), lexicon_options(given));
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
      "repair --db FILE [--question Q] [SQL]  or  repair --data DIR --predictions FILE --out FILE",
      "Corrects SQL without a model: names, joins, texts that no row has, aggregates, functions of other dialects, what was cut off.\n"
      "A statement, as the last word or on standard input, is printed with the reason of each repair. A file of predictions, one a\n"
      "line, is repaired with the questions of the data set. What runs and returns rows is left alone, unless --aggressive.\n"
      "docs/repair.md says how, and what it gains. Exit status 1 if the statement still fails. Databases are only read.");
  auto const file = [] { return po::value<std::string>()->value_name("FILE"); };
  auto const folder = [] { return po::value<std::string>()->value_name("DIR"); };
  auto add = o.described.add_options();
  add("db", a_database(), what_databases);
  add("question", po::value<std::string>()->value_name("Q"), "what the statement is to answer: it decides among repairs");
  add("sql", po::value<std::string>()->value_name("SQL"), "the statement, in quotes (default: standard input)");
  add("data", folder(), "the data set of a file of predictions");
  add("predictions", file(), "predictions, one SQL a line, or in another form that t2s evaluate reads");
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

int repair(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!repair_options().read(words, given)) return answered;
  bool const one = given.count("db") != 0, many = given.count("data") != 0 || given.count("predictions") != 0;
  if (one && many) throw usage_error("--db is for one statement, --data and --predictions for a file: give one or the other");
  if (!one && !many) throw usage_error("which database? give --db FILE, or --data DIR for a file of predictions");
  using names = std::vector<char const*>;
  for (auto const* other : one ? names{"out", "questions", "databases", "jobs"} : names{"sql", "question", "rules", "role", "parameter"})
    if (given.count(other) != 0)
      throw usage_error(std::string(other) == "sql" ? "t2s repair takes one file of predictions at a time: \"" +
                                                          given["sql"].as<std::string>() + "\" is one word too many"
                                                    : std::string("--") + other + " cannot be used with " + (one ? "--db" : "--data"));
  return one ? repair_one(given) : repair_file(given);
}

}  // namespace cli
