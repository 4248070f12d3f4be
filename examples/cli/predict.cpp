// SPDX-License-Identifier: BSL-1.0
// t2s predict: one SQL a line for the questions of a file.
#include <algorithm>
#include <atomic>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "advice.hpp"
#include "answer_json.hpp"
#include "asking.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "failed_questions.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "progress.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
using seconds = std::chrono::duration<double>;

struct files {
  std::string questions, demonstrations, databases, tables, out;  ///< no demonstrations: those that come with t2s

  [[nodiscard]] std::vector<std::string> inputs() const {
    return demonstrations.empty() ? std::vector{questions} : std::vector{questions, demonstrations};
  }
};

files files_of(po::variables_map const& given) {
  data_options const data(given);
  return {data.file("questions", "dev.json"), data.file_if_there("demonstrations", "train.json"), data.databases(),
          data.file_if_there("tables", "tables.json"), given["out"].as<std::string>()};
}

/// One database as its questions need it: a connection for each thread, what was read of it shared.
struct prepared {
  known_database known{};
  std::once_flag read{};
  std::atomic<std::size_t> left = 0;  ///< questions to be answered
};

/// Answers the questions of one file, on several threads at once.
class predictor {
 public:
  predictor(files const& f, std::size_t limit, model_options const& settings, pipeline_options const& pipeline)
      : settings_(settings),
        local_(pipeline.local()),
        seed_(pipeline.seed()),
        databases_(f.databases),
        questions_(read_questions(f.questions)) {
    asking opening(settings, local_, seed_);
    using pool = std::vector<t2s::retrieve::demonstration>;
    bool const shown = pipeline.uses("demonstrations");
    if (shown && f.demonstrations.empty())
      std::cerr << "t2s: the data set has no train.json: the demonstrations that come with t2s are used; --demonstrations names others\n";
    questions_.resize(std::min(limit, questions_.size()));
    offered with;
    with.pool = shown ? demonstrations_or_shipped(f.demonstrations) : pool();
    with.tables = f.tables;
    with.databases = f.databases;
    with.gold = gold_of_questions();
    system_ = pipeline.open(opening, std::move(with));
    for (auto const& q : questions_) ++shared_[q.database].left;
    for (auto const& [name, unused] : shared_) static_cast<void>(path_of(name));
    answers_.resize(questions_.size());
  }

  /// Whether questions are asked one at a time.
  [[nodiscard]] bool in_order() const { return system_->in_order(); }

