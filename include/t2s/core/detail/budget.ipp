// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_BUDGET_IPP
#define T2S_CORE_DETAIL_BUDGET_IPP

#include "t2s/core/detail/budget.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>

namespace t2s {
namespace detail {

inline void require_budget(bool left, errc code, std::string const& kind, std::size_t limit) {
  if (left) return;
  throw error(code, "the budget of " + std::to_string(limit) + " " + kind + " is spent", "raise t2s::limits if the run may go on");
}

template <class Operation>
spending combined(spending const& a, spending const& b, Operation f) noexcept {
  return {f(a.calls, b.calls),
          f(a.prompt_tokens, b.prompt_tokens),
          f(a.completion_tokens, b.completion_tokens),
          f(a.statements, b.statements),
          f(a.rows, b.rows),
          f(a.time, b.time),
          f(a.cut_answers, b.cut_answers),
          f(a.cached_tokens, b.cached_tokens)};
}

}  // namespace detail

T2S_DECL spending operator-(spending const& later, spending const& earlier) noexcept {
  return detail::combined(later, earlier, std::minus());
}

T2S_DECL spending& spending::operator+=(spending const& more) noexcept {
  auto const sum = [](auto a, auto b) {
    if constexpr (std::is_integral_v<decltype(a)>)
      return detail::bounded_sum(a, b);
    else
      return a + b;
  };
  return *this = detail::combined(*this, more, sum);
}

T2S_DECL limits left_of(limits allowed, spending const& spent) noexcept {
  auto const less = [](std::size_t& limit, std::size_t by) {
    if (limit != unlimited) limit -= std::min(limit, by);
  };
  less(allowed.calls, spent.calls);
  less(allowed.prompt_tokens, spent.prompt_tokens);
  less(allowed.completion_tokens, spent.completion_tokens);
  less(allowed.rows, spent.rows);
  allowed.time -= std::min(allowed.time, spent.time);
  return allowed;
}

T2S_DECL budget::budget(limits allowed) : allowed_(allowed), start_(std::chrono::steady_clock::now()) {}

T2S_DECL std::chrono::steady_clock::time_point budget::deadline() const noexcept {
  using time_point = std::chrono::steady_clock::time_point;
  return allowed_.time > time_point::max() - start_ ? time_point::max() : start_ + allowed_.time;
}

T2S_DECL void budget::open_call() {
  open_embedding();  // everything sent needs time and prompt tokens
  detail::require_budget(spent_.calls < allowed_.calls, errc::budget_calls, "model calls", allowed_.calls);
  detail::require_budget(completion_tokens_left() > 0, errc::budget_completion_tokens, "completion tokens", allowed_.completion_tokens);
  ++spent_.calls;
}

T2S_DECL void budget::close_call(std::size_t prompt_tokens, std::size_t completion_tokens, std::size_t cached_tokens) noexcept {
  spent_.prompt_tokens = detail::bounded_sum(spent_.prompt_tokens, prompt_tokens);
  spent_.completion_tokens = detail::bounded_sum(spent_.completion_tokens, completion_tokens);
  spent_.cached_tokens = detail::bounded_sum(spent_.cached_tokens, cached_tokens);
}

T2S_DECL void budget::open_embedding() const {
  require_time();
  detail::require_budget(spent_.prompt_tokens < allowed_.prompt_tokens, errc::budget_prompt_tokens, "prompt tokens",
                         allowed_.prompt_tokens);
}

T2S_DECL void budget::close_embedding(std::size_t prompt_tokens) noexcept { close_call(prompt_tokens, 0); }

T2S_DECL void budget::open_statement() {
  require_time();
  detail::require_budget(spent_.rows < allowed_.rows, errc::budget_rows, "rows", allowed_.rows);
  ++spent_.statements;
}

T2S_DECL void budget::close_statement(std::size_t rows) noexcept { spent_.rows += rows; }

T2S_DECL std::size_t budget::completion_tokens_left() const noexcept {
  if (allowed_.completion_tokens == unlimited) return unlimited;
  return spent_.completion_tokens < allowed_.completion_tokens ? allowed_.completion_tokens - spent_.completion_tokens : 0;
}

T2S_DECL spending budget::spent() const noexcept {
  auto now = spent_;
  now.time = std::chrono::steady_clock::now() - start_;
  return now;
}

T2S_DECL void budget::require_time() const {
  auto const limit = std::chrono::duration_cast<std::chrono::milliseconds>(allowed_.time);
  detail::require_budget(std::chrono::steady_clock::now() - start_ < allowed_.time, errc::budget_time, "ms",
                         static_cast<std::size_t>(limit.count()));
}

}  // namespace t2s

#endif
