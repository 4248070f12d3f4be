// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_IMPL_CHECKED_FRAME_HPP
#define T2S_CORE_IMPL_CHECKED_FRAME_HPP

#include "t2s/core/error.hpp"

#include <coroutine>
#include <exception>
#include <string>
#include <utility>

// Recognised, not included: who has no awaitable model or database pays nothing for Asio.
namespace boost::asio {
class any_io_executor;
template <class T, class Executor>
class awaitable;
namespace detail {
template <class T, class Executor>
class awaitable_frame;
}
}  // namespace boost::asio

namespace t2s::detail {

/// Apart, so that what calls it stays small.
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_without_result(char const* why) {
  throw error(errc::no_result, std::string("a coroutine has no result: ") + why,
              "end every way through a coroutine with co_return and its result, and await it once");
}

/// Whether a coroutine that returns an awaitable T is checked for its result: the types that users' policies, models and databases give.
template <class T>
inline constexpr bool is_checked = false;

/// Asio's coroutine frame, which reads a result that was never written where a coroutine ends without `co_return`; this one throws.
template <class T, class Executor>
class checked_frame : public boost::asio::detail::awaitable_frame<T, Executor> {
  using frame = boost::asio::detail::awaitable_frame<T, Executor>;

 public:
  boost::asio::awaitable<T, Executor> get_return_object() noexcept {
    auto made = frame::get_return_object();
    this->coro_ = std::coroutine_handle<checked_frame>::from_promise(*this);
    return made;
  }

  template <class U>
  void return_value(U&& result) {
    frame::return_value(std::forward<U>(result));
    has_ended_ = true;
  }

  void unhandled_exception() {
    frame::unhandled_exception();
    has_ended_ = true;
  }

  using frame::await_transform;
  /// An awaitable is awaited by an Asio frame only, so it is handed the part of this one that is such.
  template <class U>
  auto await_transform(boost::asio::awaitable<U, Executor> awaited) {
    struct handed_over {
      boost::asio::awaitable<U, Executor> awaited;
      bool await_ready() const noexcept { return awaited.await_ready(); }
      void await_suspend(std::coroutine_handle<checked_frame> caller) {
        awaited.await_suspend(std::coroutine_handle<frame>::from_promise(caller.promise()));
      }
      U await_resume() { return awaited.await_resume(); }
    };
    return handed_over{frame::await_transform(std::move(awaited))};
  }

  auto final_suspend() noexcept {
    if (!has_ended_) fail();
    return frame::final_suspend();
  }

 private:
  void fail() noexcept {
    try {
      throw_without_result("it ended without co_return");
    } catch (...) {
      frame::unhandled_exception();
    }
  }

  bool has_ended_ = false;
};

}  // namespace t2s::detail

template <class T, class Executor, class... Args>
  requires t2s::detail::is_checked<T>
struct std::coroutine_traits<boost::asio::awaitable<T, Executor>, Args...> {
  using promise_type = t2s::detail::checked_frame<T, Executor>;
};

#endif
