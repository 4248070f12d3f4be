// SPDX-License-Identifier: BSL-1.0
// t2s confidence: estimates without a model whether SQL is right, for one statement or for files of predictions.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <cstddef>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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
#include "t2s/core/detail/probability_text.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/offline/confidence/in_run.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace json = boost::json;
namespace ev = t2s::evaluation;

using pool = std::shared_ptr<t2s::retrieve::skeleton_index const>;

/// A database with the knowledge about it.
struct subject {
  subject(std::string const& path, lexicon_options const& words)
      : connection(open_database(path)), database(connection, words.prepare(connection)) {}

  t2s::db::any_connection connection;
  t2s::prepared<t2s::db::any_connection> database;

  /// Estimates the confidence of a question's statement.
  t2s::estimated estimate(std::string const& question, std::string const& sql, pool const& from, std::optional<double> agreement) {
    t2s::samples shown;
    if (from) {
      t2s::link::linked_question const linked(database.known<t2s::knowledge::lexicon>(), question);
      shown.demonstrations =
          t2s::retrieve::nearest_of(*from, t2s::retrieve::question_skeleton(linked.found.tokens, linked.found.masked()), 20);
    }
    t2s::llm::no_model model;
    return t2s::confidence::estimate_sql(t2s::context(model, database), question, sql, std::move(shown), {}, agreement);
  }
};

pool pool_of(std::vector<std::string> const& files) {
  return std::make_shared<t2s::retrieve::skeleton_index const>(demonstrations_or_shipped(files));
}

json::object estimate_json(t2s::estimated const& e) {
  json::array missing;
  for (auto const& m : e.missing) missing.push_back(json_text(m));
  return {{"confidence", std::round(e.confidence * 1000) / 1000}, {"uncertain", e.is_uncertain()}, {"missing", std::move(missing)}};
}

// ---- one statement

int estimate_one(po::variables_map const& given) {
  if (given.count("question") == 0 || given.count("sql") == 0)
    throw usage_error("give the statement and the question, each in quotes: t2s confidence --db FILE --sql SQL QUESTION");
  auto const question = given["question"].as<std::string>();
  t2s::require_question(question, t2s::limits().question_bytes);
  subject of(given["db"].as<std::string>(), lexicon_options(given));
  auto const e = of.estimate(question, given["sql"].as<std::string>(), pool_of(files_of(given, "demonstrations")), {});
  if (given.count("json") != 0) {
    std::cout << json_line(estimate_json(e)) << "\n";
  } else {
    std::cout << t2s::detail::probability_text(e.confidence) << (e.is_uncertain() ? " (uncertain)" : "") << "\n";
    for (auto const& m : e.missing) std::cout << "  " << for_terminal(m) << "\n";
  }
  return e.is_uncertain() ? no_sql : answered;
}

// ---- files

/// The statements of a file, one for each question, and their confidence.
struct estimated_file {
  std::string name{};
  ev::prediction_set set{};
  std::vector<t2s::estimated> found{};
  std::vector<bool> right{};  ///< by the official EX; empty if unknown
};

class estimating {
 public:
  explicit estimating(po::variables_map const& given)
      : data_(open_data(given)),
        questions_(questions_in(data_.questions)),
        pool_(pool_of(data_.demonstrations)),
        words_(given),
        together_(given.count("together") != 0),
        jobs_(jobs_of(given)) {
    for (auto const& path : given["predictions"].as<std::vector<std::string>>())
      files_.push_back({path, predictions_for(path, questions_), {}, {}});
    leave_out_long_questions(data_.questions, questions_.questions, "its answers get confidence 0");
    for (auto& f : files_) f.found.resize(questions_.questions.size());
    if (together_ && files_.size() < 2) throw usage_error("--together needs several files: name them with --predictions");
  }

