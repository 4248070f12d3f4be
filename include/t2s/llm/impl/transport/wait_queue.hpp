// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TRANSPORT_WAIT_QUEUE_HPP
#define T2S_LLM_IMPL_TRANSPORT_WAIT_QUEUE_HPP

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <chrono>
#include <list>
#include <tuple>
#include <utility>

namespace t2s::llm::detail {

using monotonic = std::chrono::steady_clock;

/// `now + span`, without overflow for the limits of users who want none.
inline monotonic::time_point later_by(monotonic::time_point now, std::chrono::nanoseconds span) noexcept {
  return span > monotonic::time_point::max() - now ? monotonic::time_point::max() : now + span;
}

[[noreturn]] inline void throw_cancelled() { throw boost::system::system_error(boost::asio::error::operation_aborted); }

/// Returns at `until`. Cancellation throws `operation_aborted`.
inline boost::asio::awaitable<void> sleep_until(monotonic::time_point until) {
  auto const executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, until);
  auto waiting = timer.async_wait(boost::asio::use_awaitable);
  co_await std::move(waiting);
}

/// Coroutines that wait for their turn, first come first served. All on one executor, one at a time.
class wait_queue {
 public:
  [[nodiscard]] bool empty() const noexcept { return waiters_.empty(); }

  /// Resumes the first one.
  void resume_next() {
    if (waiters_.empty()) return;
    auto* const first = waiters_.front();
    waiters_.pop_front();
    first->resumed = true;
    first->timer.cancel();
  }
  void resume_all() {
    while (!waiters_.empty()) resume_next();
  }

  /// True when resumed, false when the time is over. Cancellation throws `operation_aborted`; who is resumed and cancelled at the same time
  /// counts as resumed, so that no turn is lost.
  boost::asio::awaitable<bool> wait(monotonic::time_point until) {
    auto const executor = co_await boost::asio::this_coro::executor;
    waiter mine(*this, executor, until);
    auto waiting = mine.timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    auto const ended = co_await std::move(waiting);
    if (!mine.resumed && std::get<0>(ended)) throw boost::system::system_error(std::get<0>(ended));
    co_return mine.resumed;
  }

 private:
  struct waiter {
    waiter(wait_queue& queue, boost::asio::any_io_executor const& executor, monotonic::time_point until)
        : in(queue), timer(executor, until), at(in.waiters_.insert(in.waiters_.end(), this)) {}
    waiter(waiter const&) = delete;
    waiter& operator=(waiter const&) = delete;
    ~waiter() {
      if (!resumed) in.waiters_.erase(at);
    }

    wait_queue& in;
    boost::asio::steady_timer timer;
    std::list<waiter*>::iterator at;
    bool resumed = false;
  };

  std::list<waiter*> waiters_{};
};

}  // namespace t2s::llm::detail

#endif
