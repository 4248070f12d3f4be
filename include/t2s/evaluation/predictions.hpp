// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_PREDICTIONS_HPP
#define T2S_EVALUATION_PREDICTIONS_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/gold.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// What a run spent on one question.
struct cost {
  std::size_t calls{};              ///< of models
  std::size_t prompt_tokens{};      ///< tokens sent
  std::size_t completion_tokens{};  ///< tokens received
  double seconds{};                 ///< wall time

  /// Adds another question's.
  cost& operator+=(cost const& other) {
    calls += other.calls;
    prompt_tokens += other.prompt_tokens;
    completion_tokens += other.completion_tokens;
    seconds += other.seconds;
    return *this;
  }
};

/// The SQL that was predicted for one question.
struct prediction {
  std::string sql{};                  ///< may be empty
  std::vector<std::string> rounds{};  ///< the SQL after each round of correction, the draft first; empty if the run did not record them
  std::optional<cost> spent{};        ///< if the run recorded it
};

/// The predictions of one file, in the order of the gold's questions.
struct prediction_set {
  std::string name{};                     ///< of the file
  std::vector<prediction> predictions{};  ///< at most as many as there are questions
  std::size_t surplus = 0;                ///< predictions behind these for which there is no question
  std::vector<std::string> warnings{};    ///< what the reader should know, as that there were too many
};

/// Reads predictions in one of four forms, told apart by their beginning, after a byte order mark if there is one:
/// - text, one SQL a line, of which Spider's official program takes what stands before the first tab, without white space around it; an
///   empty line separates dialogues, and one that the gold set does not have is refused, since it is most likely a missing prediction;
/// - BIRD's JSON object, `{"0": "SQL\t----- bird -----\tdb_id", ...}`, whose keys are the `question_id` of the questions, if each question
///   has one and each key is one, and else their numbers from 0 on; a missing key is an empty prediction, with a warning;
/// - a JSON array of strings;
/// - JSON Lines, one object a question, `{"sql": ..., "rounds": [...], "calls": ..., "prompt_tokens": ..., "completion_tokens": ...,
///   "seconds": ...}`, of which all but `sql` may be absent.
///
/// Like the official program it takes too few or too many predictions, with a warning: those that have a counterpart are evaluated.
/// Throws `error` with `malformed_data`, which names the line or the key.
[[nodiscard]] T2S_DECL prediction_set parse_predictions(std::string_view content, std::string_view name, gold_set const& gold);

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL prediction_set read_predictions(std::string const& path, gold_set const& gold);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/predictions.ipp"
#endif

#endif
