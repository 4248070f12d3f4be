// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_BUDGET_BY_ROLE_HPP
#define T2S_LLM_DETAIL_BUDGET_BY_ROLE_HPP

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::llm {

/// What a run may spend on one of its models.
struct model_limits {
  std::size_t calls = unlimited;              ///< model calls
  std::size_t prompt_tokens = unlimited;      ///< tokens sent, as the model counts them
  std::size_t completion_tokens = unlimited;  ///< tokens received
};

/// What a run may spend on each of its models, in addition to the totals of `limits`.
struct limits_by_role {
  model_limits draft{};  ///< for the model that writes SQL
  model_limits judge{};  ///< for the model that judges it
  model_limits small{};  ///< for the model of small tasks
};

/// Counts and limits what a run spends on each of its models. Each run starts it anew; the counts stay readable afterwards. For one run at
/// a time; the limits of a role are checked before each call.
///
///     t2s::llm::budget_by_role budget({.judge = {.calls = 3}});
///     auto const a = dac.run(t2s::context(models, database, {}, budget), "Which hives are empty?");
///     budget.spent(t2s::llm::model_role::judge).calls;  // of this run
class budget_by_role {
 public:
  /// Sets the limits; nothing is spent yet.
  explicit budget_by_role(limits_by_role allowed = {}) : allowed_{allowed.draft, allowed.judge, allowed.small} {}

  /// What the run has spent on the model of a role: calls and tokens.
  [[nodiscard]] spending const& spent(model_role by) const noexcept { return spent_[at(by)]; }
  /// The limits of a role.
  [[nodiscard]] model_limits const& allowed(model_role by) const noexcept { return allowed_[at(by)]; }

  /// Throws `error` with `budget_calls`, `budget_prompt_tokens` or `budget_completion_tokens` if nothing is left for the role.
  void require_left(model_role by) const {
    auto const& most = allowed(by);
    auto const& used = spent(by);
    if (used.prompt_tokens >= most.prompt_tokens) refuse(by, errc::budget_prompt_tokens, most.prompt_tokens, "prompt tokens");
    if (used.calls >= most.calls) refuse(by, errc::budget_calls, most.calls, "calls");
    if (used.completion_tokens >= most.completion_tokens)
      refuse(by, errc::budget_completion_tokens, most.completion_tokens, "completion tokens");
  }

  /// The largest number of tokens that the role's next completion may have; `unlimited` without a limit.
  [[nodiscard]] std::size_t completion_tokens_left(model_role by) const noexcept {
    auto const most = allowed(by).completion_tokens;
    return most == unlimited ? unlimited : most - std::min(most, spent(by).completion_tokens);
  }

  void restart() noexcept { spent_ = {}; }                            ///< called when a run begins
  void open_call(model_role by) noexcept { ++spent_[at(by)].calls; }  ///< counts a call
  /// Counts the tokens of a call.
  void close_call(model_role by, std::size_t prompt_tokens, std::size_t completion_tokens) noexcept {
    auto& of = spent_[at(by)];
    of.prompt_tokens = t2s::detail::bounded_sum(of.prompt_tokens, prompt_tokens);
    of.completion_tokens = t2s::detail::bounded_sum(of.completion_tokens, completion_tokens);
  }

 private:
  [[nodiscard]] static constexpr std::size_t at(model_role by) noexcept { return static_cast<std::size_t>(by); }

  [[noreturn]] static void refuse(model_role by, errc code, std::size_t limit, std::string_view kind) {
    std::string const role(name_of(by));
    throw error(code, "the budget of " + std::to_string(limit) + " " + role + " " + std::string(kind) + " is spent",
                "raise t2s::llm::limits_by_role::" + role + " if the run may go on");
  }

  std::array<model_limits, 3> allowed_;
  std::array<spending, 3> spent_{};
};

}  // namespace t2s::llm

#endif
