// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_SCRIPTED_ASYNC_MODEL_HPP
#define T2S_LLM_SCRIPTED_ASYNC_MODEL_HPP

#include "t2s/core/awaitable.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <mutex>
#include <utility>

namespace t2s::llm {

/// A scripted model that is awaited, for tests of what runs side by side. Each answer comes after the delay of its reply and `latency`.
///
/// Runs on the executor of the coroutine that awaits it. Any number of coroutines and threads may ask it; the script is followed in the
/// order in which they do. Cancellation: throws `error` with `cancelled` while it waits; the reply counts as given.
class scripted_async_model {
 public:
  /// Each answer takes so long, unless it says otherwise.
  explicit scripted_async_model(scripted_model script, std::chrono::milliseconds latency = std::chrono::milliseconds(0))
      : script_(std::move(script)), latency_(latency) {}

  /// The script's next answer, when its time has come.
  awaitable<completion> complete(request asked) {
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

  /// The script, for its counts; not while others ask.
  [[nodiscard]] scripted_model const& script() const noexcept { return script_; }

 private:
  scripted_reply next(request asked) {
    std::lock_guard const lock(guard_);
    return script_.next(std::move(asked));
  }

  scripted_model script_;
  std::chrono::milliseconds latency_;
  std::mutex guard_{};
};
static_assert(ChatModel<scripted_async_model>);

}  // namespace t2s::llm

#endif
