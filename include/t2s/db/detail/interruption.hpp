// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_INTERRUPTION_HPP
#define T2S_DB_DETAIL_INTERRUPTION_HPP

#include <functional>
#include <mutex>
#include <utility>

namespace t2s::db::detail {

/// Ends one wait after another, from any thread. Not a `std::stop_callback`: who waits may be gone, on another thread, before one is made.
class interruption {
 public:
  /// `end` is called once, when it happens or at once if it has; not after the next `set`. It may be called when the wait is over.
  void set(std::function<void()> end) {
    std::unique_lock lock(mutex_);
    end_ = std::move(end);
    if (!happened_) return;
    auto const now = std::exchange(end_, {});
    lock.unlock();
    now();
  }

  void happen() {
    std::unique_lock lock(mutex_);
    happened_ = true;
    auto const now = std::exchange(end_, {});
    lock.unlock();
    if (now) now();
  }

 private:
  std::mutex mutex_{};
  std::function<void()> end_{};
  bool happened_ = false;
};

}  // namespace t2s::db::detail

#endif
