// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_RATE_LIMITER_HPP
#define T2S_LLM_RATE_LIMITER_HPP

#include "t2s/core/awaitable.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>

namespace t2s::llm {

/// What may be sent. 0 is no limit.
struct rate_limits {
  double requests_a_minute = 0;  ///< 0 is no limit
  double tokens_a_minute = 0;    ///< of prompts and completions together
  std::size_t at_once = 0;       ///< requests under way
  double burst_seconds = 1;      ///< how much of a minute's share may be used at once after a pause
};

/// A token bucket: it fills at a steady rate up to a capacity. Without a clock: the caller says what time it is.
class token_bucket {
 public:
  using time_point = std::chrono::steady_clock::time_point;  ///< of the clock that callers read

  /// `a_minute` 0 is no limit. The capacity is at least 1.
  T2S_DECL token_bucket(double a_minute, double burst_seconds) noexcept;

  /// When `n` can be taken. More than the capacity can be taken as soon as the bucket is full; its level is below 0 then.
  [[nodiscard]] T2S_DECL time_point ready(double n, time_point now) noexcept;
  /// Takes `n`, or gives back if it is below 0.
  T2S_DECL void take(double n, time_point now) noexcept;

 private:
  T2S_DECL void fill(time_point now) noexcept;

  double a_second_;
  double capacity_;
  double level_;
  time_point at_{};
};

/// Admits requests in the order in which they came, as fast as the limits allow. Several models may share one.
///
/// `acquire` waits on the executor of its coroutine, which must be the same for all and run one handler at a time. Cancellation throws
/// `operation_aborted` (`boost::system::system_error`) and takes nothing.
class rate_limiter {
  class state;

 public:
  /// Permission for one request under way, returned by the destructor. It may outlive the limiter.
  class permit {
   public:
    permit() = default;
    /// Takes the permission over.
    permit(permit&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}
    /// Takes the permission over and gives its own back.
    permit& operator=(permit&& other) noexcept {
      std::swap(of_, other.of_);
      return *this;
    }
    T2S_DECL ~permit();

   private:
    friend class rate_limiter;
    explicit permit(std::shared_ptr<state> of) : of_(std::move(of)) {}
    std::shared_ptr<state> of_{};
  };

  T2S_DECL explicit rate_limiter(rate_limits limits = {});  ///< nothing is under way

  /// The permit for a request of about so many tokens. Throws `error` with `model_timeout` if there is none by `until`, at once if
  /// no request under way could change that.
  [[nodiscard]] T2S_DECL awaitable<permit> acquire(
      std::size_t tokens, std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

  /// What a request really took, where `acquire` was told another number. A waiting request is admitted if that is enough for it.
  T2S_DECL void settle(std::size_t told, std::size_t really);

  [[nodiscard]] T2S_DECL std::size_t under_way() const noexcept;  ///< how many permissions are out
  [[nodiscard]] T2S_DECL bool counts_tokens() const noexcept;     ///< whether tokens are limited

 private:
  std::shared_ptr<state> shared_;
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/rate_limiter.ipp"
#endif

#endif
