// SPDX-License-Identifier: BSL-1.0
#include "drafts.hpp"

#include "t2s/evaluation/execution_accuracy.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/rewrite/question_rewriting.hpp"
#include "t2s/sample/relevant_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace strategies {
namespace {

std::vector<std::string> all_predictions(std::string const& data) {
  std::vector<std::string> found;
  auto const folder = data + "/predictions";
  if (!std::filesystem::is_directory(folder))
    throw error(errc::file_not_found, "there is no folder " + folder,
                "put files of predictions there, one SQL a line in the order of dev.json, or name files with --predictions");
  for (auto const& entry : std::filesystem::directory_iterator(folder)) found.push_back(entry.path().string());
  std::ranges::sort(found);
  return found;
}

/// As a model would write it.
std::string without_semicolon(std::string sql) {
  while (!sql.empty() && (sql.back() == ';' || sql.back() == ' ')) sql.pop_back();
  return sql;
}

/// Reads what any system needs, uncounted.
void read_once(asked_database& of, embedder& by) {
  prepared database(of.connection.unmetered(), of.database.shared());
  (void)database.lexicon();
  (void)database.described_schema();
  (void)database.kept_values();
  llm::no_model model;
  context ctx(model, database);
  sample::relevant_rows<embedder> rows;
  rows.by = &by;
  (void)rows.sample(ctx, question("?")).get();
  (void)first_rows(ctx, rewrite::question_rewriting().rows);
}

}  // namespace

drafts::drafts(settings s) : settings_(std::move(s)), meter_(settings_.times) {
  read_pools();
  read_questions();
  for (auto const& d : databases_) read_once(*d, by_);
}

bool drafts::is_right(asked_database& of, asked_question const& q, std::string const& sql) {
  auto const [known, is_new] = right_.try_emplace(std::to_string(q.number) + " " + sql, false);
  if (is_new)
    known->second =
        evaluation::execution_match(q.gold, sql, [&](std::string const& text) { return of.connection.unmetered().execute(text); });
  return known->second;
}

void drafts::read_questions() {
  auto const gold = evaluation::read_gold(settings_.data + "/dev.json");
  if (settings_.predictions.empty()) settings_.predictions = all_predictions(settings_.data);
  std::vector<evaluation::prediction_set> sets;
  for (auto const& file : settings_.predictions) {
    sets.push_back(evaluation::read_predictions(file, gold));
    if (sets.back().predictions.size() != gold.questions.size())
      throw error(errc::malformed_data,
                  file + " has " + std::to_string(sets.back().predictions.size()) + " predictions for " +
                      std::to_string(gold.questions.size()) + " questions",
                  "give a file with one prediction for each question of dev.json");
    files_.push_back(std::filesystem::path(file).stem().string());
  }
  for (std::size_t i = 0; i < gold.questions.size(); i += settings_.every) {
    auto const& g = gold.questions[i];
    asked_question q{i, g.question, without_semicolon(g.sql), {}};
    for (auto const& set : sets) q.predicted.push_back(without_semicolon(set.predictions[i].sql));
    open(g.database).questions.push_back(std::move(q));
    ++questions_;
  }
}

void drafts::read_pools() {
  auto const pairs = retrieve::read_pool(settings_.data + "/train.json");
  pools_ = {retrieve::embed_masked_pool(by_, pairs),
            retrieve::embed_pool(by_, pairs),
            std::make_shared<retrieve::dail_skeletons const>(pairs),
            std::make_shared<retrieve::bm25 const>(pairs),
            std::make_shared<retrieve::pool_schemas const>(retrieve::read_pool_schemas(settings_.data + "/tables.json")),
            std::make_shared<retrieve::skeleton_index const>(pairs)};
}

asked_database& drafts::open(std::string const& id) {
  for (auto const& d : databases_)
    if (d->id == id) return *d;
  databases_.push_back(std::make_unique<asked_database>(id, settings_.data + "/databases/" + id + "/" + id + ".sqlite", meter_));
  return *databases_.back();
}

}  // namespace strategies
