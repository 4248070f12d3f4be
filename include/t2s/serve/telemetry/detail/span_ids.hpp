// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_SPAN_IDS_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_SPAN_IDS_HPP

#include "t2s/serve/telemetry/detail/span_data.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>

namespace t2s::telemetry::detail {

/// A unique identifier: splitmix64 of a counter with a random start. Thread safe.
inline std::uint64_t new_id() {
  static std::atomic<std::uint64_t> next = [] {
    std::random_device device;
    return std::uint64_t{device()} << 32U | device();
  }();
  for (;;) {
    auto z = next.fetch_add(0x9E3779B97F4A7C15U, std::memory_order_relaxed);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    if (z ^= z >> 31U; z != 0) return z;
  }
}

/// The wall-clock times of a run. They stay monotonic when the wall clock is set.
class run_clock {
 public:
  [[nodiscard]] std::int64_t now() const noexcept { return wall_ + (std::chrono::steady_clock::now() - start_) / one; }

 private:
  static constexpr std::chrono::nanoseconds one{1};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::int64_t wall_ = std::chrono::system_clock::now().time_since_epoch() / one;
};

}  // namespace t2s::telemetry::detail

#endif
