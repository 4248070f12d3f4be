// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TRANSPORT_ON_EXECUTOR_HPP
#define T2S_LLM_IMPL_TRANSPORT_ON_EXECUTOR_HPP

#include "t2s/core/error.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace t2s::llm::detail {

/// What goes from one executor to another: a failure as data, so that no exception is shared by two threads.
template <class T>
struct crossing {
  std::optional<T> result{};
  std::optional<failure> failed{};
  std::exception_ptr other{};  // what is the caller's own

  [[nodiscard]] T get() && {
    if (failed) throw error(std::move(*failed));
    if (other) std::rethrow_exception(std::exchange(other, {}));
    return std::move(*result);
  }
};

inline failure cancellation_of(std::string const& origin) {
  return {errc::cancelled, "the request to " + origin + " was cancelled", {}, {}, {}};
}

/// The result or failure of `work` as data. Cancellation becomes an error of this library. The owner of `origin` may be gone by then.
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

/// Every cancellation that the caller allows is terminal: a new coroutine, and operations over TLS, know terminal cancellation alone.
struct as_terminal {
  boost::asio::cancellation_type_t operator()(boost::asio::cancellation_type_t asked) const noexcept {
    return asked == boost::asio::cancellation_type::none ? asked : boost::asio::cancellation_type::terminal;
  }
};

/// `work` as a coroutine of its own on `executor`.
template <class T>
boost::asio::awaitable<T> set_apart(boost::asio::any_io_executor executor, boost::asio::awaitable<T> work) {
  auto const above = co_await boost::asio::this_coro::cancellation_state;
  boost::asio::cancellation_state const all(above.slot(), as_terminal());
  auto working =
      boost::asio::co_spawn(executor, std::move(work), boost::asio::bind_cancellation_slot(all.slot(), boost::asio::use_awaitable));
  auto end = co_await std::move(working);
  co_return end;
}

/// Runs `work` on `executor`; the caller continues on its own. Cancellation is passed on. With `apart`, `work` gets it as terminal also on
/// the caller's executor.
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
