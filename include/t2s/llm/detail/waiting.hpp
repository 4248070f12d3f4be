// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_WAITING_HPP
#define T2S_LLM_DETAIL_WAITING_HPP

#include "t2s/core/error.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <chrono>
#include <exception>
#include <list>
#include <memory>
#include <tuple>
#include <utility>

/// Coroutines that wait: for a time, for their turn, for work on another executor.
namespace t2s::llm::detail {

using monotonic = std::chrono::steady_clock;

/// `now + span`, without overflow for very long spans.
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

/// Coroutines that wait for their turn, first come first served. All on one executor that runs one handler at a time.
class wait_queue {
 public:
  [[nodiscard]] bool empty() const noexcept { return waiters_.empty(); }

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

  /// True when resumed, false at the time limit. Cancellation throws `operation_aborted`, unless the coroutine is resumed at the same time,
  /// so that no turn is lost.
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

/// A result or a failure passed from one executor to another as data, so that no two threads share an exception.
template <class T>
struct crossing {
  std::optional<T> result{};
  std::optional<failure> failed{};
  std::exception_ptr other{};  // for the caller

  [[nodiscard]] T get() && {
    if (failed) throw error(std::move(*failed));
    if (other) std::rethrow_exception(std::exchange(other, {}));
    return std::move(*result);
  }
};

inline failure cancellation_of(std::string const& origin) {
  return {errc::cancelled, "the request to " + origin + " was cancelled", {}, {}, {}};
}

/// The result or failure of `work` as data. Cancellation becomes `errc::cancelled`.
template <class T>
boost::asio::awaitable<crossing<T>> caught(boost::asio::awaitable<T> work, std::shared_ptr<std::string const> origin) {
  crossing<T> end;
  try {
    end.result = co_await std::move(work);
  } catch (error const& e) {
    end.failed = e.details();
  } catch (boost::system::system_error const& e) {
    if (e.code() == boost::asio::error::operation_aborted)
      end.failed = cancellation_of(*origin);
    else
      end.other = std::current_exception();
  } catch (...) {
    end.other = std::current_exception();
  }
  co_return end;
}

/// Makes every cancellation terminal, the only kind that new coroutines and operations over TLS support.
struct as_terminal {
  boost::asio::cancellation_type_t operator()(boost::asio::cancellation_type_t asked) const noexcept {
    return asked == boost::asio::cancellation_type::none ? asked : boost::asio::cancellation_type::terminal;
  }
};

template <class T>
boost::asio::awaitable<T> set_apart(boost::asio::any_io_executor executor, boost::asio::awaitable<T> work) {
  auto const above = co_await boost::asio::this_coro::cancellation_state;
  boost::asio::cancellation_state const all(above.slot(), as_terminal());
  auto working =
      boost::asio::co_spawn(executor, std::move(work), boost::asio::bind_cancellation_slot(all.slot(), boost::asio::use_awaitable));
  auto end = co_await std::move(working);
  co_return end;
}

/// Runs `work` on `executor`; the caller continues on its own. Cancellation is passed on; with `apart` as terminal, also on the caller's
/// executor.
template <class T>
boost::asio::awaitable<T> on_executor(boost::asio::any_io_executor executor, boost::asio::awaitable<T> work,
                                      std::shared_ptr<std::string const> origin, bool apart = false) {
  auto const here = co_await boost::asio::this_coro::executor;
  auto working = caught(std::move(work), origin);
  if (apart || here != executor) working = set_apart(executor, std::move(working));
  crossing<T> end;
  try {
    end = co_await std::move(working);
  } catch (boost::system::system_error const& e) {  // it was cancelled before it began
    if (e.code() != boost::asio::error::operation_aborted) throw;
    end.failed = cancellation_of(*origin);
  }
  co_return std::move(end).get();
}

}  // namespace t2s::llm::detail

#endif
