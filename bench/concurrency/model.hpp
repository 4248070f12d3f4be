// SPDX-License-Identifier: BSL-1.0
// The models: a timer in this process, or a server in a separate one.
#ifndef T2S_BENCH_CONCURRENCY_MODEL_HPP
#define T2S_BENCH_CONCURRENCY_MODEL_HPP

#include "../bare_server.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/llm/model.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

namespace in_flight {

using namespace t2s;
namespace asio = boost::asio;
using namespace std::chrono_literals;
using std::chrono::microseconds;
using seconds = std::chrono::duration<double>;
using clock_type = std::chrono::steady_clock;

inline constexpr std::string_view question = "Which shops are there?", right = "SELECT name FROM shops", wrong = "SELECT naem FROM shops";

/// A request's instructions for the models here: answer after so many microseconds (`max_tokens`), wrong or right (`temperature` 1 or 0).
/// They are in the request so that the same askers get the same times and errors from every model.
struct behaviour {
  microseconds time;
  bool errs;
};

/// A model that only waits.
struct timer_model {
  awaitable<llm::completion> complete(llm::request asked) {
    auto executor = co_await asio::this_coro::executor;
    asio::steady_timer timer(executor, microseconds(asked.max_tokens.value()));
    co_await timer.async_wait(asio::use_awaitable);
    llm::completion c;
    c.text = asked.temperature == 0 ? right : wrong;
    c.finish_reason = "stop";
    co_return c;
  }
};
static_assert(llm::ChatModel<timer_model>);

inline double number_behind(std::string_view key, std::string_view request) {
  double number = 0;
  auto const at = request.find(key);
  auto const* const from = request.data() + std::min(request.size(), at == request.npos ? at : at + key.size());
  if (std::from_chars(from, request.data() + request.size(), number).ec != std::errc())
    throw std::runtime_error("the test server got a request without " + std::string(key));
  return number;
}

/// The same behind HTTP.
inline bare_answer answer_to(std::string_view request) {
  static auto const when_right = completion_of(right), when_wrong = completion_of(wrong);
  auto const errs = number_behind(R"("temperature":)", request) > 0;
  return {errs ? when_wrong : when_right, microseconds(std::lround(number_behind(R"("max_tokens":)", request)))};
}

}  // namespace in_flight

#endif
