// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_SCRIPTED_MODEL_IPP
#define T2S_LLM_DETAIL_SCRIPTED_MODEL_IPP

#include "t2s/llm/scripted_model.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

namespace t2s::llm {

static_assert(ChatModel<scripted_async_model>);

T2S_DECL awaitable<completion> scripted_async_model::complete(request asked) {
  auto reply = next(std::move(asked));
  auto executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, latency_ + reply.delay);
  try {
    co_await timer.async_wait(boost::asio::use_awaitable);
  } catch (boost::system::system_error const& e) {
    if (e.code() != boost::asio::error::operation_aborted) throw;
    throw error(errc::cancelled, "the call of the scripted model was cancelled");
  }
  co_return scripted_model::answer_of(std::move(reply));
}

}  // namespace t2s::llm

#endif
