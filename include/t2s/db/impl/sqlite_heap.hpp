// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_SQLITE_HEAP_HPP
#define T2S_DB_IMPL_SQLITE_HEAP_HPP

#include <sqlite3.h>

#include <cstddef>
#include <mutex>

namespace t2s::db::detail {

/// A limit of SQLite's memory while the object lives. SQLite knows but one limit for the whole process: this is the lowest that living
/// objects ask for, and none when the last is gone. A limit that the application has set itself stays as it is.
class heap_limit {
 public:
  explicit heap_limit(std::size_t bytes) : asks_(bytes > 0) {
    if (!asks_) return;
    std::lock_guard const lock(mutex_);
    ++asking_;
    // What the application holds already is its own affair.
    auto const limit = sqlite3_memory_used() + static_cast<sqlite3_int64>(bytes);
    if (is_ours() && (ours_ == 0 || limit < ours_)) set(limit);
  }
  heap_limit(heap_limit const&) = delete;
  heap_limit& operator=(heap_limit const&) = delete;
  ~heap_limit() {
    if (!asks_) return;
    std::lock_guard const lock(mutex_);
    if (--asking_ > 0) return;
    if (is_ours()) set(0);
    ours_ = 0;
  }

 private:
  /// Whether the limits are those set here, or none. SQLite sets the soft limit along with the hard one.
  static bool is_ours() { return sqlite3_hard_heap_limit64(-1) == ours_ && sqlite3_soft_heap_limit64(-1) == ours_; }
  static void set(sqlite3_int64 limit) {
    sqlite3_hard_heap_limit64(limit);
    ours_ = limit;
  }

  static inline std::mutex mutex_{};
  static inline std::size_t asking_ = 0;
  static inline sqlite3_int64 ours_ = 0;

  bool asks_;
};

}  // namespace t2s::db::detail

#endif