  void run(std::size_t jobs) {
    progress bar(questions_.size());
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(jobs, questions_.size()); ++i) threads.emplace_back([this, &bar] { work(bar); });
    work(bar);
  }

  /// Keeps what was learnt, in the order of the questions. Throws where that cannot be written.
  void keep_learnt() {
    std::vector<asked_of> asked;
    for (auto const& q : questions_) asked.push_back({q.database, asked_text(q)});
    system_->keep_learnt(asked);
  }

  [[nodiscard]] failed_questions const& failures() const { return failures_; }
  [[nodiscard]] std::string const& question(std::size_t i) const { return questions_[i].question; }
  /// How many were answered, with SQL or without.
  [[nodiscard]] std::size_t answered() const { return answered_; }
  [[nodiscard]] std::size_t cut_off() const { return cut_off_; }
  /// How many answers of the model were longer than a run reads.
  [[nodiscard]] std::size_t cut_answers() const {
    std::size_t n = 0;
    for (auto const& a : answers_) n += a.spent.cut_answers;
    return n;
  }
  /// What was read.
  [[nodiscard]] std::vector<std::string> inputs(files const& f) const {
    auto paths = f.inputs();
    for (auto const& [name, unused] : shared_) paths.push_back(path_of(name));
    return paths;
  }

  /// One SQL a line.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (auto const& a : answers_) all += one_line_sql(a.has_sql() ? a.sql() : "SELECT NULL") + "\n";
    return all;
  }
  /// JSON Lines, with every round and what it cost.
  [[nodiscard]] std::string json_lines() const {
    std::string all;
    for (auto const& a : answers_) all += boost::json::serialize(run_json(a)) + "\n";
    return all;
  }
  [[nodiscard]] std::size_t size() const { return answers_.size(); }
  [[nodiscard]] std::size_t without_sql() const {
    return static_cast<std::size_t>(std::ranges::count_if(answers_, [](auto const& a) { return !a.has_sql(); }));
  }

 private:
  using connections = std::map<std::string, t2s::db::sqlite_connection>;

  [[nodiscard]] std::string path_of(std::string const& database) const { return database_file(databases_, database); }

  /// Takes questions until none is left, or what failed concerns all of them.
  void work(progress& bar) {
    connections open;
    asking model(settings_, local_, seed_);
    for (std::size_t i; !failures_.over() && (i = next_++) < questions_.size(); bar.step()) {
      try {
        answer(i, open, model);
      } catch (t2s::error const& e) {
        answers_[i].stopped = e.what();
        failures_.failed(i, e);
      } catch (...) {
        failures_.end(std::current_exception());
      }
      auto& shared = shared_.at(questions_[i].database);
      if (--shared.left == 0) shared.known = {};  // no question is left
    }
    cut_off_ += model.cut_off();
  }

  void answer(std::size_t i, connections& open, asking& model) {
    auto const& asked = questions_[i];
    auto& database = open.try_emplace(asked.database, path_of(asked.database)).first->second;
    auto& shared = shared_.at(asked.database);
    std::call_once(shared.read, [&] { shared.known = system_->read(model, database, asked.database); });
    auto given = system_->answer(model, shared.known, database, asked_text(asked), {});
    if (in_order()) system_->learn(model, shared.known, asked_text(asked));
    for (auto& attempt : given.revisions)
      if (attempt.outcome) attempt.outcome->rows = {};  // a whole data set's rows would not fit
    ++answered_;
    given.failed ? failures_.failed(i, t2s::error(*given.failed)) : failures_.answered();
    given.shown = {};  // rows of a prompt: those of all questions at once would fill the memory
    answers_[i] = std::move(given);
  }

  /// The gold SQL of the questions, where all have it. Of questions that are asked twice of a database the first one's counts.
  [[nodiscard]] gold_questions gold_of_questions() const {
    std::map<std::string, t2s::gold_answers> all;
    gold_questions gold;
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      auto const& q = questions_[i];
      if (q.sql.empty()) {
        gold.lacking = "question #" + std::to_string(i) + " (" + printable(q.question) + ") has none";
        return gold;
      }
      all[q.database].emplace(asked_text(q), q.sql);
    }
    for (auto& [database, answers] : all) gold.by_database[database] = std::make_shared<t2s::gold_answers const>(std::move(answers));
    gold.lacking.clear();
    return gold;
  }

  /// A question of BIRD's comes with what it takes for granted.
  static std::string asked_text(t2s::retrieve::demonstration const& q) {
    return q.evidence.empty() ? q.question : q.question + " Evidence: " + q.evidence;
  }

  model_options const& settings_;
  std::shared_ptr<local_vectors const> local_;
  std::uint64_t seed_;
  fs::path databases_;
  std::vector<t2s::retrieve::demonstration> questions_;
  std::unique_ptr<any_system> system_{};
  std::map<std::string, prepared> shared_{};
  std::vector<t2s::answer> answers_{};
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> answered_ = 0;
  std::atomic<std::size_t> cut_off_ = 0;
  failed_questions failures_{};
};

/// Names the questions that failed.
void print_failures(predictor const& p) {
  constexpr std::size_t most = 20;
  auto const all = p.failures().all();
  std::size_t shown = 0;
  for (auto const& [i, what] : all) {
    if (shown++ == most) break;
    std::cerr << "t2s: question #" << i << " (" << printable(p.question(i)) << "): " << for_terminal(what.text()) << "\n";
  }
  if (all.size() > most) std::cerr << "t2s: ... and " << all.size() - most << " more\n";
}

