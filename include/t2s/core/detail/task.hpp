// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TASK_HPP
#define T2S_CORE_DETAIL_TASK_HPP

#include "t2s/core/error.hpp"

#include <concepts>
#include <coroutine>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

// Declared, not included: programs without an awaitable model or database do not pay for Asio.
namespace boost::asio {
class any_io_executor;
template <class T, class Executor>
class awaitable;
}  // namespace boost::asio

namespace t2s::detail {

/// A separate function, so that its callers stay small.
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_without_result(char const* why) {
  throw error(errc::no_result, std::string("a coroutine has no result: ") + why,
              "end every path through a coroutine with co_return and its result, and await it once");
}

}  // namespace t2s::detail

/// One body for two modes of a run. Code that waits for a model or a database is written once, as a coroutine of type `task<Context, T>`.
/// If both answer at once, that coroutine never suspends (`immediate`); if either returns an `asio::awaitable`, it is one itself.
namespace t2s {

/// Asio's coroutine type, which all asynchronous operations of this library return.
template <class T>
using awaitable = boost::asio::awaitable<T, boost::asio::any_io_executor>;

namespace detail {

/// A wait of an awaitable run that another thread may end.
struct pending_wait {
  pending_wait() = default;
  pending_wait(pending_wait const&) = delete;
  pending_wait& operator=(pending_wait const&) = delete;
  virtual ~pending_wait() = default;
  virtual void end() = 0;
};

/// The timer of an awaitable run: in core/awaitable.hpp.
template <class Executor>
class wait_timer;

/// Runs coroutines of an awaitable run concurrently: in core/awaitable.hpp.
template <class Executor>
class task_group;

/// Waits in an awaitable run for work that may never end: in core/awaitable.hpp.
template <class Executor>
class timed_wait;

/// Whether a context is a stand-in to check policies against. Then nothing is read, and nothing is compiled for it.
template <class Context>
inline constexpr bool is_stand_in = false;

}  // namespace detail

/// A coroutine that never suspends: it runs to its end inside `get()`.
template <class T>
class [[nodiscard]] immediate {
  template <class V>
  struct ready {
    V held;
    [[nodiscard]] bool await_ready() const noexcept { return true; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    V await_resume() { return static_cast<V&&>(held); }
  };

 public:
  struct promise_type {
    promise_type() = default;  // declared: otherwise it is an aggregate, which the coroutine's arguments would initialize
    std::optional<T> result{};
    immediate get_return_object() { return immediate(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    template <class V>
    void return_value(V&& v) {
      result.emplace(std::forward<V>(v));
    }
    [[noreturn]] void unhandled_exception() { throw; }
    template <class V>
    auto await_transform(V&& v) {
      return ready<V&&>{std::forward<V>(v)};
    }
    template <class U>
    auto await_transform(immediate<U> v) {
      return ready<U>{std::move(v).get()};
    }
  };

  /// Takes over the coroutine.
  immediate(immediate&& other) noexcept : frame_(std::exchange(other.frame_, {})) {}
  immediate& operator=(immediate&&) = delete;
  ~immediate() {
    if (frame_) frame_.destroy();
  }

  /// Runs the coroutine once and returns its result. Throws its exceptions, and `error` with `no_result` if it ends without `co_return`.
  [[nodiscard]] T get() && {
    if (!frame_ || frame_.done()) detail::throw_without_result("get() was called twice on it");
    frame_.resume();
    if (!frame_.promise().result) detail::throw_without_result("it ended without co_return");
    return std::move(*frame_.promise().result);
  }

 private:
  explicit immediate(std::coroutine_handle<promise_type> frame) : frame_(frame) {}
  std::coroutine_handle<promise_type> frame_;
};

/// The result type of a call, and whether it must be awaited.
template <class T>
struct settled {
  using type = T;                       ///< the result itself
  static constexpr bool later = false;  ///< it need not be awaited
};
template <class T>
struct settled<immediate<T>> : settled<T> {};
/// The same for an awaitable.
template <class T, class Executor>
struct settled<boost::asio::awaitable<T, Executor>> {
  using type = T;                      ///< the result of the awaitable
  static constexpr bool later = true;  ///< it must be awaited
};

/// Whether a run of this context must await a call's R: a synchronous run may await anything, an awaitable one only awaitables. Other
/// results are used directly, so that a stage that waits for nothing costs no coroutine frame.
template <class Context, class R>
inline constexpr bool is_awaited = Context::synchronous || settled<R>::later;

namespace detail {

/// `timed_wait` for an awaitable.
template <class Awaitable>
struct timed_wait_of {
  using type = timed_wait<typename Awaitable::executor_type>;
  static_assert(
      requires { sizeof(type); },
      "t2s: a run waits on an executor: include t2s/core/awaitable.hpp where its awaitable model or database is defined");
};

}  // namespace detail

/// R is a T, or an awaitable of T.
template <class R, class T>
concept Yields = std::same_as<typename settled<R>::type, T>;

/// The mode of a synchronous run.
struct now {
  static constexpr bool synchronous = true;  ///< such a run never waits

