// SPDX-License-Identifier: BSL-1.0
#include "predictor.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <exception>
#include <iostream>
#include <thread>
#include <utility>

#include "advice.hpp"
#include "answer_json.hpp"
#include "data_options.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

/// A question of BIRD's comes with what it takes for granted.
std::string asked_text(t2s::retrieve::demonstration const& q) {
  return q.evidence.empty() ? q.question : q.question + " Evidence: " + q.evidence;
}

}  // namespace

std::vector<std::string> files_of(t2s::evaluation::data_set const& from) {
  auto all = from.questions;
  all.insert(all.end(), from.demonstrations.begin(), from.demonstrations.end());
  return all;
}

predictor::predictor(t2s::evaluation::data_set const& from, prediction_load load, model_options const& settings,
                     pipeline_options const& pipeline)
    : settings_(settings),
      local_(pipeline.local()),
      seed_(pipeline.seed()),
      databases_(from.databases),
      questions_(std::move(load.questions)) {
  asking opening(settings, local_, seed_);
  bool const shown = pipeline.uses("demonstrations");
  if (shown && load.shown.demonstrations.empty())
    std::cerr << "t2s: the data set has no train.json: the demonstrations that come with t2s are used; --demonstrations names others\n";
  offered with;
  if (shown) with.pool = demonstrations_or_shipped(load.shown.demonstrations);
  with.pool.resize(std::min(load.demonstrations, with.pool.size()));
  with.tables = load.shown.tables;
  with.databases = load.shown.databases;
  with.descriptions = from.descriptions;
  with.gold = gold_of_questions();
  system_ = pipeline.open(opening, std::move(with));
  for (auto const& q : questions_) ++shared_[q.database].left;
  for (auto const& [name, unused] : shared_) static_cast<void>(path_of(name));
  for (auto const& q : questions_) answers_.emplace_back().asked = t2s::question(asked_text(q));
}

void predictor::run(std::size_t jobs, progress_shown shown) {
  progress bar(shown == progress_shown::yes ? questions_.size() : 0);
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(jobs, questions_.size()); ++i) threads.emplace_back([this, &bar] { work(bar); });
  work(bar);
}

void predictor::keep_learnt() {
  std::vector<asked_of> asked;
  for (auto const& q : questions_) asked.push_back({q.database, asked_text(q)});
  system_->keep_learnt(asked);
}

std::size_t predictor::cut_answers() const {
  std::size_t n = 0;
  for (auto const& a : answers_) n += a.spent.cut_answers;
  return n;
}

std::vector<std::string> predictor::inputs(t2s::evaluation::data_set const& from) const {
  auto paths = files_of(from);
  for (auto const& [name, unused] : shared_) paths.push_back(path_of(name));
  return paths;
}

std::string predictor::text() const {
  std::string all;
  for (auto const& a : answers_) all += one_line_sql(a.has_sql() ? a.sql() : "SELECT NULL") + "\n";
  return all;
}

std::string predictor::json_lines(bool timed) const {
  std::string all;
  for (auto const& a : answers_) {
    auto run = run_json(a);
    if (!timed) run.erase("seconds");
    if (!timed && !a.has_sql()) run["sql"] = "";  // no statement, and no SELECT NULL, which executes
    all += boost::json::serialize(run) + "\n";
  }
  return all;
}

std::size_t predictor::without_sql() const {
  return static_cast<std::size_t>(std::ranges::count_if(answers_, [](auto const& a) { return !a.has_sql(); }));
}

std::string predictor::path_of(std::string const& database) const { return database_file(databases_, database); }

/// Takes questions until none is left, or what failed concerns all of them. What is thrown before a question is taken ends the work of all
/// threads.
void predictor::work(progress& bar) try {
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
} catch (...) {
  failures_.end(std::current_exception());
}

void predictor::answer(std::size_t i, connections& open, asking& model) {
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
gold_questions predictor::gold_of_questions() const {
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

}  // namespace cli
