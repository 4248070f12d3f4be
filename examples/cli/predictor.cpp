// SPDX-License-Identifier: BSL-1.0
#include "t2s/pipeline/detail/gold_answers.hpp"

#include "predictor.hpp"

#include <algorithm>
#include <iostream>
#include <utility>

#include "advice.hpp"
#include "data_options.hpp"
#include "open_database.hpp"
#include "prediction_entries.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
std::vector<std::string> files_of(t2s::evaluation::data_set const& from) {
  auto all = from.questions;
  all.insert(all.end(), from.demonstrations.begin(), from.demonstrations.end());
  return all;
}

namespace {

/// The SQL of an entry; "" if it has none.
std::string sql_of(boost::json::object const& entry) {
  auto const* record = entry.if_contains("record");
  auto const* sql = record && record->is_object() ? record->get_object().if_contains("sql") : nullptr;
  return sql && sql->is_string() ? std::string(sql->get_string()) : std::string();
}

}  // namespace

predictor::predictor(t2s::evaluation::data_set const& from, prediction_load load, model_options const& settings,
                     pipeline_options const& pipeline)
    : settings_(settings),
      local_(pipeline.local()),
      seed_(pipeline.seed()),
      from_(from),
      load_(std::move(load)),
      pipeline_(pipeline),
      questions_(std::move(load_.questions)) {
  for (auto const& q : questions_) shared_.try_emplace(q.database);
}

void predictor::require_databases() const {
  for (auto const& [name, unused] : shared_) static_cast<void>(path_of(name));
}

void predictor::open() {
  if (system_) return;
  asking opening(settings_, local_, seed_);
  auto const& shown = load_.shown;
  bool const shows = pipeline_.uses("demonstrations");
  if (shows && shown.demonstrations.empty())
    std::cerr << "t2s: the data set has no train.json: the demonstrations that come with t2s are used; --demonstrations names others\n";
  offered with;
  if (shows) with.pool = demonstrations_or_shipped(shown.demonstrations);
  with.pool.resize(std::min(load_.demonstrations, with.pool.size()));
  with.tables = shown.tables;
  with.databases = shown.databases;
  with.descriptions = from_.descriptions;
  with.gold = gold_of_questions();
  system_ = pipeline_.open(opening, std::move(with));
  require_databases();
}

void predictor::run(kept_items& kept, work_order const& order, bool timed) {
  if (kept.count(order.items) == order.items.size()) return;
  open();
  expect(kept, order.items);
  stop_ = order.stop;
  for (std::size_t i = 0; converses() && i < size(); ++i)
    if (kept.has(i)) turn_sql_[i] = sql_of(kept.of(i));
  work_through(kept, order, failures_, [this, timed] {
    auto const connected = std::make_shared<connections>();
    auto const model = std::make_shared<asking>(settings_, local_, seed_);
    model->stop_by(stop_);
    model->estimate(pipeline_.min_confidence());
    model->ask_back(asks_back_);
    return [this, timed, connected, model](std::size_t i) { return answer(i, *connected, *model, timed); };
  });
}

/// Knowledge about a database is dropped after its last question.
void predictor::expect(kept_items const& kept, item_range of) {
  for (auto i = of.begin; i < of.end; ++i)
    if (!kept.has(i)) ++shared_.at(questions_[i].database).left;
}

boost::json::object predictor::unanswered(std::size_t i) const {
  if (auto const found = unfinished_.find(i); found != unfinished_.end()) return found->second;
  t2s::answer none;
  none.asked = t2s::question(t2s::asked_text(questions_[i]));
  auto const all = failures_.all();
  if (auto const why = all.find(i); why != all.end()) none.stopped = why->second.text();
  return prediction_entry(none, 0, false);
}

void predictor::keep_learnt() {
  std::vector<asked_of> asked;
  for (auto const& q : questions_) asked.push_back({q.database, t2s::asked_text(q)});
  system_->keep_learnt(asked);
}

