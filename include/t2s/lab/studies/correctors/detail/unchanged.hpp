// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_CORRECTORS_DETAIL_UNCHANGED_HPP
#define T2S_LAB_STUDIES_CORRECTORS_DETAIL_UNCHANGED_HPP

#include "t2s/lab/studies/detail/simulated_reply.hpp"

namespace t2s::correctors {

/// A corrector that never changes its SQL and judges it wrong: every loop runs until its own rule stops it.
struct unchanged {
  static constexpr bool is_simulated = true;  ///< no model answers

  /// As required by `studies::Corrector`, at once; thread safe.
  [[nodiscard]] llm::completion answer(studies::correction const& at, llm::request const&) const {
    using reply = studies::detail::simulated_reply;
    return reply(at).text([&] { return reply::latest_sql(at); }, [] { return false; });
  }
  /// For the reader of the figures.
  [[nodiscard]] static std::string description() { return "unchanged: every revision is the draft again"; }
  /// The assumptions made instead of asking a model.
  [[nodiscard]] static std::vector<std::string> assumptions() {
    auto all = studies::detail::simulated_reply::assumptions();
    all.emplace_back("Every revision is the SQL that it should revise, and a judge says No: only the rules of the pipeline end a run.");
    return all;
  }
};

}  // namespace t2s::correctors

#endif
