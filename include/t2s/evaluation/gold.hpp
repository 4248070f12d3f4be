// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_GOLD_HPP
#define T2S_EVALUATION_GOLD_HPP

#include "t2s/core/config.hpp"
#include "t2s/retrieve/demonstration.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// The questions that predictions are held against, with their gold SQL.
struct gold_set {
  std::string name{};                                ///< of the file, for messages
  std::vector<retrieve::demonstration> questions{};  ///< the questions with their SQL

  /// How many questions each dialogue has, in order. Where an empty line separates dialogues (SParC, CoSQL) the predictions must have the
  /// same ones; all other sets are a single dialogue.
  std::vector<std::size_t> dialogues{};

  /// The `question_id` of each question as BIRD's files have it, by which its predictions are keyed; empty unless every question has one of
  /// its own.
  std::vector<std::string> ids{};

  bool birds = false;  ///< of BIRD's form: some question has its SQL under `SQL`, or a `difficulty`
};

/// Reads gold SQL: JSON as Spider (`query`), BIRD (`SQL`, `difficulty`) and KaggleDBQA have it, or the text of Spider's official program,
/// `SQL<TAB>db_id` on each line, where an empty line ends a dialogue and the questions remain unknown.
///
/// A byte order mark is passed over. `name` stands in messages for the text. Throws `error` with `malformed_data`, which names the element
/// (from 0) or the line, also where there is no question at all.
[[nodiscard]] T2S_DECL gold_set parse_gold(std::string_view content, std::string_view name);

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL gold_set read_gold(std::string const& path);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/gold.ipp"
#endif

#endif
