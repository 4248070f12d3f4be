// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_EVIDENCE_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_EVIDENCE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/offline/reader/detail/candidates.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/sql/lint.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Estimates without a model how likely SQL answers a question.
namespace t2s::confidence {

/// A reading of the question by `reader::fill_skeletons`, and the outcome of its SQL.
struct executed_reading {
  reader::filled read{};                   ///< the SQL of the reading
  std::optional<db::execution> outcome{};  ///< its outcome; nothing if it was not executed
};

/// SQL and what is known of it. Everything that it refers to must outlive the call.
struct subject {
  link::linked_question const* asked = nullptr;  ///< the question; its lexicon must be set
  std::string_view sql{};                        ///< the candidate, in the database's dialect
  db::execution const* outcome = nullptr;        ///< of the candidate; nullptr if it was not executed
  std::span<executed_reading const> readings{};  ///< best first; empty if the question was not read
  std::span<sql::finding const> findings{};      ///< of `sql::lint`
  bool read = false;                             ///< whether the SQL is a reading, possibly repaired (`link::question_reading::led_to_sql`)
  std::optional<double> agreement{};             ///< the share of the other candidates' votes for its result, from 0 to 1
};

/// A piece of evidence: an observation and its strength, mostly 0 or 1. Missing pieces count as 0.
struct piece {
  std::string_view of{};  ///< its name, a literal
  double value = 0;       ///< its strength

  friend bool operator==(piece const&, piece const&) = default;
};

/// The evidence about a candidate.
struct evidence {
  std::vector<piece> pieces{};         ///< in a fixed order
  std::vector<std::string> missing{};  ///< what speaks against the candidate, in words
  double most = 0.99;                  ///< upper limit of the probability: below 0.5 for a reading that ignores what restricts or asks
  bool read = false;                   ///< as `subject::read`
};

/// The evidence for and against the candidate. Deterministic; O(size of the SQL * links of the question + rows of the results). Thread
/// safe.
[[nodiscard]] T2S_DECL evidence evidence_for(subject const& s);

/// The probability that the SQL answers the question, from 0.01 to 0.99; at most `evidence::most`. A logistic function of the evidence;
/// `bench_learn_confidence` learns its weights from right and wrong SQL; docs/confidence.md shows their quality on databases that were left
/// out.
[[nodiscard]] T2S_DECL double probability_by(evidence const& e);

/// Both steps: the value of `answer::estimate`.
[[nodiscard]] T2S_DECL estimated estimate(subject const& s);

}  // namespace t2s::confidence

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/confidence/detail/evidence.ipp"
#endif

#endif