void print_summary(predictor const& p, seconds took, std::string const& out) {
  std::cerr << counted(p.size(), "question") << " in " << spoken(took);
  if (p.size() > 0) std::cerr << " (" << spoken(took / static_cast<double>(p.size())) << " a question)";
  std::cerr << ", " << p.without_sql() << " without SQL";
  if (auto const failed = p.failures().all().size(); failed > 0) std::cerr << ", " << failed << " failed";
  std::cerr << ", written to " << out << "\n";
  if (p.cut_off() > 0)
    std::cerr << p.cut_off() << " answers of the model were cut off where their tokens ended; allow more with --max-tokens\n";
  if (p.cut_answers() > 0)
    std::cerr << "cut to " << t2s::limits().answer_bytes << " bytes: " << counted(p.cut_answers(), "answer") << " of the model\n";
}

/// Ends as the work did: an answer of a model costs time and money, so what was answered is written before.
exit_code status_of(predictor const& p, model_options const& settings, std::string const& out) {
  if (p.failures().over()) {
    if (p.answered() == 0) std::rethrow_exception(p.failures().ending());
    std::cerr << "t2s: stopped after " << p.answered() << " of " << counted(p.size(), "question") << "; the others are SELECT NULL in "
              << out << "\n";
    if (settings.is_plain())
      std::cerr << "t2s: with --cache FILE, or --replay FILE --record FILE, a further run need not ask again what was answered\n";
    std::rethrow_exception(p.failures().ending());
  }
  return p.failures().all().empty() ? answered : infrastructure;
}

options predict_options() {
  options o(
      "predict --data DIR --out FILE [options]",
      "Writes one SQL a line for every question of a file in Spider's or BIRD's format: offline, or with --llm by asking a model;\n"
      "--pipeline chooses how.\n"
      "A question without SQL becomes SELECT NULL. The output is written when all questions are done, and does not depend on --jobs.\n"
      "Questions for which the model fails are named, and the exit status is 3; what fails for all of them ends the run.");
  auto add = o.described.add_options();
  add("data", a_folder()->required(), "the data set");
  add("out", a_file()->required(), "where to write; a name that ends in .jsonl gets every round and its cost");
  add("questions", a_file(), "questions (default: DIR/dev.json)");
  add("demonstrations", a_file(),
      "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: DIR/train.json, or\n"
      "if it has none those that come with t2s)");
  add("databases", a_folder(), "folder of ID/ID.sqlite (default: DIR/databases or DIR/database)");
  describe_jobs(o.described);
  add("limit", a_number(), "only the first N questions");
  pipeline_options::describe(o.described);
  model_options::describe(o.described, purpose::runs);
  return o;
}

}  // namespace

int predict(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!predict_options().read(words, given)) return answered;

  auto const jobs = jobs_of(given);
  auto const limit = whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max());
  auto const f = files_of(given);
  require_output(f.out, f.inputs());
  model_options const settings(given, purpose::runs);
  pipeline_options const pipeline(given, settings);
  predictor p(f, limit, settings, pipeline);
  require_output(f.out, p.inputs(f));
  auto const begin = std::chrono::steady_clock::now();
  if (p.in_order() && given.count("jobs") != 0 && jobs > 1)
    throw usage_error("questions that learn of each other are asked one at a time: leave --jobs out, or the setting");
  p.run(p.in_order() ? 1 : jobs);
  print_failures(p);
  if (p.answered() > 0 || !p.failures().over()) {
    write_whole(f.out, fs::path(f.out).extension() == ".jsonl" ? p.json_lines() : p.text());
    print_summary(p, std::chrono::steady_clock::now() - begin, f.out);
    p.keep_learnt();  // after the answers, which must not be lost for it
  }
  return status_of(p, settings, f.out);
}

}  // namespace cli
