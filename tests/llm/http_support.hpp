// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_LLM_HTTP_SUPPORT_HPP
#define T2S_TESTS_LLM_HTTP_SUPPORT_HPP

#include "support/http_server.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/detail/http_client.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// The common part of the transport's tests.
namespace t2s::tests {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

/// Far longer than anything here takes on a busy machine.
inline constexpr auto patience = 30s;

/// Runs until everything is done. A coroutine that hangs fails the test instead of hanging it.
template <class T>
T wait_for_it(asio::io_context& io, awaitable<T> work) {
  auto result = asio::co_spawn(io, std::move(work), asio::use_future);
  io.restart();
  io.run_for(patience);
  if (result.wait_for(0s) != std::future_status::ready) throw std::runtime_error("the coroutine hangs");
  return result.get();
}

/// The failure of an operation that must fail.
template <class T>
failure failure_of(asio::io_context& io, awaitable<T> work) {
  try {
    (void)wait_for_it(io, std::move(work));
  } catch (error const& e) {
    return e.details();
  }
  return failure{errc{}, "nothing was thrown", {}, {}, {}};
}

/// Starts the operation, cancels it at a given time, and returns the failure, which must come soon after the cancellation.
template <class T>
failure failure_when_cancelled(asio::io_context& io, awaitable<T> work, std::chrono::nanoseconds when) {
  std::optional<failure> failed;
  asio::cancellation_signal cancel;
  clock::time_point cancelled_at{};
  clock::time_point ended_at{};
  asio::co_spawn(io, std::move(work), asio::bind_cancellation_slot(cancel.slot(), [&](std::exception_ptr thrown, T const&) {
                   ended_at = clock::now();
                   failed = failure{errc{}, "nothing was thrown", {}, {}, {}};
                   try {
                     if (thrown) std::rethrow_exception(thrown);
                   } catch (error const& e) {
                     failed = e.details();
                   }
                 }));
  asio::steady_timer timer(io, when);
  timer.async_wait([&](auto) {
    cancelled_at = clock::now();
    cancel.emit(asio::cancellation_type::terminal);
  });
  io.restart();
  io.run_for(patience);
  BOOST_TEST_REQUIRE(failed.has_value());
  if (cancelled_at != clock::time_point()) BOOST_TEST((ended_at - cancelled_at < 2s));
  return *failed;
}

inline llm::http_request get(std::string path = "/") { return {"GET", std::move(path), {}, {}}; }
inline llm::http_request post(std::string body, std::string path = "/") { return {"POST", std::move(path), {}, std::move(body)}; }

/// A client with its own io_context. It uses no proxy, whatever the environment says.
struct client_of {
  explicit client_of(std::string const& url, llm::http_options options = {})
      : client(io.get_executor(), llm::parse_url(url), direct(std::move(options))) {}

  llm::http_response send(llm::http_request r) { return wait_for_it(io, client.send(std::move(r))); }
  failure fails(llm::http_request r) { return failure_of(io, client.send(std::move(r))); }

  static llm::http_options direct(llm::http_options options) {
    options.environment_proxy = false;
    return options;
  }

  asio::io_context io{};
  llm::http_client client;
};

inline bool says(failure const& f, std::string_view words) { return f.text().find(words) != std::string::npos; }

/// The failure has this code, and its text all these words.
template <class... Words>
void expect(failure const& f, errc code, Words const&... words) {
  BOOST_TEST(f.code == code, f.text());
  for (auto const part : {std::string_view(words)...}) BOOST_TEST(says(f, part), f.text());
}

}  // namespace t2s::tests

namespace t2s {
inline std::ostream& operator<<(std::ostream& out, errc code) { return out << name_of(code); }
}  // namespace t2s

#endif
