// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_CIRCUIT_BREAKER_HPP
#define T2S_LLM_CIRCUIT_BREAKER_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace t2s::llm {

/// When nothing is sent for a while.
struct breaker_options {
  std::size_t failures = 0;                                  ///< that open the circuit, one after the other; 0 never does
  std::chrono::nanoseconds rest = std::chrono::seconds(30);  ///< until one request may find out whether the server is back
};

/// Stops requests to a server that fails: after some failures in a row nothing is sent for a while, then one request, the probe, which
/// decides. Without a clock: the caller says what time it is. For one thread at a time.
class circuit_breaker {
 public:
  using time_point = std::chrono::steady_clock::time_point;  ///< of the clock that callers read

  /// Whether a request may be sent, and as what.
  enum class admission : std::uint8_t { refused, ordinary, probe };

  /// A closed circuit.
  explicit circuit_breaker(breaker_options options = {}) noexcept : options_(options) {}

  /// Whether a request may be sent. Unless refused, call `succeeded`, `failed` or `left` with the result once it has ended.
  [[nodiscard]] admission admits(time_point now) noexcept {
    if (!is_open()) return admission::ordinary;
    if (probing_ || now - opened_ < options_.rest) return admission::refused;
    probing_ = true;
    return admission::probe;
  }

  /// The server answered, even if it refused the request.
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
  /// Nothing is known: the request was cancelled, or never sent.
  void left(admission as) noexcept {
    if (as == admission::probe) probing_ = false;
  }

  /// Whether nothing is sent.
  [[nodiscard]] bool is_open() const noexcept { return options_.failures != 0 && failures_ >= options_.failures; }

 private:
  /// Requests that were sent before the circuit opened do not count.
  [[nodiscard]] bool decides(admission as) const noexcept { return as == admission::probe || (as == admission::ordinary && !is_open()); }

  breaker_options options_;
  std::size_t failures_ = 0;
  time_point opened_{};
  bool probing_ = false;
};

}  // namespace t2s::llm

#endif
