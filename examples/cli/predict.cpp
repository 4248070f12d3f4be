// SPDX-License-Identifier: BSL-1.0
// t2s predict: writes one SQL a line for the questions of a file.
#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "advice.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "interruption.hpp"
#include "kept_items.hpp"
#include "long_questions.hpp"
#include "long_work.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "prediction_entries.hpp"
#include "predictor.hpp"
#include "shard.hpp"
#include "table.hpp"
#include "telemetry_options.hpp"
#include "wording.hpp"
#include "work_header.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
using seconds = std::chrono::duration<double>;

/// Names the questions that failed.
void print_failures(predictor const& p, file_names const& questions) {
  constexpr std::size_t most = 20;
  auto const all = p.failures().all();
  std::size_t shown = 0;
  for (auto const& [i, what] : all) {
    if (shown++ == most) break;
    std::cerr << "t2s: " << named_question(questions, i, p.question(i)) << ": " << for_terminal(what.text()) << "\n";
  }
  if (all.size() > most) std::cerr << "t2s: ... and " << all.size() - most << " more\n";
}

void print_summary(prediction_totals const& of, std::size_t failed, seconds took, std::string const& out) {
  std::cerr << counted(of.questions, "question") << " in " << spoken(took);
  if (of.questions > 0) std::cerr << " (" << spoken(took / static_cast<double>(of.questions)) << " a question)";
  std::cerr << of.unanswered();
  if (failed > 0) std::cerr << ", " << failed << " failed";
  std::cerr << ", written to " << printable(out) << "\n";
  if (of.cut_off > 0)
    std::cerr << of.cut_off << " answers of the model were cut off where their tokens ended; allow more with --max-tokens\n";
  if (of.cut_answers > 0)
    std::cerr << "cut to " << t2s::limits().answer_bytes << " bytes: " << counted(of.cut_answers, "answer") << " of the model\n";
}

