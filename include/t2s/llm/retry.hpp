// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_RETRY_HPP
#define T2S_LLM_RETRY_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/http_message.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string_view>

/// Which failed request is sent again, and when. Without a clock: the caller says what time it is.
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

/// 408, 409, 429 and 5xx (529 is Anthropic's "overloaded").
[[nodiscard]] constexpr bool is_retried(unsigned status) noexcept {
  return status == 408 || status == 409 || status == 429 || (status >= 500 && status < 600);
}

/// Whether an answer only says to try later: 429, unless a quota is spent, which no wait brings back.
[[nodiscard]] T2S_DECL bool is_passing_limit(http_response const& reply) noexcept;

/// A connection that failed. Not a timeout: the server may still be at work on the answer, which would be paid twice.
[[nodiscard]] T2S_DECL bool is_retried(std::error_code failed) noexcept;

/// What Retry-After-Ms or Retry-After (seconds, or a date in any of HTTP's three forms) asks for, from 0 to some 30 years; nothing if
/// neither is there and readable.
[[nodiscard]] T2S_DECL std::optional<std::chrono::milliseconds> asked_wait(http_response const& reply,
                                                                           std::chrono::system_clock::time_point now) noexcept;

/// The point in time that an HTTP date names, e.g. "Sun, 06 Nov 1994 08:49:37 GMT".
[[nodiscard]] T2S_DECL std::optional<std::chrono::sys_seconds> read_http_date(std::string_view text) noexcept;

/// The waits of one request: exponential, with full jitter (uniform from 0), unless the server asks for one.
class backoff {
 public:
  /// The waits of one call.
  explicit backoff(retry_options const& options) : options_(options) {}

  /// The wait after another failed try, `asked` being what the server asks for; nothing if there is to be no further one. `spent` is the
  /// time since the first try began, `limited` whether the answer was a passing limit.
  [[nodiscard]] T2S_DECL std::optional<std::chrono::milliseconds> next(std::optional<std::chrono::milliseconds> asked,
                                                                       std::chrono::nanoseconds spent, bool limited = false);

  /// How many tries have failed.
  [[nodiscard]] std::size_t failed() const noexcept { return failed_; }

 private:
  /// Uniform in [0, 1].
  [[nodiscard]] T2S_DECL double draw();

  retry_options options_;
  std::size_t failed_ = 0;
  std::size_t outlasted_ = 0;                 // of failed_
  std::optional<std::minstd_rand> random_{};  // most requests need none
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/retry.ipp"
#endif

#endif
