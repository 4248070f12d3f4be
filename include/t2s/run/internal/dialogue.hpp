// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_INTERNAL_DIALOGUE_HPP
#define T2S_RUN_INTERNAL_DIALOGUE_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/schema/schema.hpp"

#include <string>
#include <vector>

namespace t2s {

/// A run's conversation with its model, a state for policies that go on where another stopped: generator and feedback list it in `states`.
struct dialogue {
  std::vector<llm::message> first{};   ///< the prompt that the first draft answered; empty if its generator keeps none
  std::vector<llm::message> round{};   ///< what a feedback told the model about the SQL `about`, and what it answered
  std::string about{};                 ///< the SQL of `round`
  std::vector<llm::message> latest{};  ///< the conversation that the latest SQL answered

  /// The prompt to go on from: `first` or, without one, the tables and the question alone.
  [[nodiscard]] T2S_DECL std::vector<llm::message> opening(schema::database const& d, question const& asked) const;
};

/// The stored CREATE TABLE statements of all tables, views left out, a blank line between: DAIL-SQL's code representation.
[[nodiscard]] T2S_DECL std::string code_representation(schema::database const& d);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/run/impl/dialogue.ipp"
#endif

#endif
