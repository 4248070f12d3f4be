// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_BACK_OFF_HPP
#define T2S_DB_DETAIL_BACK_OFF_HPP

#include "t2s/core/error.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace t2s::db::detail {

/// Whether another host, or the same one later, may take a connection that failed with this.
inline bool may_pass(std::error_code code) {
  return code == errc::database_unreachable || code == errc::database_timeout || code == errc::database_busy || code == errc::database_lost;
}

/// When a server that could not be reached may be tried again: later after each failure. Any number of threads may use it.
class back_off {
 public:
  using clock = std::chrono::steady_clock;

  /// `patience`: how long an operation goes on trying; none is to wait in vain.
  void note_failure(std::chrono::nanoseconds patience) {
    static constexpr std::chrono::nanoseconds first = std::chrono::milliseconds(25), longest = std::chrono::seconds(1);
    std::lock_guard const lock(mutex_);
    delay_ = std::min({std::max(2 * delay_, first), longest, patience / 2});
    next_ = clock::now() + delay_;
  }
  void note_success() {
    std::lock_guard const lock(mutex_);
    delay_ = {};
    next_ = {};
  }

  [[nodiscard]] clock::time_point next_try() const {
    std::lock_guard const lock(mutex_);
    return next_;
  }

 private:
  mutable std::mutex mutex_{};
  std::chrono::nanoseconds delay_{};
  clock::time_point next_{};
};

}  // namespace t2s::db::detail

#endif
