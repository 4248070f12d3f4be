// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_QUESTION_SET_IPP
#define T2S_LAB_STUDIES_DETAIL_QUESTION_SET_IPP

#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/detail/file_blocks.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/studies/detail/question_set.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace t2s::studies {

T2S_DECL question_set::question_set(std::filesystem::path const& folder, std::string const& questions, std::size_t limit)
    : question_set(evaluation::open_data_set(folder, questions), limit) {}

T2S_DECL question_set::question_set(evaluation::data_set const& files, std::size_t limit) : databases_(files.databases) {
  if (files.questions.size() == 1) {
    auto const& file = files.questions.front();
    bool const done = evaluation::read_gold_in_blocks(file, [&](evaluation::gold_set some) {
      add(std::move(some), files, limit);
      return !is_limited_;
    });
    file_ = file;
    if (done && size() > 0) return;
    *this = question_set();
    databases_ = files.databases;
  }
  auto all = evaluation::read_gold(files.questions);
  file_ = all.name;
  auto dialogues = all.dialogues;
  add(std::move(all), files, limit);
  dialogues_ = std::move(dialogues);
}

/// Adds questions up to the limit.
T2S_DECL void question_set::add(evaluation::gold_set some, evaluation::data_set const& files, std::size_t limit) {
  auto& questions = some.questions;
  is_limited_ |= questions.size() > limit - size();
  questions.resize(std::min(questions.size(), limit - size()));
  some.dialogues = {questions.size()};
  birds_ |= some.birds;
  auto const levels = evaluation::hardness_of(some, {files.databases, files.tables});
  for (std::size_t i = 0; i < questions.size(); ++i) {
    auto const& q = questions[i];
    questions_.add(q.question), sql_.add(q.sql), evidence_.add(q.evidence);
    if (!some.ids.empty()) ids_.add(some.ids[i]);
    database_of_.push_back(number_of(q.database));
    hardness_of_.push_back(number_of(levels[i]));
  }
  dialogues_ = {size()};
}

/// The index of a name of a database or level, of which there are few.
T2S_DECL std::uint32_t question_set::number_of(std::string const& name) {
  auto const [at, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return at->second;
}

T2S_DECL demonstration question_set::operator[](std::size_t i) const {
  return {database(i), std::string(questions_[i]), std::string(sql_[i]), std::string(evidence_[i]), {}};
}

T2S_DECL std::vector<std::string> question_set::database_names() const {
  std::set<std::uint32_t> const numbers(database_of_.begin(), database_of_.end());
  std::vector<std::string> all;
  for (auto const n : numbers) all.push_back(names_[n]);
  std::ranges::sort(all);
  return all;
}

T2S_DECL std::vector<draft_set> question_set::drafts(std::vector<std::string> const& files) const {
  auto const stem = [](std::string const& file) { return std::filesystem::path(file).stem().string(); };
  std::vector<draft_set> all;
  for (auto const& file : files) {
    all.push_back(drafts_of(file));
    bool const is_alone = std::ranges::count(files, stem(file), stem) == 1;
    all.back().name = is_alone ? stem(file) : file;
  }
  return all;
}

T2S_DECL draft_set question_set::drafts_of(std::string const& file) const {
  draft_set found;
  std::size_t given = 0;
  auto const take = [&](evaluation::prediction_set const& some) {
    for (auto const& p : some.predictions)
      if (found.sql.size() < size()) found.sql.add(p.sql);
    given += some.predictions.size() + some.surplus;
    return is_limited_ ? given < size() : given <= size();
  };
  if (dialogues_.size() != 1 || !evaluation::read_predictions_in_blocks(file, take) || given == 0) {
    found = {};
    given = 0;
    take(evaluation::read_predictions(file, empty_questions()));
  }
  if (given < size() || (given > size() && !is_limited_))
    throw error(errc::malformed_data,
                file + " has " + (given > size() ? "more than " + std::to_string(size()) : std::to_string(given)) + " predictions for " +
                    std::to_string(size()) + " questions",
                "give a file with a prediction for each question");
  return found;
}

/// What the readers of predictions need of the questions.
T2S_DECL evaluation::gold_set question_set::empty_questions() const {
  evaluation::gold_set like;
  like.name = file_;
  like.questions.resize(size());
  like.dialogues = dialogues_;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < ids_.size(); ++i) ids.emplace(like.ids.emplace_back(ids_[i]));
  if (ids.size() != size()) like.ids.clear();
  return like;
}

T2S_DECL std::string question_set::description() const {
  auto const databases = database_names().size();
  return std::to_string(size()) + (size() == 1 ? " question, " : " questions, ") + std::to_string(databases) +
         (databases == 1 ? " database, " : " databases, ") + std::filesystem::path(file_).filename().string();
}

}  // namespace t2s::studies

#endif
