// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_LIMITS_HPP
#define T2S_LLM_DETAIL_LIMITS_HPP

#include "t2s/core/awaitable.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

/// Limits on requests to a model over HTTP, and when requests are repeated.
namespace t2s::llm {

/// Which requests are repeated, and when.
struct retry_options {
  std::size_t tries = 4;                                                  ///< including the first; 1 means no retries
  std::chrono::milliseconds first_wait = std::chrono::milliseconds(500);  ///< the wait before the second try is at most this,
  std::chrono::milliseconds longest_wait = std::chrono::seconds(16);      ///< before each further one at most twice as long, up to this
  std::chrono::milliseconds longest_asked = std::chrono::minutes(1);      ///< if the server asks for more (Retry-After), the request fails
  std::chrono::nanoseconds total = std::chrono::minutes(15);              ///< for all tries and waits together
  bool outlast_limits = false;  ///< a 429 does not count as a failed try: only `total` limits the wait, unless a quota is spent
  std::uint64_t seed = 0;       ///< of the waits' jitter; 0 takes a new one each time
};

/// When to stop sending for a while.
struct breaker_options {
  std::size_t failures = 0;                                  ///< consecutive failures that open the circuit; 0 never opens it
  std::chrono::nanoseconds rest = std::chrono::seconds(30);  ///< until one request may test whether the server has recovered
};

/// Rates of requests. 0 means no limit.
struct rate_limits {
  double requests_a_minute = 0;  ///< 0 means no limit
  double tokens_a_minute = 0;    ///< of prompts and completions together
  std::size_t at_once = 0;       ///< concurrent requests
  double burst_seconds = 1;      ///< the share of a minute that may be used at once after a pause
};

/// Admits requests in order, as fast as the limits allow. Several models may share one.
///
/// `acquire` waits on the executor of its coroutine, which must be the same for all and run one handler at a time. Cancellation throws
/// `operation_aborted` (`boost::system::system_error`) and takes nothing.
class rate_limiter {
  class state;

 public:
  /// Permission for one request, returned by the destructor. It may outlive the limiter.
  class permit {
   public:
    permit() = default;
    permit(permit&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}  ///< moves it
    permit& operator=(permit&& other) noexcept {                                 ///< moves it
      std::swap(of_, other.of_);
      return *this;
    }
    T2S_DECL ~permit();

   private:
    friend class rate_limiter;
    explicit permit(std::shared_ptr<state> of) : of_(std::move(of)) {}
    std::shared_ptr<state> of_{};
  };

  T2S_DECL explicit rate_limiter(rate_limits limits = {});  ///< without active requests

  /// The permit for a request with an estimated number of tokens. Throws `error` with `model_timeout` if there is none by `until`: at once
  /// if no active request could change that.
  [[nodiscard]] T2S_DECL awaitable<permit> acquire(
      std::size_t tokens, std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

  /// Corrects the number of tokens that was passed to `acquire`. Admits a waiting request if that frees enough.
  T2S_DECL void settle(std::size_t estimated, std::size_t used);

  [[nodiscard]] T2S_DECL std::size_t under_way() const noexcept;  ///< number of permits in use
  [[nodiscard]] T2S_DECL bool counts_tokens() const noexcept;     ///< whether tokens are limited

 private:
  std::shared_ptr<state> shared_;
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/limits.ipp"
#endif

#endif
