// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_RECORDED_QUESTION_HPP
#define T2S_LAB_STUDIES_DETAIL_RECORDED_QUESTION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/evaluation/detail/structure.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::studies {

/// One run of a study: a strategy and a draft.
struct recorded_run {
  std::size_t strategy = 0;            ///< the index of the strategy
  std::size_t file = 0;                ///< the file of the draft
  std::vector<bool> right{};           ///< for each attempt, the draft first, by execution accuracy; empty if there was none
  evaluation::error_class wrong_in{};  ///< of a wrong draft
  std::vector<std::size_t> calls{};    ///< of the correction, up to the end of each attempt's review
  std::vector<std::string> remarks{};  ///< the stages of feedback with a remark about the draft, each once
  std::size_t prompt_tokens = 0;       ///< of the correction
  std::size_t cached_tokens = 0;       ///< those of the prompt tokens that the server had cached
  std::size_t completion_tokens = 0;   ///< of the correction
  std::size_t statements = 0;          ///< of the correction
  double seconds = 0;                  ///< of the correction; 0 unless times are measured
  evaluation::cost drafted{};          ///< of the draft and the steps before it, if the strategy drafts
  std::string stopped{};               ///< why the run ended
  std::string sql{};                   ///< of the answer, if it is not the draft

  /// Whether the draft is right, and whether the answer is.
  [[nodiscard]] bool before() const { return !right.empty() && right.front(); }
  /// As `before`.
  [[nodiscard]] bool after() const { return !right.empty() && right.back(); }

  friend bool operator==(recorded_run const&, recorded_run const&) = default;
};

/// All runs of a study for one question.
struct recorded_question {
  std::size_t question = 0;          ///< its index in the data set
  std::string skipped{};             ///< why it is not counted: its gold SQL fails
  std::vector<recorded_run> runs{};  ///< by strategy, then by file

  friend bool operator==(recorded_question const&, recorded_question const&) = default;

  /// One line of JSON; docs/studies/README.md describes it.
  [[nodiscard]] T2S_DECL std::string json() const;
  /// The reverse. Throws `error` with `malformed_data`, which says what is missing.
  [[nodiscard]] static T2S_DECL recorded_question from_json(std::string_view line);
};

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/recorded_question.ipp"
#endif

#endif
