// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_ON_EXECUTOR_HPP
#define T2S_LLM_IMPL_ON_EXECUTOR_HPP

#include "t2s/core/error.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <string>
#include <utility>

namespace t2s::llm::detail {

/// Runs `work` on `executor`; who awaits it goes on on its own. Cancellation crosses over, and comes out as an error of this library.
template <class T>
boost::asio::awaitable<T> on_executor(boost::asio::any_io_executor executor, boost::asio::awaitable<T> work, std::string origin) {
  auto const here = co_await boost::asio::this_coro::executor;
  try {
    if (here != executor) {
      auto working = boost::asio::co_spawn(executor, std::move(work), boost::asio::use_awaitable);
      auto result = co_await std::move(working);
      co_return result;
    }
    auto result = co_await std::move(work);
    co_return result;
  } catch (boost::system::system_error const& e) {
    if (e.code() != boost::asio::error::operation_aborted) throw;
  }
  throw error(errc::cancelled, "the request to " + origin + " was cancelled");
}

}  // namespace t2s::llm::detail

#endif
