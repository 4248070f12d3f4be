// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CONFIDENCE_EVIDENCE_HPP
#define T2S_CONFIDENCE_EVIDENCE_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/result.hpp"
#include "t2s/link/linked_question.hpp"
#include "t2s/reader/candidates.hpp"
#include "t2s/sql/lint.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How likely SQL answers a question, by what can be known of both without a model.
namespace t2s::confidence {

/// A reading of the question by `reader::fill_skeletons`, and what became of its SQL.
struct witness {
  reader::filled read{};                   ///< SQL that the question itself leads to
  std::optional<db::execution> outcome{};  ///< of it; nothing if it was not executed
};

/// SQL and what is known of it. Everything that it refers to must outlive the call that it is given to.
struct subject {
  link::linked_question const* asked = nullptr;  ///< the question; its lexicon must be there
  std::string_view sql{};                        ///< the candidate, in the database's dialect
  db::execution const* outcome = nullptr;        ///< of the candidate; nullptr if it was not executed
  std::span<witness const> readings{};           ///< best first; none if the question was not read
  std::span<sql::finding const> findings{};      ///< of `sql::lint`
};

/// A piece of evidence: an observation and how strong it is, mostly 0 or 1. What is not among the evidence is 0.
struct piece {
  std::string_view of{};  ///< its name, a literal
  double value = 0;       ///< how strong it is

  friend bool operator==(piece const&, piece const&) = default;
};

/// What speaks for and against the candidate, in a fixed order. Deterministic; O(size of the SQL * links of the question).
[[nodiscard]] T2S_DECL std::vector<piece> evidence_for(subject const& s);

}  // namespace t2s::confidence

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/confidence/impl/evidence.ipp"
#endif

#endif
