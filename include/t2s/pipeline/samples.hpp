// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_SAMPLES_HPP
#define T2S_PIPELINE_SAMPLES_HPP

#include "t2s/db/detail/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace t2s {

/// A question and the SQL that answers it, on a database that need not be at hand.
struct demonstration {
  std::string database{};    ///< its name; may be empty
  std::string question{};    ///< as it was asked, unless it is `simplified`
  std::string sql{};         ///< the right answer
  std::string evidence{};    ///< what the data set says beside the question (BIRD); mostly empty
  std::string difficulty{};  ///< what the data set calls it (BIRD); mostly empty
  bool simplified = false;   ///< whether a model simplified the question: half of a repository (`doubled`)

  friend bool operator==(demonstration const&, demonstration const&) = default;
};

/// The question as a run is asked it: BIRD's comes with its evidence.
[[nodiscard]] inline std::string asked_text(demonstration const& of) {
  return of.evidence.empty() ? of.question : of.question + " Evidence: " + of.evidence;
}

/// A demonstration that was retrieved, and how similar it is: higher is more similar, the scale is the retriever's.
struct scored_demonstration {
  demonstration shown{};  ///< the demonstration
  double similarity = 0;  ///< higher is nearer
};

/// Rows of one table, chosen for the prompt.
struct table_sample {
  std::string table{};       ///< its name
  db::rows shown{};          ///< the rows, with all columns
  std::size_t left_out = 0;  ///< rows of the table that were looked at and are not shown
};

/// What a SamplerPolicy chose for the prompt to show.
struct samples {
  std::vector<table_sample> tables{};                  ///< rows, by table
  std::vector<scored_demonstration> demonstrations{};  ///< the most useful one first
  std::vector<std::string> knowledge{};                ///< sentences, the most useful one first
};

}  // namespace t2s

#endif
