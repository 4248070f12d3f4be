// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_SAMPLES_HPP
#define T2S_PIPELINE_DETAIL_SAMPLES_HPP

#include "t2s/db/detail/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace t2s {

/// A question and the SQL that answers it. Its database need not be available.
struct demonstration {
  std::string database{};      ///< its name; may be empty
  std::string question{};      ///< the original question, unless it is `simplified`
  std::string sql{};           ///< the right answer
  std::string evidence{};      ///< the data set's evidence for the question (BIRD); mostly empty
  std::string difficulty{};    ///< the data set's difficulty (BIRD); mostly empty
  bool simplified = false;     ///< whether a model simplified the question: half of a repository (`doubled`)
  bool is_correction = false;  ///< whether a user of this database gave the SQL (`retrieve::read_corrections`)
  std::size_t turn = 0;        ///< its place in a conversation (SParC, CoSQL), from 1; 0 for a question alone

  friend bool operator==(demonstration const&, demonstration const&) = default;
};

/// The question for a run: BIRD's with its evidence.
[[nodiscard]] inline std::string asked_text(demonstration const& of) {
  return of.evidence.empty() ? of.question : of.question + " Evidence: " + of.evidence;
}

/// A retrieved demonstration and its similarity to the question. The scale is the retriever's.
struct scored_demonstration {
  demonstration shown{};  ///< the demonstration
  double similarity = 0;  ///< higher is more similar
};

/// Rows of one table, chosen for the prompt.
struct table_sample {
  std::string table{};       ///< its name
  db::rows shown{};          ///< the rows, with all columns
  std::size_t left_out = 0;  ///< rows that were considered but are not shown
};

/// How many tokens of rows a prompt may show, and of which tables first.
struct rows_budget {
  std::size_t tokens = 0;                ///< by `llm::estimate_tokens`
  std::vector<std::string> likeliest{};  ///< the tables that get rows, in this order; all in the schema's order if it is empty
};

/// A SamplerPolicy's choice for the prompt.
struct samples {
  std::vector<table_sample> tables{};                  ///< rows, by table
  std::vector<scored_demonstration> demonstrations{};  ///< demonstrations, most useful first
  std::vector<std::string> knowledge{};                ///< sentences, most useful first
};

}  // namespace t2s

#endif
