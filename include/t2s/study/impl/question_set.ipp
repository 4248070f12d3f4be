// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_STUDY_IMPL_QUESTION_SET_IPP
#define T2S_STUDY_IMPL_QUESTION_SET_IPP

#include "t2s/core/error.hpp"
#include "t2s/evaluation/evaluate.hpp"
#include "t2s/study/question_set.hpp"

#include <algorithm>
#include <set>

namespace t2s::studies {

T2S_DECL question_set::question_set(std::filesystem::path const& folder, std::string const& questions, std::size_t limit)
    : question_set(evaluation::open_data_set(folder, questions), limit) {}

T2S_DECL question_set::question_set(evaluation::data_set const& files, std::size_t limit)
    : gold(evaluation::read_gold(files.questions)), databases(files.databases) {
  gold.questions.resize(std::min(limit, gold.questions.size()));
  if (!gold.ids.empty()) gold.ids.resize(gold.questions.size());
  hardness = evaluation::hardness_of(gold, {databases, files.tables});
}

T2S_DECL std::vector<evaluation::prediction_set> question_set::drafts(std::vector<std::string> const& files) const {
  std::vector<evaluation::prediction_set> all;
  for (auto const& file : files) {
    all.push_back(evaluation::read_predictions(file, gold));
    if (auto const found = all.back().predictions.size(); found < gold.questions.size())
      throw error(errc::malformed_data,
                  file + " has " + std::to_string(found) + " predictions for " + std::to_string(gold.questions.size()) + " questions",
                  "give a file with a prediction for each question");
    all.back().name = std::filesystem::path(file).stem().string();
  }
  return all;
}

T2S_DECL std::string question_set::description() const {
  std::set<std::string_view> names;
  for (auto const& q : gold.questions) names.insert(q.database);
  return std::to_string(gold.questions.size()) + " questions, " + std::to_string(names.size()) +
         (names.size() == 1 ? " database, " : " databases, ") + std::filesystem::path(gold.name).filename().string();
}

}  // namespace t2s::studies

#endif