  void run() {
    side_by_side(questions_.questions.size(), jobs_, [this] {
      return [this, open = std::map<std::string, std::unique_ptr<subject>>()](std::size_t i) mutable {
        auto const& name = questions_.questions[i].database;
        auto& at = open[name];
        if (!at) at = std::make_unique<subject>(database_file(data_.databases, name), words_);
        if (questions_.questions[i].question.empty()) return refuse(i);
        auto const agreement = together_ ? agreements(i, *at) : std::vector<std::optional<double>>(files_.size());
        for (std::size_t f = 0; f < files_.size(); ++f)
          files_[f].found[i] = at->estimate(questions_.questions[i].question, sql(f, i), pool_, agreement[f]);
      };
    });
    if (std::ranges::none_of(questions_.questions, [](auto const& q) { return q.sql.empty(); })) judge();
  }

  /// One object for each question and file.
  void write(std::string const& path) const {
    std::ostringstream out;
    for (auto const& f : files_)
      for (std::size_t i = 0; i < f.found.size(); ++i) {
        json::object o{{"file", json_text(f.name)}, {"question", i}, {"sql", json_text(f.set.predictions[i].sql)}};
        for (auto& [key, value] : estimate_json(f.found[i])) o[key] = std::move(value);
        if (!f.right.empty()) o["right"] = bool(f.right[i]);
        out << json_line(o) << "\n";
      }
    write_whole(path, out.str());
  }

  void print() const {
    std::cout << std::left << std::setw(28) << "file" << std::right << std::setw(9) << "mean" << std::setw(9) << "certain";
    if (!files_.front().right.empty())
      std::cout << std::setw(8) << "right" << std::setw(8) << "AUROC" << std::setw(7) << "ECE" << std::setw(7) << "AURC" << std::setw(16)
                << "certain right" << std::setw(12) << "85 % right";
    std::cout << "\n";
    for (auto const& f : files_) print_row(f);
  }

 private:
  [[nodiscard]] std::string const& sql(std::size_t file, std::size_t i) const { return files_[file].set.predictions[i].sql; }

  /// If a question cannot be read, it says nothing about any SQL.
  void refuse(std::size_t i) {
    for (auto& f : files_) f.found[i] = t2s::estimated(0, {"the question is empty or too long to be read"});
  }

  /// For each file, the share of the other files with the same result.
  [[nodiscard]] std::vector<std::optional<double>> agreements(std::size_t i, subject& at) const {
    std::vector<t2s::db::execution> outcomes;
    for (std::size_t f = 0; f < files_.size(); ++f) outcomes.push_back(at.connection.execute(sql(f, i)));
    std::vector<std::optional<double>> out;
    for (auto const& own : outcomes) {
      double same = 0;
      for (auto const& other : outcomes)
        if (&other != &own && own.ok() && other.ok() && t2s::db::same_answer(own.rows, other.rows)) ++same;
      out.emplace_back(same / static_cast<double>(files_.size() - 1));
    }
    return out;
  }

  void judge() {
    ev::evaluation_options how;
    how.wanted = {.ex = true, .em = false, .rounds = false};
    how.jobs = jobs_;
    ev::data_folders folders{data_.databases, {}, {}};
    folders.open = [](std::string const& written, t2s::db::statement_limits const& within) {
      t2s::db::any_options limits;
      limits.limits = within;
      return open_database(written, limits);
    };
    std::vector<ev::prediction_set> sets;
    for (auto const& f : files_) sets.push_back(f.set);
    auto const said = ev::evaluate(ev::read_gold(data_.questions), sets, folders, how);
    for (std::size_t f = 0; f < files_.size(); ++f)
      for (auto const& v : said.files[f].verdicts) files_[f].right.push_back(v.ex_single);
  }

