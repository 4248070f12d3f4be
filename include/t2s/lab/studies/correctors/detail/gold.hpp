// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_CORRECTORS_DETAIL_GOLD_HPP
#define T2S_LAB_STUDIES_CORRECTORS_DETAIL_GOLD_HPP

#include "t2s/lab/studies/detail/simulated_reply.hpp"

namespace t2s::correctors {

/// The best possible corrector: each revision is the gold SQL, each judgement is right.
struct gold {
  static constexpr bool is_simulated = true;  ///< no model answers

  /// As required by `studies::Corrector`, at once; thread safe.
  [[nodiscard]] llm::completion answer(studies::correction const& at, llm::request const&) const {
    using reply = studies::detail::simulated_reply;
    return reply(at).text([&] { return at.asked.sql; }, [&] { return at.is_right(reply::latest_sql(at)); });
  }
  /// For the reader of the figures.
  [[nodiscard]] static std::string description() { return "gold: every revision is the gold SQL"; }
  /// The assumptions made instead of asking a model.
  [[nodiscard]] static std::vector<std::string> assumptions() {
    auto all = studies::detail::simulated_reply::assumptions();
    all.emplace_back("Every revision is the gold SQL, and a judge knows what is right: no corrector can do better.");
    return all;
  }
};

}  // namespace t2s::correctors

#endif
