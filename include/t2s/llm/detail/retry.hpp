// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_RETRY_HPP
#define T2S_LLM_DETAIL_RETRY_HPP

#include "t2s/llm/detail/limits.hpp"
#include "t2s/llm/detail/retry_after.hpp"
#include "t2s/llm/protocol.hpp"

#include <algorithm>
#include <random>

/// The rules of limits.hpp without a clock: the caller passes the time. For one thread at a time.
namespace t2s::llm {

/// 408, 409, 429 and 5xx (529 is Anthropic's "overloaded").
[[nodiscard]] constexpr bool is_retried(unsigned status) noexcept {
  return status == 408 || status == 409 || status == 429 || (status >= 500 && status < 600);
}

/// Whether a status only asks to try later: 429, unless a quota is spent.
[[nodiscard]] inline bool is_passing_limit(http_response const& reply) noexcept {
  return reply.status == 429 && reply.body.find("insufficient_quota") == reply.body.npos;
}

/// Failed connections are retried. Timeouts are not: the server may still be working on the answer, which would be paid for twice.
[[nodiscard]] inline bool is_retried(std::error_code failed) noexcept { return failed == errc::model_unreachable; }

/// The waits of one request: exponential with full jitter (uniform from 0), or the wait that the server asks for, if that is longer.
class backoff {
 public:
  explicit backoff(retry_options const& options) : options_(options) {}

  /// The wait after another failed try; nothing if there must be no further try. `asked` is the wait that the server asks for, `spent` the
  /// time since the first try began, `limited` whether the answer was a passing limit.
  [[nodiscard]] std::optional<std::chrono::milliseconds> next(std::optional<std::chrono::milliseconds> asked,
                                                              std::chrono::nanoseconds spent, bool limited = false) {
    using std::chrono::milliseconds;
    ++failed_;
    if (limited && options_.outlast_limits)
      ++outlasted_;
    else if (failed_ - outlasted_ >= options_.tries)
      return {};
    if (asked && *asked > options_.longest_asked) return {};
    auto most = options_.first_wait;
    for (std::size_t i = 1; i < failed_ && most < options_.longest_wait; ++i) most *= 2;
    most = std::min(most, options_.longest_wait);
    auto const drawn = milliseconds(static_cast<std::int64_t>(draw() * static_cast<double>(most.count() + 1)));
    auto const wait = std::max(drawn, asked.value_or(drawn));  // servers ask for 0 s too, and for times that are past
    if (wait >= options_.total - std::min(spent, options_.total)) return {};
    return wait;
  }

  [[nodiscard]] std::size_t failed() const noexcept { return failed_; }  ///< number of failed tries

 private:
  [[nodiscard]] double draw() {
    if (!random_) {
      auto const seed = options_.seed != 0 ? options_.seed : std::uint64_t{std::random_device()()};
      random_.emplace(static_cast<std::minstd_rand::result_type>(seed % 2147483646u + 1));
      random_->discard(8);  // small seeds begin with small values
    }
    // A standard distribution would give different values in different libraries.
    return static_cast<double>((*random_)() - std::minstd_rand::min()) / static_cast<double>(std::minstd_rand::max());
  }

  retry_options options_;
  std::size_t failed_ = 0;
  std::size_t outlasted_ = 0;                 // the part of failed_ that were passing limits
  std::optional<std::minstd_rand> random_{};  // most requests need none
};

/// Stops requests to a failing server: after some consecutive failures nothing is sent for a while, then one request, the probe, which
/// decides.
class circuit_breaker {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  enum class admission : std::uint8_t { refused, ordinary, probe };

  explicit circuit_breaker(breaker_options options = {}) noexcept : options_(options) {}

  /// Whether a request may be sent. If so, call `succeeded`, `failed` or `left` when it has ended.
  [[nodiscard]] admission admits(time_point now) noexcept {
    if (!is_open()) return admission::ordinary;
    if (probing_ || now - opened_ < options_.rest) return admission::refused;
    probing_ = true;
    return admission::probe;
  }

  /// The server answered, even if it rejected the request.
  void succeeded(admission as) noexcept {
    if (decides(as)) failures_ = 0;
    left(as);
  }
  /// The server failed or could not be reached.
  void failed(admission as, time_point now) noexcept {
    if (options_.failures != 0 && decides(as)) {
      ++failures_;
      if (is_open()) opened_ = now;
    }
    left(as);
  }
  /// The result is unknown: the request was cancelled, or never sent.
  void left(admission as) noexcept {
    if (as == admission::probe) probing_ = false;
  }

  [[nodiscard]] bool is_open() const noexcept { return options_.failures != 0 && failures_ >= options_.failures; }

 private:
  /// Requests that were sent before the circuit opened do not count.
  [[nodiscard]] bool decides(admission as) const noexcept { return as == admission::probe || (as == admission::ordinary && !is_open()); }

  breaker_options options_;
  std::size_t failures_ = 0;
  time_point opened_{};
  bool probing_ = false;
};

/// A token bucket: it fills at a steady rate up to a capacity of at least 1. A rate of 0 means no limit.
class token_bucket {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  token_bucket(double a_minute, double burst_seconds) noexcept
      : a_second_(a_minute / 60), capacity_(std::max(1.0, a_second_ * burst_seconds)), level_(capacity_) {}

  /// The time at which `n` can be taken. More than the capacity can be taken when the bucket is full; its level is then negative.
  [[nodiscard]] time_point ready(double n, time_point now) noexcept {
    if (a_second_ <= 0) return now;
    fill(now);
    auto const missing = std::min(n, capacity_) - level_;
    if (missing <= 0) return now;
    // Rounded up: a wait that is too short would only be followed by another.
    return now + std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(missing / a_second_));
  }
  /// Takes `n`, or returns it if it is negative.
  void take(double n, time_point now) noexcept {
    if (a_second_ <= 0) return;
    fill(now);
    level_ = std::min(capacity_, level_ - n);
  }

 private:
  void fill(time_point now) noexcept {
    if (now > at_ && at_ != time_point())
      level_ = std::min(capacity_, level_ + a_second_ * std::chrono::duration<double>(now - at_).count());
    at_ = std::max(at_, now);
  }

  double a_second_;
  double capacity_;
  double level_;
  time_point at_{};
};

}  // namespace t2s::llm

#endif
