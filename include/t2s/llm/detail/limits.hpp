// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_LIMITS_HPP
#define T2S_LLM_DETAIL_LIMITS_HPP

#include "t2s/core/awaitable.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

/// What may be sent to a model over HTTP, and what is sent again.
namespace t2s::llm {

/// What is tried again, and when.
struct retry_options {
  std::size_t tries = 4;                                                  ///< the first included; 1 retries nothing
  std::chrono::milliseconds first_wait = std::chrono::milliseconds(500);  ///< the wait before the second try is at most this,
  std::chrono::milliseconds longest_wait = std::chrono::seconds(16);      ///< before each further one at most twice as long, up to this
  std::chrono::milliseconds longest_asked = std::chrono::minutes(1);      ///< a server that asks for more (Retry-After) is given up
  std::chrono::nanoseconds total = std::chrono::minutes(15);              ///< for all tries and waits together
  bool outlast_limits = false;  ///< a 429 is no failed try: `total` alone says how long it is waited out, unless a quota is spent
  std::uint64_t seed = 0;       ///< of the waits' jitter; 0 takes a new one each time
};

/// When nothing is sent for a while.
struct breaker_options {
  std::size_t failures = 0;                                  ///< in a row open the circuit; 0 never does
  std::chrono::nanoseconds rest = std::chrono::seconds(30);  ///< until one request may test whether the server is back
};

/// What may be sent. 0 is no limit.
struct rate_limits {
  double requests_a_minute = 0;  ///< 0 is no limit
  double tokens_a_minute = 0;    ///< of prompts and completions together
  std::size_t at_once = 0;       ///< requests under way
  double burst_seconds = 1;      ///< how much of a minute's share may be used at once after a pause
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
    permit(permit&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}  ///< takes it over
    permit& operator=(permit&& other) noexcept {                                 ///< takes it over
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

  /// The permit for a request of about so many tokens. Throws `error` with `model_timeout` if there is none by `until`: at once if no
  /// request under way could change that.
  [[nodiscard]] T2S_DECL awaitable<permit> acquire(
      std::size_t tokens, std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

  /// Corrects the number of tokens that `acquire` was called with. A waiting request is admitted if that is enough for it.
  T2S_DECL void settle(std::size_t estimated, std::size_t used);

  [[nodiscard]] T2S_DECL std::size_t under_way() const noexcept;  ///< how many permissions are out
  [[nodiscard]] T2S_DECL bool counts_tokens() const noexcept;     ///< whether tokens are limited

 private:
  std::shared_ptr<state> shared_;
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/limits.ipp"
#endif

#endif