/// Predictions from the options to the file.
class prediction_run {
 public:
  prediction_run(po::variables_map const& given, std::vector<std::string> const& words)
      : given_(given),
        jobs_(jobs_of(given)),
        limit_(whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max())),
        part_(shard_of(given)),
        from_(open_data(given)),
        out_(given["out"].as<std::string>()),
        place_(part_ ? part_->file_of(out_) : out_),
        settings_(checked_first(), purpose::runs),
        pipeline_(given, settings_, "few-shot-corrected"),  // the model alone: its failures must not look like its answers
        predictor_(from_, load(), settings_, pipeline_),
        telemetry_(given),
        items_(part_ ? part_->of_items(predictor_.size()) : item_range{0, predictor_.size()}) {
    predictor_.tell(telemetry_);
    if (given_.count("ask-back") != 0) predictor_.ask_back();
    if (given_.count("gold-turns") != 0) predictor_.show_gold_turns();
    predictor_.open();
    require_output(place_, predictor_.inputs(from_));
    require_order();
    keep(words);
  }

  int run() {
    auto const begin = std::chrono::steady_clock::now();
    predictor_.run(*kept_, {items_, predictor_.in_order() || is_turn_by_turn() ? 1 : jobs_, stop_by_signal()}, given_.count("times") != 0);
    print_failures(predictor_, from_.questions);
    auto const done = kept_->count(items_);
    if (signal_seen() != 0 && done < items_.size()) throw interrupted(interruption_text(*kept_, items_, "question"));
    auto const took = std::chrono::steady_clock::now() - begin;
    if (part_)
      note_shard(*part_, *kept_, items_, "question", out_);
    else if (done + predictor_.answered() > 0 || !predictor_.failures().over())
      write(took);
    return status(done);
  }

 private:
  /// Checks the output before anything is opened.
  [[nodiscard]] po::variables_map const& checked_first() const {
    require_output(place_, files_of(from_));
    if (part_ && !is_replaced(place_)) throw usage_error("--shard needs an output that is a file: shards are joined later");
    if (given_.count("ask-back") != 0 && form_of(out_) != prediction_form::record)
      throw usage_error("--ask-back needs an --out that ends in .jsonl: one SQL a line has no place for a question");
    return given_;
  }

  [[nodiscard]] prediction_load load() const {
    prediction_load all{read_questions(from_.questions), from_};
    all.questions.resize(std::min(limit_, all.questions.size()));
    return all;
  }

  void require_order() const {
    if (part_ && learns())
      throw usage_error("questions learn from each other, so one run must answer all: leave --shard out, or the setting and --knowledge");
    if (predictor_.converses() && form_of(out_) != prediction_form::record)
      throw usage_error("conversations need an --out that ends in .jsonl: one SQL a line does not say where one ends");
    if (part_ && is_turn_by_turn()) throw usage_error("--shard would cut conversations: leave it out, or give --gold-turns");
    if (!predictor_.in_order()) return;
    if (given_.count("jobs") != 0 && jobs_ > 1)
      throw usage_error("questions that learn from each other are asked one at a time: leave --jobs out, or the setting");
  }

  /// Whether a question needs the answers to those before it.
  [[nodiscard]] bool is_turn_by_turn() const { return predictor_.converses() && given_.count("gold-turns") == 0; }

  [[nodiscard]] bool learns() const { return predictor_.in_order() || given_.count("knowledge") != 0; }

  /// A journal lacks what questions taught, so after an interruption all are asked again.
  void keep(std::vector<std::string> const& words) {
    if (part_ && !is_replaced(out_)) throw usage_error("--shard needs an --out that is a file: " + out_ + " is a pipe or a device");
    if (learns() || !is_replaced(place_)) {
      kept_.emplace(predictor_.size());
      return;
    }
    work_header about{"predict", predictor_.size(), {}, {}, part_, ".journal", words};
    about.add_options(given_);
    about.settings["pipeline"] = std::string(pipeline_.chosen().name);
    about.add_data(from_);
    if (pipeline_.uses("demonstrations")) about.add_files("demonstrations", from_.demonstrations);
    about.add_databases(from_.databases, predictor_.database_ids(), false);
    kept_.emplace(part_ ? place_ : out_ + ".journal", about.text(), predictor_.size(), given_.count("restart") != 0);
    note_kept(*kept_, items_, "question");
  }

  void write(seconds took) {
    auto const totals = write_predictions(out_, *kept_, items_, form_of(out_), [this](std::size_t i) { return predictor_.unanswered(i); });
    print_summary(totals, predictor_.failures().all().size(), took, out_);
    if (kept_->count(items_) == items_.size()) kept_->remove();
    predictor_.keep_learnt();  // after the answers, which its failure must not lose
  }

  /// Ends as the work did. Answers cost time and money, so they are written before.
  [[nodiscard]] exit_code status(std::size_t done) const {
    auto const& failed = predictor_.failures();
    if (!failed.over()) return failed.all().empty() ? answered : ask_again();
    auto const with_drafts = done + predictor_.answered();
    if (with_drafts > 0 && !part_)
      std::cerr << "t2s: stopped after " << done << " of " << counted(items_.size(), "question") << "; the others are SELECT NULL in "
                << printable(out_) << "\n";
    if (with_drafts > 0) ask_again();
    std::rethrow_exception(failed.ending());
  }

  exit_code ask_again() const {
    if (kept_->lasts())
      std::cerr << "t2s: the same command asks only the rest; what was answered is in " << printable(kept_->path()) << "\n";
    else if (settings_.is_plain())
      std::cerr << "t2s: with --cache FILE, or --replay FILE --record FILE, a further run need not ask again what was answered\n";
    return infrastructure;
  }

  po::variables_map const& given_;
  std::size_t jobs_, limit_;
  std::optional<shard> part_;
  t2s::evaluation::data_set from_;
  std::string out_, place_;
  model_options settings_;
  pipeline_options pipeline_;
  predictor predictor_;
  telemetry_options telemetry_;
  item_range items_;
  std::optional<kept_items> kept_{};
};

options predict_options() {
  options o(
      "predict --data DIR --out FILE [options]",
      "Writes one SQL a line for every question of a file in Spider's or BIRD's format: offline, or with --llm by asking a model;\n"
      "--pipeline chooses how.\n"
      "A question without SQL becomes SELECT NULL. The output is written when all questions are done, and does not depend on --jobs.\n"
      "Until then answers are kept in OUT.journal: after an interruption of any kind the same command goes on from there.\n"
      "Questions for which the model fails are named, and the exit status is 3; what fails for all of them ends the run.");
  auto add = o.described.add_options();
  add("data", a_folder()->required(), "the data set");
  add("out", a_file()->required(), "where to write; a name that ends in .jsonl gets every round and its cost");
  add("questions", a_file(), "questions (default: DIR/dev.json)");
  add("demonstrations", a_file(),
      "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: DIR/train.json, or\n"
      "if it has none those that come with t2s)");
  describe_databases(o.described);
  describe_jobs(o.described);
  describe_shard(o.described);
  add("restart", "forget what an interrupted run has kept");
  add("times", "say in .jsonl how long each question took, which differs from run to run");
  add("ask-back",
      "where an answer is uncertain and readings of the question have other results, .jsonl has the question to ask back and its options");
  add("limit", a_number(), "only the first N questions");
  add("gold-turns", "of conversations (SParC, CoSQL): a turn is shown the gold SQL of those before it, not the answers");
  pipeline_options::describe(o.described);
  model_options::describe(o.described, purpose::runs);
  telemetry_options::describe(o.described);
  return o;
}

}  // namespace

int predict(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!predict_options().read(words, given)) return answered;

  return prediction_run(given, words).run();
}

}  // namespace cli
