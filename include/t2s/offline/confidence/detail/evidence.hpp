// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_EVIDENCE_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_EVIDENCE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/offline/reader/candidates.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/sql/lint.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How likely SQL answers a question, by what can be known of both without a model.
namespace t2s::confidence {

/// A reading of the question by `reader::fill_skeletons`, and what became of its SQL.
struct executed_reading {
  reader::filled read{};                   ///< SQL that the question itself leads to
  std::optional<db::execution> outcome{};  ///< of it; nothing if it was not executed
};

/// SQL and what is known of it. All that it refers to must outlive the call that it is given to.
struct subject {
  link::linked_question const* asked = nullptr;  ///< the question; its lexicon must be there
  std::string_view sql{};                        ///< the candidate, in the database's dialect
  db::execution const* outcome = nullptr;        ///< of the candidate; nullptr if it was not executed
  std::span<executed_reading const> readings{};  ///< best first; none if the question was not read
  std::span<sql::finding const> findings{};      ///< of `sql::lint`
  bool read = false;                             ///< whether the SQL is one of them, perhaps repaired (`question_reading::led_to_sql`)
  std::optional<double> agreement{};             ///< the share of the other candidates' votes that its result has, from 0 to 1
};

/// A piece of evidence: an observation and how strong it is, mostly 0 or 1. What is not among the evidence is 0.
struct piece {
  std::string_view of{};  ///< its name, a literal
  double value = 0;       ///< how strong it is

  friend bool operator==(piece const&, piece const&) = default;
};

/// What is known of a candidate.
struct evidence {
  std::vector<piece> pieces{};         ///< in a fixed order
  std::vector<std::string> missing{};  ///< what speaks against the candidate, in words
  double most = 0.99;  ///< what the probability may be: 0.5 of a reading without a part of the question that restricts or asks
  bool read = false;   ///< as `subject::read`
};

/// What speaks for and against the candidate. Deterministic; O(size of the SQL * links of the question + rows of the results). Thread safe.
[[nodiscard]] T2S_DECL evidence evidence_for(subject const& s);

/// The probability that the SQL gives what the question asks for, from 0.01 to 0.99; at most `evidence::most`. A logistic function
/// of the evidence; its weights are learned by `bench_learn_confidence` from right and wrong SQL; docs/confidence.md says what they are
/// worth on databases that were left out.
[[nodiscard]] T2S_DECL double probability_by(evidence const& e);

/// Both: what `answer::estimate` holds.
[[nodiscard]] T2S_DECL estimated estimate(subject const& s);

}  // namespace t2s::confidence

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/confidence/detail/evidence.ipp"
#endif

#endif
