// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SIMULATED_REPLY_HPP
#define T2S_LAB_STUDIES_DETAIL_SIMULATED_REPLY_HPP

#include "t2s/lab/studies/detail/corrector.hpp"

#include <string>
#include <vector>

namespace t2s::studies::detail {

/// The replies of a model with known revisions and judgements: for each stage the shortest reply that its reader accepts. If no SQL is
/// asked for, that is the same question, no keywords, the entities and the skeleton of the gold SQL, or one sentence.
class simulated_reply {
 public:
  explicit simulated_reply(correction const& at) : at_(at) {}

  /// `revised()` is the SQL of a revision, `judged_right()` whether the latest attempt is judged right.
  template <class Revised, class Judged>
  [[nodiscard]] llm::completion text(Revised const& revised, Judged const& judged_right) const {
    if (at_.run.now() == stage::revising) return completed(in_fence(revised()));
    if (asks_for_judgement()) return completed(judgement(judged_right()));
    return completed(other());
  }

  /// The latest attempt's SQL; "" before there is one.
  [[nodiscard]] T2S_DECL static std::string latest_sql(correction const& at);

  /// The assumptions of all simulated correctors.
  [[nodiscard]] T2S_DECL static std::vector<std::string> assumptions();

 private:
  [[nodiscard]] T2S_DECL bool asks_for_judgement() const;
  [[nodiscard]] T2S_DECL std::string other() const;
  [[nodiscard]] T2S_DECL static std::string in_fence(std::string const& sql);
  [[nodiscard]] T2S_DECL static std::string judgement(bool right);
  [[nodiscard]] T2S_DECL static llm::completion completed(std::string text);

  correction const& at_;
};

}  // namespace t2s::studies::detail

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/simulated_reply.ipp"
#endif

#endif
