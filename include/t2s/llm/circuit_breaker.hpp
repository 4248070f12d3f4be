// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_CIRCUIT_BREAKER_HPP
#define T2S_LLM_CIRCUIT_BREAKER_HPP

#include <chrono>
#include <cstddef>

namespace t2s::llm {

struct breaker_options {
  std::size_t failures = 0;                                  ///< that open the circuit, one after the other; 0 never does
  std::chrono::nanoseconds rest = std::chrono::seconds(30);  ///< until one request may find out whether the server is back
};

/// Spares a server that fails, and those who would wait for it: after some failures in a row nothing is sent for a while, then one request
/// alone, which decides. Pure: who asks says what time it is. For one thread at a time.
class circuit_breaker {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  explicit circuit_breaker(breaker_options options = {}) noexcept : options_(options) {}

  /// Whether a request may be sent. Who is told so says afterwards how it ended: `succeeded`, `failed` or `left`.
  [[nodiscard]] bool admits(time_point now) noexcept {
    if (!is_open()) return true;
    if (probing_ || now - opened_ < options_.rest) return false;
    probing_ = true;
    return true;
  }

  /// The server answered, be it that the request was wrong.
  void succeeded() noexcept {
    failures_ = 0;
    probing_ = false;
  }
  /// The server failed or could not be reached.
  void failed(time_point now) noexcept {
    if (options_.failures == 0) return;
    ++failures_;
    probing_ = false;
    if (is_open()) opened_ = now;
  }
  /// Nobody knows: the request was cancelled.
  void left() noexcept { probing_ = false; }

  [[nodiscard]] bool is_open() const noexcept { return options_.failures != 0 && failures_ >= options_.failures; }

 private:
  breaker_options options_;
  std::size_t failures_ = 0;
  time_point opened_{};
  bool probing_ = false;
};

}  // namespace t2s::llm

#endif
