// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_HTTP_CLIENT_HPP
#define T2S_LLM_DETAIL_HTTP_CLIENT_HPP

#include "t2s/core/awaitable.hpp"
#include "t2s/llm/protocol.hpp"

#include <boost/asio/any_io_executor.hpp>

namespace t2s::llm {

/// The parts of a base URL.
struct url {
  bool secure = false;      ///< https
  std::string user_info{};  ///< "name:password", only for proxies; never shown
  std::string host{};       ///< in lower case; an IPv6 address without its brackets
  std::uint16_t port = 0;   ///< the scheme's port, if none is written
  std::string path{};       ///< a prefix of all paths: "" or "/...", without the last "/"

  /// "host", or "host:port" unless it is the scheme's port; IPv6 addresses in brackets. The value of the Host header.
  [[nodiscard]] T2S_DECL std::string authority() const;

  /// "scheme://host:port", as messages show it: without path and secrets.
  [[nodiscard]] T2S_DECL std::string origin() const;

  friend bool operator==(url const&, url const&) = default;
};

/// Reads "http://host", "https://host:8443/prefix/", "http://[::1]:8080/v1". Throws `error` with `invalid_argument` for another scheme or
/// none, no host, a query, a fragment, or characters that URLs do not have. The message omits what is before an "@", and the query.
[[nodiscard]] T2S_DECL url parse_url(std::string_view text);

/// Time limits of the parts of a request. Beyond them: `model_unreachable` for the first two, `model_timeout` for the others.
struct http_times {
  std::chrono::nanoseconds address = std::chrono::seconds(3);        ///< for one address of the host, before the next one is tried
  std::chrono::nanoseconds connect = std::chrono::seconds(15);       ///< from the name to the end of the handshake, including the proxy
  std::chrono::nanoseconds first_byte = std::chrono::minutes(5);     ///< from the request, or an interim answer (1xx), to the answer
  std::chrono::nanoseconds between_bytes = std::chrono::minutes(1);  ///< without progress in sending or receiving
  std::chrono::nanoseconds total = std::chrono::minutes(10);         ///< for everything, including the wait for a free connection
};

/// The size of an answer; `malformed_reply` beyond it.
struct http_sizes {
  std::size_t header = 65'536;                ///< status line and all header lines
  std::size_t body = std::size_t{64} << 20U;  ///< of one answer; `http_model_options` limits chats further
};

/// How a TLS server is verified. At least TLS 1.2.
struct tls_options {
  bool verify = true;     ///< verify the certificate's chain, dates and host name
  std::string ca_file{};  ///< PEM file of trusted authorities; "" for the system's
};

/// An address to connect to.
struct http_address {
  std::string ip{};        ///< the address
  std::uint16_t port = 0;  ///< 0: the port of the URL
};

/// Options of a client.
struct http_options {
  http_times time{};  ///< limits on time
  http_sizes size{};  ///< limits on size
  tls_options tls{};  ///< which servers to trust

  std::size_t connections = 64;                               ///< at the same time; further requests wait in order. At least 1
  std::chrono::nanoseconds idle = std::chrono::seconds(55);   ///< a connection that was idle longer is not reused
  std::chrono::nanoseconds names = std::chrono::seconds(30);  ///< how long the addresses of a name are cached

  /// The proxy, used even for this machine: "http://name:password@host:port" ("%40" for an "@"); "" for the environment's. https goes
  /// through a tunnel (CONNECT), http as a request to the proxy. Only http:// proxies.
  std::string proxy{};
  bool environment_proxy = true;  ///< whether HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read

  /// Addresses of the host (or of the proxy), used instead of the resolver: for pinning, and for tests.
  std::vector<http_address> addresses{};
};

/// Receives the body of an answer in pieces. Returns false to stop. What it throws is thrown by `send`.
using body_sink = std::function<bool(std::string_view)>;

/// The number of connections of an `http_client`.
struct http_connections {
  std::size_t busy = 0;    ///< used by a request, or being opened for one
  std::size_t idle = 0;    ///< open and waiting for the next request
  std::uint64_t made = 0;  ///< opened since the beginning
};

/// A client of one server: HTTP/1.1 over TCP or TLS; connections are kept for the next request.
///
/// The operation, `send`:
/// - Nothing happens before the awaitable is awaited. A request continues if the client is destroyed.
/// - Result: the answer, whatever its status. Redirects are not followed, so that no secret goes to another host.
/// - Errors are thrown as `t2s::error`: `invalid_argument` for a request that cannot be sent, `model_unreachable` without a connection or
///   if it breaks, `tls_failed`, `model_timeout`, `malformed_reply` for what is not HTTP or exceeds the limits; if a proxy opens no tunnel,
///   `authentication_failed` (407) or `request_rejected` (501, and 4xx other than 408 and 429).
/// - A request is sent again, on a new connection, only if a kept connection was closed before the first byte of the answer.
/// - Executor: work is done on the client's executor; the caller continues on its own.
/// - Cancellation (terminal, partial, total) closes the connection at once and throws `cancelled`. Only the system's look-up of a name
///   continues, unused, and keeps its execution context busy. `co_spawn` passes on only terminal cancellation unless the coroutine resets
///   its cancellation state.
///
/// The destructor closes idle connections; it may be called from the executor, or when no thread runs it. More in docs/llm.md.
///
/// Thread safety: `send` may be called from any thread; the other functions from the client's executor.
class http_client {
 public:
  /// `executor` runs one handler at a time: that of an `io_context` that one thread runs, or a strand. Throws `invalid_argument` for
  /// impossible options, for a `base` with a name or password, and for https in a program built without OpenSSL (t2s::openssl);
  /// `tls_failed` for a file of authorities that cannot be read.
  T2S_DECL http_client(boost::asio::any_io_executor executor, url base, http_options options = {});
  T2S_DECL ~http_client();
  http_client(http_client const&) = delete;
  http_client& operator=(http_client const&) = delete;

  /// The whole answer. `until` is a limit in addition to those of the options.
  [[nodiscard]] T2S_DECL awaitable<http_response> send(
      http_request request, std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

  /// The same, but the body of an answer with status 2xx goes to `sink` as it arrives, not into the result. Once the sink returns false,
  /// the rest is read for a moment, to keep the connection.
  [[nodiscard]] T2S_DECL awaitable<http_response> send(
      http_request request, body_sink sink, std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

  /// `send` at a lower cost, for a coroutine on the client's executor that keeps the arguments alive until it has the result. Cancellation
  /// throws `cancelled`, or over plain HTTP `operation_aborted` (`boost::system::system_error`).
  [[nodiscard]] T2S_DECL awaitable<http_response> send_here(
      http_request const& request, body_sink const& sink,
      std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

  [[nodiscard]] T2S_DECL url const& base() const noexcept;                            ///< the base URL
  [[nodiscard]] T2S_DECL boost::asio::any_io_executor get_executor() const noexcept;  ///< the executor of its handlers
  [[nodiscard]] T2S_DECL http_connections connections() const noexcept;               ///< how many connections there are now

 private:
  class pool;

  std::shared_ptr<pool> pool_;
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/http_client.ipp"
#endif

#endif
