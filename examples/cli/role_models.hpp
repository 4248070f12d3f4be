// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ROLE_MODELS_HPP
#define T2S_CLI_ROLE_MODELS_HPP

#include <utility>

#include "any_model.hpp"
#include "t2s/llm/several_models.hpp"

namespace cli {

/// The models of a run by role. It owns them, unlike `t2s::llm::models_by_role`, which it uses.
struct role_models {
  static constexpr bool has_roles = true;

  any_model draft;
  any_model judge;
  any_model small;

  t2s::awaitable<t2s::llm::completion> complete(t2s::llm::request asked) {
    return t2s::llm::models_by_role(draft, judge, small).complete(std::move(asked));
  }
  t2s::awaitable<t2s::llm::embeddings> embed(std::vector<std::string> texts, t2s::llm::call_bounds const& bounds = {}) {
    return draft.embed(std::move(texts), bounds);
  }
};

}  // namespace cli

#endif
