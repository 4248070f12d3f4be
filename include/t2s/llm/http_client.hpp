// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_HTTP_CLIENT_HPP
#define T2S_LLM_HTTP_CLIENT_HPP

#include "t2s/core/task.hpp"
#include "t2s/llm/http_message.hpp"
#include "t2s/llm/http_options.hpp"
#include "t2s/llm/url.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace t2s::llm {

class http_model;

/// Takes the body of an answer, piece by piece. False when nothing more is wanted. What it throws comes out of `send`.
using body_sink = std::function<bool(std::string_view)>;

/// The connections of an `http_client`.
struct http_connections {
  std::size_t busy = 0;    ///< used by a request, or being made for one
  std::size_t idle = 0;    ///< open and waiting for the next request
  std::uint64_t made = 0;  ///< since the beginning
};

/// A client of one server: HTTP/1.1 over TCP or TLS, connections kept for the next request.
///
/// The operation, `send`:
/// - Nothing happens before the awaitable is awaited. A client that is gone by then, or while a request is under way, takes nothing from
///   it: the request goes on.
/// - Result: the answer, whatever its status. Redirects are not followed, so that nothing secret goes to another host.
/// - Errors are thrown as `t2s::error`: `invalid_argument` for a request that cannot be sent, `model_unreachable` without a connection or
///   if it breaks, `tls_failed`, `model_timeout`, `malformed_reply` for what is not HTTP or exceeds the limits; of a proxy that opens no
///   tunnel `authentication_failed` for 407, `request_rejected` for what will not pass (other 4xx but 408 and 429, and 501).
/// - The answer may come before the request is through: a server that refuses it and reads no more is heard once nothing more can be sent
///   for `http_times::between_bytes`.
/// - A request goes out again, on a new connection, only if a kept connection turns out to be closed and not a byte was answered.
/// - Executor: work is done on the client's executor; the coroutine goes on on its own.
/// - Cancellation (terminal, partial, total) ends it at once, at any point: the connection is closed, `cancelled` is thrown. What cannot
///   be interrupted is a system's look-up of a name under way: it ends unheard, and until then keeps its execution context busy.
///   Note that `co_spawn` passes on terminal cancellation alone unless the coroutine resets its cancellation state.
///
/// Connections that rest keep no execution context from ending: those that rested too long are closed by the next request, all by the
/// destructor. The destructor may be called from the executor, or when no thread runs it.
///
/// Thread safety: `send` may be called from any thread; the other functions from the client's executor.
class http_client {
 public:
  /// `executor` runs one handler at a time: that of an `io_context` that one thread runs, or a strand. Throws `invalid_argument` for
  /// options that make no sense, for a `base` with a name or password, and for https in a program that is built without OpenSSL
  /// (t2s::openssl); `tls_failed` for a file of authorities that cannot be read.
  T2S_DECL http_client(boost::asio::any_io_executor executor, url base, http_options options = {});
  T2S_DECL ~http_client();
  http_client(http_client const&) = delete;
  http_client& operator=(http_client const&) = delete;

  /// The answer as a whole. `until` is a limit besides those of the options.
  [[nodiscard]] T2S_DECL awaitable<http_response> send(
      http_request request, std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

  /// The same, but the body of an answer with status 2xx goes to `sink` as it comes, and none of it into the result. Once the sink wants
  /// no more, the rest is awaited for a moment, for the sake of the connection, and then left.
  [[nodiscard]] T2S_DECL awaitable<http_response> send(
      http_request request, body_sink sink, std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

  [[nodiscard]] T2S_DECL url const& base() const noexcept;                            ///< what it was made with
  [[nodiscard]] T2S_DECL boost::asio::any_io_executor get_executor() const noexcept;  ///< where its handlers run
  [[nodiscard]] T2S_DECL http_connections connections() const noexcept;               ///< how many connections there are now

 private:
  friend class http_model;
  class pool;

  /// `send` for who is on the client's executor already, keeps the arguments alive and sees to cancellation itself; plain HTTP alone.
  [[nodiscard]] T2S_DECL awaitable<http_response> relay(http_request const& request, body_sink const& sink,
                                                        std::chrono::steady_clock::time_point until);

  std::shared_ptr<pool> pool_;
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/http_client.ipp"
#endif

#endif
