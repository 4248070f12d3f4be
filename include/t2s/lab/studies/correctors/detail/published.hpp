// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_CORRECTORS_DETAIL_PUBLISHED_HPP
#define T2S_LAB_STUDIES_CORRECTORS_DETAIL_PUBLISHED_HPP

#include "t2s/lab/studies/detail/question_set.hpp"
#include "t2s/lab/studies/detail/simulated_reply.hpp"

#include <memory>

namespace t2s::correctors {

/// A corrector whose revisions are predictions of other systems: the first revision is that of the first file, and so on; after the last
/// file it keeps its SQL.
class published {
 public:
  static constexpr bool is_simulated = true;  ///< no model answers

  /// Uses the files of drafts except the run's own, beginning with the one after it.
  published() = default;
  /// Uses files of predictions for the questions of the study.
  explicit published(std::vector<studies::draft_set> revisions)
      : revisions_(std::make_shared<std::vector<studies::draft_set> const>(std::move(revisions))) {}

  /// As required by `studies::Corrector`, at once; thread safe.
  [[nodiscard]] T2S_DECL llm::completion answer(studies::correction const& at, llm::request const& asked) const;
  /// For the reader of the figures.
  [[nodiscard]] T2S_DECL std::string description() const;
  /// The assumptions made instead of asking a model.
  [[nodiscard]] T2S_DECL std::vector<std::string> assumptions() const;

 private:
  [[nodiscard]] T2S_DECL std::string revised(studies::correction const& at) const;

  std::shared_ptr<std::vector<studies::draft_set> const> revisions_{};
};

}  // namespace t2s::correctors

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/correctors/detail/published.ipp"
#endif

#endif
