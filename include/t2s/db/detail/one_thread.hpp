// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_ONE_THREAD_HPP
#define T2S_DB_DETAIL_ONE_THREAD_HPP

#include "t2s/core/error.hpp"

#include <atomic>
#include <string>
#include <thread>

namespace t2s::db::detail {

/// Lasts while a thread uses a connection. Throws `error` with `invalid_argument` if another one does: the engine would mix up their
/// statements.
class one_thread {
 public:
  /// `what` is the connection, `instead` the database that many threads may use.
  one_thread(std::atomic<std::thread::id>& user, char const* what, char const* instead) : user_(user) {
    std::thread::id now{};
    first_ = user_.compare_exchange_strong(now, std::this_thread::get_id());
    if (first_ || now == std::this_thread::get_id()) return;
    throw error(
        errc::invalid_argument, std::string(what).append(" is used by two threads at the same time"),
        std::string("give each thread a connection of its own (prepared(connection, shared()) shares what is known), or use ") + instead);
  }
  one_thread(one_thread const&) = delete;
  one_thread& operator=(one_thread const&) = delete;
  ~one_thread() {
    if (first_) user_ = std::thread::id();
  }

  /// Whether no other statement of the thread is under way.
  [[nodiscard]] bool is_first() const noexcept { return first_; }

 private:
  std::atomic<std::thread::id>& user_;
  bool first_ = false;
};

}  // namespace t2s::db::detail

#endif
