// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_BUDGET_HPP
#define T2S_CORE_DETAIL_BUDGET_HPP

#include "t2s/core/error.hpp"

#include <chrono>
#include <cstddef>
#include <limits>

namespace t2s {

inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();  ///< no limit

namespace detail {

/// The sum, less than `unlimited`: models may count more than there are numbers.
[[nodiscard]] constexpr std::size_t bounded_sum(std::size_t a, std::size_t b) noexcept {
  return b >= unlimited - 1 || a >= unlimited - 1 - b ? unlimited - 1 : a + b;
}

}  // namespace detail

/// What one run may spend. Each limit is checked before more of its kind is spent.
struct limits {
  std::size_t calls = 100;                                   ///< model calls; retries of a model count as the same call
  std::size_t prompt_tokens = unlimited;                     ///< tokens sent, as the models count them
  std::size_t completion_tokens = unlimited;                 ///< tokens received
  std::size_t rows = unlimited;                              ///< rows fetched by all statements
  std::chrono::nanoseconds time = std::chrono::minutes(10);  ///< wall time from the start of the run
  std::size_t attempts = 32;            ///< drafts and revisions, at least the draft; ends a loop that nothing else ends
  std::size_t question_bytes = 16'384;  ///< a longer question is rejected
  /// A longer answer of a model is cut before it is read: first its thoughts, then the text around its code, then its end.
  std::size_t answer_bytes = 65'536;
};

/// What a run, or a part of one, has spent.
struct spending {
  std::size_t calls = 0;              ///< model calls
  std::size_t prompt_tokens = 0;      ///< tokens sent
  std::size_t completion_tokens = 0;  ///< tokens received
  std::size_t statements = 0;         ///< statements executed
  std::size_t rows = 0;               ///< rows fetched
  std::chrono::nanoseconds time{};    ///< wall time
  std::size_t cut_answers = 0;        ///< answers of a model that were cut to `limits::answer_bytes`
  std::size_t cached_tokens = 0;      ///< those of the tokens sent that the servers had cached, if they say so

  T2S_DECL spending& operator+=(spending const& more) noexcept;  ///< adds the spending of another part
  friend bool operator==(spending const&, spending const&) = default;
};

/// The difference of two states of the same budget.
[[nodiscard]] T2S_DECL spending operator-(spending const& later, spending const& earlier) noexcept;

/// The limits minus what is spent; attempts and sizes stay the same.
[[nodiscard]] T2S_DECL limits left_of(limits allowed, spending const& spent) noexcept;

/// Counts and limits what one run spends. The clock starts at construction. For one run at a time.
class budget {
 public:
  T2S_DECL explicit budget(limits allowed = {});  ///< the clock starts here

  /// Call this before the model is asked. Throws `error` with `budget_time`, `budget_calls`, `budget_prompt_tokens` or
  /// `budget_completion_tokens`; otherwise it counts the call.
  T2S_DECL void open_call();
  /// Counts the tokens of a call; `cached_tokens` are a part of `prompt_tokens`.
  T2S_DECL void close_call(std::size_t prompt_tokens, std::size_t completion_tokens, std::size_t cached_tokens = 0) noexcept;
  void count_cut_answer() noexcept { ++spent_.cut_answers; }  ///< counts an answer that was cut

  /// The same for an embedding model: it does not count as a model call, but its prompt tokens count. Throws `error` with `budget_time` or
  /// `budget_prompt_tokens`.
  T2S_DECL void open_embedding() const;
  T2S_DECL void close_embedding(std::size_t prompt_tokens) noexcept;  ///< counts the tokens of an embedding

  /// Call this before a statement is executed. Throws `error` with `budget_time` or `budget_rows`.
  T2S_DECL void open_statement();
  T2S_DECL void close_statement(std::size_t rows) noexcept;  ///< counts the rows of a statement

  /// The largest number of tokens that the next completion may have; `unlimited` without a limit.
  [[nodiscard]] T2S_DECL std::size_t completion_tokens_left() const noexcept;

  [[nodiscard]] T2S_DECL spending spent() const noexcept;  ///< what has been spent so far
  /// The limits.
  [[nodiscard]] limits const& allowed() const noexcept { return allowed_; }

  /// Whether a code reports a spent budget.
  [[nodiscard]] static bool is_spent(std::error_code code) noexcept {
    return code.category() == category() && code.value() >= static_cast<int>(errc::budget_calls) &&
           code.value() <= static_cast<int>(errc::budget_rows);
  }

  /// The end of the time limit; `time_point::max()` without one.
  [[nodiscard]] T2S_DECL std::chrono::steady_clock::time_point deadline() const noexcept;

  /// Throws `error` with `budget_time` after the time limit.
  T2S_DECL void require_time() const;

 private:
  limits allowed_;
  spending spent_{};
  std::chrono::steady_clock::time_point start_;
};

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/budget.ipp"
#endif

#endif
