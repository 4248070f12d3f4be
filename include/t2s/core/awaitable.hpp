// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_AWAITABLE_HPP
#define T2S_CORE_AWAITABLE_HPP

#include "t2s/core/task.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <memory>
#include <utility>

/// For awaitable models and databases: Asio's coroutines, and what a run that waits on an executor needs. Include it where such a type is
/// defined; t2s's own awaitable types do. A program without one includes no Asio.
namespace t2s::detail {

/// A timer that a coroutine waits for and that others may end early. Not for several threads at a time.
template <class Executor>
class wait_timer final : public pending_wait {
 public:
  /// A timer of the calling coroutine's executor.
  static boost::asio::awaitable<std::shared_ptr<wait_timer>, Executor> make(std::chrono::steady_clock::time_point until) {
    auto const on = co_await boost::asio::this_coro::executor;
    co_return std::make_shared<wait_timer>(on, until);
  }

  wait_timer(Executor const& on, std::chrono::steady_clock::time_point until) : timer_(on, until) {}

  void end() override { timer_.expires_at(std::chrono::steady_clock::time_point()); }

  /// Suspends until the time or `end()`. `begin(start)` calls `start()` once, at once, under the lock that guards the timer. A cancelled
  /// coroutine throws at its next wait.
  template <class Begin>
  auto wait(Begin begin) {
    auto how = boost::asio::as_tuple(boost::asio::use_awaitable_t<Executor>());
    auto initiate = [this, begin = std::move(begin)](auto handler) mutable { begin([&] { timer_.async_wait(std::move(handler)); }); };
    return boost::asio::async_initiate<decltype(how), void(boost::system::error_code)>(std::move(initiate), how);
  }

 private:
  boost::asio::steady_timer timer_;
};

}  // namespace t2s::detail

#endif
