// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_BUDGET_HPP
#define T2S_CORE_DETAIL_BUDGET_HPP

#include "t2s/core/error.hpp"

#include <chrono>
#include <cstddef>
#include <limits>

namespace t2s {

inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();  ///< no limit

/// What one run may spend. Each limit is looked at before more of its kind is spent.
struct limits {
  std::size_t calls = 100;                                   ///< model calls; what a model sends again after a failure is the same call
  std::size_t prompt_tokens = unlimited;                     ///< tokens sent, as the models count them
  std::size_t completion_tokens = unlimited;                 ///< tokens received
  std::size_t rows = unlimited;                              ///< rows fetched over all statements
  std::chrono::nanoseconds time = std::chrono::minutes(10);  ///< wall time from the start of the run
  std::size_t attempts = 32;            ///< drafts and revisions, at least the draft; ends a loop that nothing else ends
  std::size_t question_bytes = 16'384;  ///< a longer question is refused
  /// A longer answer of a model is cut to it before anything is made of it: its thoughts are left out first, then what is around its code,
  /// then its end.
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

  T2S_DECL spending& operator+=(spending const& more) noexcept;  ///< adds what another part has spent
  friend bool operator==(spending const&, spending const&) = default;
};

/// The difference of two readings of the same budget.
[[nodiscard]] T2S_DECL spending operator-(spending const& later, spending const& earlier) noexcept;

/// What may still be spent of limits once that much is: attempts and sizes as they were.
[[nodiscard]] T2S_DECL limits left_of(limits allowed, spending const& spent) noexcept;

/// Watches over the limits of one run. The clock starts with construction. Used by one run at a time.
class budget {
 public:
  T2S_DECL explicit budget(limits allowed = {});  ///< the clock starts here

  /// To be called before the model is asked, before anything is sent. Throws `error` with `budget_time`, `budget_calls`,
  /// `budget_prompt_tokens` or `budget_completion_tokens`; else counts the call.
  T2S_DECL void open_call();
  T2S_DECL void close_call(std::size_t prompt_tokens, std::size_t completion_tokens) noexcept;  ///< counts what a call took
  void count_cut_answer() noexcept { ++spent_.cut_answers; }                                    ///< counts an answer that was cut

  /// The same around a call of an embedding model, which is no model call but costs tokens of prompts. Throws `error` with `budget_time`
  /// or `budget_prompt_tokens`.
  T2S_DECL void open_embedding() const;
  T2S_DECL void close_embedding(std::size_t prompt_tokens) noexcept;  ///< counts what an embedding took

  /// To be called before a statement is executed. Throws `error` with `budget_time` or `budget_rows`.
  T2S_DECL void open_statement();
  T2S_DECL void close_statement(std::size_t rows) noexcept;  ///< counts what a statement gave

  /// Tokens that the next completion may have at most; `unlimited` if no number of them was allowed.
  [[nodiscard]] T2S_DECL std::size_t completion_tokens_left() const noexcept;

  [[nodiscard]] T2S_DECL spending spent() const noexcept;  ///< what has been spent so far
  /// The limits that it was made with.
  [[nodiscard]] limits const& allowed() const noexcept { return allowed_; }

  /// Whether a code says that a budget is spent.
  [[nodiscard]] static bool is_spent(std::error_code code) noexcept {
    return code.category() == category() && code.value() >= static_cast<int>(errc::budget_calls) &&
           code.value() <= static_cast<int>(errc::budget_rows);
  }

  /// When the time is over; `time_point::max()` if it never is.
  [[nodiscard]] T2S_DECL std::chrono::steady_clock::time_point deadline() const noexcept;

  /// Throws `error` with `budget_time` once the time is over.
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
