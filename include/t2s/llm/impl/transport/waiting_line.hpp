// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TRANSPORT_WAITING_LINE_HPP
#define T2S_LLM_IMPL_TRANSPORT_WAITING_LINE_HPP

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

/// Goes on at `until`. Cancellation throws `operation_aborted`.
inline boost::asio::awaitable<void> sleep_until(monotonic::time_point until) {
  auto const executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, until);
  auto waiting = timer.async_wait(boost::asio::use_awaitable);
  co_await std::move(waiting);
}

/// Coroutines that wait for their turn, first come first served. All on one executor, one at a time.
class waiting_line {
 public:
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

  /// The first one goes on.
  void call_next() {
    if (places_.empty()) return;
    auto* const first = places_.front();
    places_.pop_front();
    first->called = true;
    first->timer.cancel();
  }
  void call_all() {
    while (!places_.empty()) call_next();
  }

  /// True when called, false when the time is over. Cancellation throws `operation_aborted`; who is called and cancelled at once counts
  /// as called, so that nobody's turn is lost.
  boost::asio::awaitable<bool> wait(monotonic::time_point until) {
    auto const executor = co_await boost::asio::this_coro::executor;
    place mine(*this, executor, until);
    auto waiting = mine.timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    auto const ended = co_await std::move(waiting);
    if (!mine.called && std::get<0>(ended)) throw boost::system::system_error(std::get<0>(ended));
    co_return mine.called;
  }

 private:
  struct place {
    place(waiting_line& line, boost::asio::any_io_executor const& executor, monotonic::time_point until)
        : in(line), timer(executor, until), at(in.places_.insert(in.places_.end(), this)) {}
    place(place const&) = delete;
    place& operator=(place const&) = delete;
    ~place() {
      if (!called) in.places_.erase(at);
    }

    waiting_line& in;
    boost::asio::steady_timer timer;
    std::list<place*>::iterator at;
    bool called = false;
  };

  std::list<place*> places_{};
};

}  // namespace t2s::llm::detail

#endif