std::vector<std::string> predictor::inputs(t2s::evaluation::data_set const& from) const {
  auto paths = files_of(from);
  for (auto const& [name, unused] : shared_) paths.push_back(path_of(name));
  return paths;
}

std::vector<std::string> predictor::database_ids() const {
  std::vector<std::string> all;
  for (auto const& [name, unused] : shared_) all.push_back(name);
  return all;
}

std::string predictor::path_of(std::string const& database) const { return database_file(from_.databases, database); }

connection predictor::opened(std::string const& database) const {
  auto made = open_database(path_of(database));
  return connection(told_ ? told_->audited(std::move(made)) : std::move(made));
}

t2s::answer predictor::told_answer_of(std::size_t i, known_database const& known, connection& database, asking& model) const {
  auto const question = t2s::asked_text(questions_[i]);
  t2s::telemetry::audit_scope const asked({{}, {}, {}, question});
  auto told = told_ ? told_->begin(labels_of(pipeline_.chosen().name, settings_, database.inner())) : t2s::telemetry::otlp_trace();
  return told_answer(told, [&] { return system_->answer(model, known, database, question, {{}, nullptr, told}); });
}

bool predictor::converses() const {
  return std::ranges::any_of(questions_, [](t2s::demonstration const& q) { return q.turn > 1; });
}

std::vector<t2s::turn> predictor::turns_before(std::size_t i) {
  std::vector<t2s::turn> turns;
  auto const place = questions_[i].turn;
  std::lock_guard const lock(guard_);
  for (auto t = place > 1 ? i + 1 - place : i; t < i; ++t)
    turns.push_back({questions_[t].question, shows_gold_turns_ ? questions_[t].sql : turn_sql_[t]});
  return turns;
}

std::optional<boost::json::object> predictor::answer(std::size_t i, connections& open, asking& model, bool timed) {
  auto const& asked = questions_[i];
  auto& shared = shared_.at(asked.database);
  struct leaving {
    prepared& of;
    ~leaving() {
      if (--of.left == 0) of.known = {};
    }
  } const at_end{shared};
  auto at = open.find(asked.database);
  if (at == open.end()) at = open.emplace(asked.database, opened(asked.database)).first;
  auto& database = at->second;
  auto const cut_off = model.cut_off();
  std::call_once(shared.read, [&] { shared.known = system_->read(model, database, asked.database); });
  model.go_on_from(turns_before(i));
  auto given = told_answer_of(i, shared.known, database, model);
  if (in_order()) system_->learn(model, shared.known, t2s::asked_text(asked));
  return entry_of(i, std::move(given), model.cut_off() - cut_off, timed);
}

std::optional<boost::json::object> predictor::entry_of(std::size_t i, t2s::answer given, std::size_t cut_off, bool timed) {
  if (given.failed && stop_.stop_requested()) return {};
  ++answered_;
  auto entry = prediction_entry(given, cut_off, timed);
  if (questions_[i].turn > 0) {
    std::lock_guard const lock(guard_);
    turn_sql_[i] = sql_of(entry);
  }
  if (!given.failed) return entry;
  failures_.failed(i, t2s::error(*given.failed));
  std::lock_guard const lock(guard_);
  unfinished_[i] = std::move(entry);
  return {};
}

/// The gold SQL of the questions, if all have it. For a question that occurs twice over a database the first SQL counts.
gold_questions predictor::gold_of_questions() const {
  std::map<std::string, t2s::gold_answers> all;
  gold_questions gold;
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    auto const& q = questions_[i];
    if (q.sql.empty()) {
      gold.lacking = "question #" + std::to_string(i) + " (" + printable(q.question) + ") has none";
      return gold;
    }
    all[q.database].emplace(t2s::asked_text(q), q.sql);
  }
  for (auto& [database, answers] : all) gold.by_database[database] = std::make_shared<t2s::gold_answers const>(std::move(answers));
  gold.lacking.clear();
  return gold;
}

}  // namespace cli
