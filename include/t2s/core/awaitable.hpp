// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_AWAITABLE_HPP
#define T2S_CORE_AWAITABLE_HPP

#include "t2s/core/task.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <utility>

/// For awaitable models and databases: Asio's coroutines, and the parts of a run that wait on an executor. Include it where such a type is
/// defined; t2s's own awaitable types do. A program without awaitable types does not include Asio.
namespace t2s::detail {

/// A timer that a coroutine waits for and that others may end early. Not thread safe.
template <class Executor>
class wait_timer final : public pending_wait {
 public:
  /// A timer on the calling coroutine's executor.
  static boost::asio::awaitable<std::shared_ptr<wait_timer>, Executor> make(std::chrono::steady_clock::time_point until) {
    auto const on = co_await boost::asio::this_coro::executor;
    co_return std::make_shared<wait_timer>(on, until);
  }

  wait_timer(Executor const& on, std::chrono::steady_clock::time_point until) : timer_(on, until) {}

  void end() override { timer_.expires_at(std::chrono::steady_clock::time_point()); }

  /// Suspends until the time or `end()`. `begin(start)` calls `start()` once, immediately, under the lock that guards the timer. A
  /// cancelled coroutine throws at its next wait.
  template <class Begin>
  auto wait(Begin begin) {
    auto how = boost::asio::as_tuple(boost::asio::use_awaitable_t<Executor>());
    auto initiate = [this, begin = std::move(begin)](auto handler) mutable { begin([&] { timer_.async_wait(std::move(handler)); }); };
    return boost::asio::async_initiate<decltype(how), void(boost::system::error_code)>(std::move(initiate), how);
  }

 private:
  boost::asio::steady_timer timer_;
};

/// Runs coroutines of one run concurrently, one at a time, however many threads the executor has.
template <class Executor>
class task_group {
 public:
  /// Awaits begin(0) to begin(n - 1), awaitables of bool, at most `at_once` of them at a time, until all have ended or `enough()`. Those
  /// still running are then cancelled, and have ended when this returns. The first exception ends the group in the same way, and is thrown;
  /// so does a cancellation of the caller. An executor other than Asio's own must not run on several threads.
  template <class Begin, class Enough>
  static boost::asio::awaitable<bool, Executor> run(std::size_t n, std::size_t at_once, Begin begin, Enough enough) {
    auto const on = co_await boost::asio::this_coro::executor;
    auto all = run_in_turn(n, at_once, std::move(begin), std::move(enough));
    auto running = boost::asio::co_spawn(in_turn(on), std::move(all), boost::asio::use_awaitable_t<Executor>());
    co_await std::move(running);
    co_return true;
  }

 private:
  static Executor in_turn(Executor const& on) {
    if constexpr (std::constructible_from<Executor, boost::asio::strand<Executor>>)
      return Executor(boost::asio::make_strand(on));
    else
      return on;
  }

  struct member {
    boost::asio::cancellation_signal cancel{};
    bool over = false;
  };
  struct group {
    explicit group(Executor const& on) : change(on, boost::asio::steady_timer::time_point::max()) {}

    void end(member& m, std::exception_ptr why) {
      m.over = true;
      ++ended;
      if (why && !stopping && !failed) failed = std::move(why);
      change.cancel();
    }
    [[nodiscard]] bool may_start(std::size_t n, std::size_t at_once) const {
      return !stopping && !failed && members.size() < n && members.size() - ended < at_once;
    }
    /// Whether to stop; an exception of `enough` ends the group too.
    template <class Enough>
    bool ends(Enough& enough) {
      try {
        return enough();
      } catch (...) {
        failed = std::current_exception();
        return true;
      }
    }
    void stop() {
      stopping = true;
      for (auto& m : members)
        if (!m.over) m.cancel.emit(boost::asio::cancellation_type::terminal);
    }

    std::deque<member> members{};
    std::size_t ended = 0;
    bool stopping = false;
    std::exception_ptr failed{};
    boost::asio::steady_timer change;  // ends early when a member has ended
  };

  template <class Begin>
  static void start(std::shared_ptr<group> const& all, Executor const& on, Begin& begin) {
    auto const number = all->members.size();
    auto& m = all->members.emplace_back();
    try {
      auto ends = [all, &m](std::exception_ptr why, bool) { all->end(m, std::move(why)); };
      boost::asio::co_spawn(on, begin(number), boost::asio::bind_cancellation_slot(m.cancel.slot(), std::move(ends)));
    } catch (...) {
      all->end(m, std::current_exception());
    }
  }

  template <class Begin, class Enough>
  static boost::asio::awaitable<bool, Executor> run_in_turn(std::size_t n, std::size_t at_once, Begin begin, Enough enough) {
    auto const on = co_await boost::asio::this_coro::executor;
    co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::enable_total_cancellation());  // kinds that the caller enables
    auto all = std::make_shared<group>(on);
    bool cancelled = false;
    while (true) {
      while (all->may_start(n, at_once)) start(all, on, begin);
      if (all->failed && !all->stopping) all->stop();
      if (all->ended == all->members.size()) break;
      auto how = boost::asio::as_tuple(boost::asio::use_awaitable_t<Executor>());
      auto waiting = all->change.async_wait(how);
      co_await std::move(waiting);
      auto const state = co_await boost::asio::this_coro::cancellation_state;
      if (!cancelled && state.cancelled() != boost::asio::cancellation_type::none) {
        cancelled = true;  // and go on waiting for those still running
        co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
      }
      if (!all->stopping && (cancelled || all->failed || all->ends(enough))) all->stop();
    }
    if (all->failed) std::rethrow_exception(all->failed);
    if (cancelled) throw boost::system::system_error(boost::asio::error::operation_aborted);
    co_return true;
  }
};

}  // namespace t2s::detail

#endif