  static void print_row(estimated_file const& f) {
    double sum = 0, certain = 0;
    std::vector<ev::judged_confidence> judged;
    for (std::size_t i = 0; i < f.found.size(); ++i) {
      sum += f.found[i].confidence;
      certain += f.found[i].is_uncertain() ? 0 : 1;
      if (!f.right.empty()) judged.push_back({f.found[i].confidence, f.right[i]});
    }
    auto const all = static_cast<double>(std::max<std::size_t>(f.found.size(), 1));
    std::cout << std::left << std::setw(28) << printable(f.name) << std::right << std::fixed << std::setprecision(3) << std::setw(9)
              << sum / all << std::setprecision(1) << std::setw(7) << 100 * certain / all << " %";
    if (!judged.empty()) {
      auto const right = static_cast<double>(std::ranges::count(judged, true, &ev::judged_confidence::right));
      auto const at = ev::point_of_minimum(judged, t2s::estimated::usual_minimum);
      std::cout << std::setw(6) << 100 * right / all << " %" << std::setprecision(3) << std::setw(8) << ev::area_under_roc(judged)
                << std::setw(7) << ev::expected_calibration_error(judged) << std::setw(7) << ev::area_under_risk_coverage(judged)
                << std::setprecision(1) << std::setw(14) << 100 * (1 - at.risk) << " %" << std::setw(10)
                << 100 * ev::point_of_risk(judged, 0.15).coverage << " %";
    }
    std::cout << "\n";
  }

  ev::data_set data_;
  ev::gold_set questions_;
  pool pool_;
  lexicon_options words_;
  bool together_;
  std::size_t jobs_;
  std::vector<estimated_file> files_{};
};

int estimate_files(po::variables_map const& given) {
  if (given.count("predictions") == 0) throw usage_error("--data needs --predictions FILE: the SQL to estimate");
  auto const out = text_of(given, "out");
  if (!out.empty()) require_output(out, given["predictions"].as<std::vector<std::string>>());
  estimating all(given);
  all.run();
  if (!out.empty()) all.write(out);
  all.print();
  return answered;
}

options confidence_options() {
  options o("confidence --db FILE --sql SQL QUESTION  or  confidence --data DIR --predictions FILE...",
            "Says how likely SQL gives what a question asks for, as a probability, and what speaks against it. No model is asked: the\n"
            "question is read, the SQL is executed and linted, and both are compared (docs/confidence.md). With --data it estimates files\n"
            "of predictions, and where the questions have gold SQL, how good the estimates are. Databases are only read.\n"
            "Exit status 1 if a statement is uncertain.");
  auto add = o.described.add_options();
  add("db", a_database(), what_databases);
  add("sql", a_word("SQL"), "the statement, in quotes");
  add("question", a_word("QUESTION"), "the question, in quotes");
  add("data", a_folder(), "the data set of the predictions");
  add("predictions", po::value<std::vector<std::string>>()->value_name("FILE")->multitoken()->composing(),
      "predictions, one SQL a line, or in another form that t2s evaluate reads; as often as wanted");
  add("together", "the files hold candidates for the same questions: agreement is evidence");
  add("questions", a_file(), "questions (default: DIR/dev.json)");
  add("demonstrations", a_file(), "question and SQL pairs (default: those of DIR, else those that come with t2s)");
  describe_databases(o.described);
  describe_jobs(o.described);
  lexicon_options::describe(o.described);
  add("out", a_file(), "with --data: write one JSON object per statement, as JSON Lines");
  add("json", "with --db: print one JSON object");
  o.positional.add("question", 1);
  return o;
}

}  // namespace

int confidence(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!confidence_options().read(words, given)) return answered;
  bool const one = given.count("db") != 0, many = given.count("data") != 0;
  if (one && many) throw usage_error("--db is for one statement, --data for files: give one or the other");
  if (!one && !many) throw usage_error("which database? give --db FILE, or --data DIR for files of predictions");
  for (auto const* other : {"predictions", "questions", "databases", "together", "out"})
    if (one && given.count(other) != 0) throw usage_error(std::string("--") + other + " cannot be used with --db");
  for (auto const* other : {"sql", "question", "json"})
    if (many && given.count(other) != 0) throw usage_error(std::string("--") + other + " cannot be used with --data");
  return one ? estimate_one(given) : estimate_files(given);
}

}  // namespace cli