  /// The return type of a coroutine of the run.
  template <class T>
  using task = immediate<T>;

  /// The return type of a function whose body is such a coroutine.
  template <class T>
  static T outcome(immediate<T> x) {
    return std::move(x).get();
  }

  /// A value in the return type of such a run's verbs.
  template <class T>
  static T lift(T x) {
    return x;
  }
  /// A synchronous run cannot wait.
  template <class T, class Executor>
  static immediate<T> lift(boost::asio::awaitable<T, Executor>) {
    static_assert(!sizeof(Executor*),
                  "t2s: a policy is awaitable and the run is not: give the context a model or a database that is awaitable");
    co_return T();
  }
};

/// The mode of a run that waits on an executor.
template <class Executor>
struct later {
  static constexpr bool synchronous = false;  ///< such a run may wait

  /// The return type of a coroutine of the run.
  template <class T>
  using task = boost::asio::awaitable<T, Executor>;

  /// The return type of a function whose body is such a coroutine.
  template <class T>
  static task<T> outcome(task<T> x) {
    return x;
  }

  /// A value in the return type of such a run's verbs.
  template <class T>
  static task<T> lift(T x) {
    co_return std::move(x);
  }
  /// A task, unchanged.
  template <class T>
  static task<T> lift(task<T> x) {
    return x;
  }
};

/// The mode of a run whose models and databases return these types: that of the first awaitable one.
template <class... Replies>
struct run_mode : now {};
template <class Reply, class... Others>
struct run_mode<Reply, Others...> : run_mode<Others...> {};
template <class T, class Executor, class... Others>
struct run_mode<boost::asio::awaitable<T, Executor>, Others...> : later<Executor> {};

/// The return type of a verb that waits within a run of this context.
template <class Context, class T>
using task = typename Context::template task<T>;

/// f(x), now or when x is available: for verbs that wait for one answer. Needs no coroutine frame in a synchronous run.
/// `f` captures the run's own objects (context, question, samples, history) by reference and everything else by value.
template <class T, class F>
auto then(T x, F f) {
  return f(std::move(x));
}
/// The same for a synchronous coroutine.
template <class T, class F>
auto then(immediate<T> x, F f) {
  return f(std::move(x).get());
}
/// The same for an awaitable.
template <class T, class Executor, class F>
auto then(boost::asio::awaitable<T, Executor> x, F f)
    -> boost::asio::awaitable<typename settled<std::invoke_result_t<F&, T>>::type, Executor> {
  auto value = co_await std::move(x);
  if constexpr (settled<std::invoke_result_t<F&, T>>::later) {
    auto next = f(std::move(value));
    co_return co_await std::move(next);
  } else {
    co_return f(std::move(value));
  }
}

}  // namespace t2s

#endif
