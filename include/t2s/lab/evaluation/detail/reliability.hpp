// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_RELIABILITY_HPP
#define T2S_LAB_EVALUATION_DETAIL_RELIABILITY_HPP

#include "t2s/core/detail/text.hpp"

#include <cstddef>
#include <string_view>

/// How well a system does that may abstain.
namespace t2s::evaluation {

/// The word that stands for no answer, in gold and predictions of EHRSQL and TrustSQL.
inline constexpr std::string_view no_answer = "null";

/// Whether a prediction is a refusal: `null`, nothing, or `SELECT NULL`, which `t2s predict` writes where it has no SQL.
[[nodiscard]] inline bool is_refusal(std::string_view sql) {
  auto said = text::trim(sql);
  if (said.ends_with(';')) said = text::trim(said.substr(0, said.size() - 1));
  return said.empty() || said == no_answer || text::same(said, "select null");
}

/// Whether a gold says that its question has no answer.
[[nodiscard]] inline bool is_no_answer(std::string_view gold) { return text::trim(gold) == no_answer; }

/// Decisions on questions, of which some have no answer in their database.
struct reliability_totals {
  std::size_t right = 0;      ///< right answers
  std::size_t wrong = 0;      ///< wrong answers to questions that have one
  std::size_t withheld = 0;   ///< refusals of questions that have an answer
  std::size_t refused = 0;    ///< refusals of questions that have none, and questions back about ambiguous ones
  std::size_t invented = 0;   ///< answers to questions that have none
  std::size_t asked = 0;      ///< of all these, those where the system asked back
  std::size_t clarified = 0;  ///< of `refused`, those where it asked back about an ambiguous question
  std::size_t ambiguous = 0;  ///< of all these, ambiguous questions

  /// Adds a decision.
  void add(bool answerable, bool refuses, bool is_right) {
    ++(answerable ? (refuses ? withheld : is_right ? right : wrong) : refuses ? refused : invented);
  }

  /// The same where a system may ask back: that is right for an ambiguous question, and a refusal of any other.
  void add(bool answerable, bool refuses, bool is_right, bool asks_back, bool is_ambiguous) {
    bool const clarifies = asks_back && is_ambiguous;
    add(answerable && !clarifies, refuses || asks_back, is_right);
    asked += asks_back ? 1U : 0U;
    clarified += clarifies ? 1U : 0U;
    ambiguous += is_ambiguous ? 1U : 0U;
  }

  /// The number of questions.
  [[nodiscard]] std::size_t size() const noexcept { return right + wrong + withheld + refused + invented; }

  /// The reliability score RS(c), from -c to 1: 1 for a right decision, 0 for an answer withheld, -c for a wrong one, on average (Lee et
  /// al., TrustSQL, 2024, section 3). 0 without questions.
  [[nodiscard]] double score(double penalty) const noexcept {
    return share(static_cast<double>(right + refused) - penalty * static_cast<double>(wrong + invented), size());
  }
  /// The share of questions that are answered.
  [[nodiscard]] double coverage() const noexcept { return share(static_cast<double>(right + wrong + invented), size()); }
  /// The share of refusals that refuse what has no answer.
  [[nodiscard]] double refusal_precision() const noexcept { return share(static_cast<double>(refused), refused + withheld); }
  /// The share of questions without an answer that are refused.
  [[nodiscard]] double refusal_recall() const noexcept { return share(static_cast<double>(refused), refused + invented); }
  /// The share of ambiguous questions that are asked back.
  [[nodiscard]] double clarified_share() const noexcept { return share(static_cast<double>(clarified), ambiguous); }

 private:
  [[nodiscard]] static double share(double some, std::size_t all) noexcept { return all > 0 ? some / static_cast<double>(all) : 0; }
};

}  // namespace t2s::evaluation

#endif
