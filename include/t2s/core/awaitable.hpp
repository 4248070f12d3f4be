// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_AWAITABLE_HPP
#define T2S_CORE_AWAITABLE_HPP

#include "t2s/core/detail/task.hpp"

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
#include <optional>
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

/// An executor that runs one handler at a time: `on` itself if it does. One other than Asio's own must not run on several threads.
template <class Executor>
Executor in_turn(Executor const& on) {
  using strand = boost::asio::strand<Executor>;
  if constexpr (requires { on.template target<strand>(); })
    if (!on.template target<strand>()) return Executor(boost::asio::make_strand(on));
  return on;
}

/// Runs coroutines of one run concurrently, one at a time, however many threads the executor has.
template <class Executor>
class task_group {
 public:
  /// Awaits begin(0) to begin(n - 1), awaitables of bool, at most `at_once` of them at a time, until all have ended or `enough()`. Those
  /// still running are then cancelled, and have ended when this returns. The first exception ends the group in the same way, and is thrown;
  /// so does a cancellation of the caller.
  template <class Begin, class Enough>
  static boost::asio::awaitable<bool, Executor> run(std::size_t n, std::size_t at_once, Begin begin, Enough enough) {
    auto const on = co_await boost::asio::this_coro::executor;
    auto all = run_in_turn(n, at_once, std::move(begin), std::move(enough));
    auto running = boost::asio::co_spawn(in_turn(on), std::move(all), boost::asio::use_awaitable_t<Executor>());
    co_await std::move(running);
    co_return true;
  }

 private:
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

/// Waits in an awaitable run for work that may never end: a user's model, database or policy.
template <class Executor>
class timed_wait {
  template <class T>
  using awaitable = boost::asio::awaitable<T, Executor>;
  using time_point = std::chrono::steady_clock::time_point;

 public:
  /// The result of `work`, or nothing at `until`. The work is cancelled then, and a later result or exception is dropped, since it may be
  /// incomplete. If the work has not ended a moment later it is left behind: it goes on by itself, and `kept` lives until it ends. Throws
  /// what the work throws before `until`. A cancellation of the caller is passed on to the work, and thrown when that has ended or is left
  /// behind.
  template <class T>
  static awaitable<std::optional<T>> result_of(awaitable<T> work, time_point until, std::shared_ptr<void const> kept) {
    auto const here = co_await boost::asio::this_coro::executor;
    auto const on = in_turn(here);
    auto const at = std::make_shared<ended<T>>(on);
    at->kept = std::move(kept);
    auto waiting = wait(at, run(at, std::move(work)), until);
    if (on != here) waiting = boost::asio::co_spawn(on, cancellable(std::move(waiting)), boost::asio::use_awaitable_t<Executor>());
    bool const in_time = co_await std::move(waiting);
    if (!in_time) co_return std::nullopt;
    co_return std::move(at->value);
  }

  /// Runs `work` one handler at a time, and so all that it awaits by `result_of`.
  template <class T>
  static awaitable<T> in_turns(awaitable<T> work) {
    auto const here = co_await boost::asio::this_coro::executor;
    auto running = cancellable(std::move(work));
    auto spawned = boost::asio::co_spawn(in_turn(here), std::move(running), boost::asio::use_awaitable_t<Executor>());
    auto done = co_await std::move(spawned);
    co_return done;
  }

 private:
  static constexpr auto moment = std::chrono::milliseconds(50);  // for work that handles its cancellation

  struct ending {
    explicit ending(Executor const& on) : change(on) {}

    std::shared_ptr<void const> kept{};
    bool over = false;
    std::exception_ptr failed{};
    boost::asio::cancellation_signal cancel{};
    boost::asio::steady_timer change;  // ends early when the work has ended
  };
  template <class T>
  struct ended : ending {
    using ending::ending;
    std::optional<T> value{};
  };

  /// Takes every kind of cancellation that the caller takes.
  template <class T>
  static awaitable<T> cancellable(awaitable<T> work) {
    co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::enable_total_cancellation());
    auto done = co_await std::move(work);
    co_return done;
  }

  template <class T>
  static awaitable<bool> run(std::shared_ptr<ended<T>> at, awaitable<T> work) {
    auto value = co_await std::move(work);
    at->value.emplace(std::move(value));
    co_return true;
  }

  /// Whether the work has ended in time; throws what it throws.
  static awaitable<bool> wait(std::shared_ptr<ending> at, awaitable<bool> work, time_point until) {
    auto const on = co_await boost::asio::this_coro::executor;
    bool const throws = co_await boost::asio::this_coro::throw_if_cancelled();
    co_await boost::asio::this_coro::throw_if_cancelled(false);  // then it waits for the work all the same
    auto ends = [at](std::exception_ptr why, bool) {
      at->failed = std::move(why);
      at->over = true;
      at->change.cancel();
    };
    boost::asio::co_spawn(on, std::move(work), boost::asio::bind_cancellation_slot(at->cancel.slot(), std::move(ends)));
    bool late = false, cancelled = false;
    while (!at->over) {
      at->change.expires_at(until);
      auto how = boost::asio::as_tuple(boost::asio::use_awaitable_t<Executor>());
      auto waiting = at->change.async_wait(how);
      co_await std::move(waiting);
      auto const state = co_await boost::asio::this_coro::cancellation_state;
      if (!cancelled && state.cancelled() != boost::asio::cancellation_type::none) {
        cancelled = true;
        at->cancel.emit(boost::asio::cancellation_type::terminal);
      } else if (late) {
        break;  // it ignores its cancellation
      } else if (auto const now = std::chrono::steady_clock::now(); now >= until) {
        late = true;
        until = now + moment;
        at->cancel.emit(boost::asio::cancellation_type::terminal);
      }
    }
    co_await boost::asio::this_coro::throw_if_cancelled(throws);
    if (cancelled && !at->over) throw boost::system::system_error(boost::asio::error::operation_aborted);
    if (late) co_return false;
    if (at->failed) std::rethrow_exception(at->failed);
    co_return at->over;
  }
};

}  // namespace t2s::detail

#endif
