// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_SERVER_HPP
#define T2S_SERVE_HTTP_SERVER_HPP

#include "t2s/serve/http/detail/access.hpp"
#include "t2s/serve/http/detail/message.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace t2s::serve {

/// Limits for a client.
///
/// Beyond `connections` or `connections_a_peer` a new connection ends one that waits for a request or has not sent all of it: of the
/// address with the most connections, the one that has waited longest. If all are being answered, the new one is answered 503.
struct http_limits {
  std::size_t header_bytes = 16'384;               ///< the request line and headers; more is answered 431
  std::size_t body_bytes = std::size_t{1} << 20U;  ///< a request's body; more is answered 413
  std::size_t connections = 512;                   ///< open connections. Processes often have 1,024 files
  std::size_t connections_a_peer = 128;            ///< those of one address. Behind a proxy all have its address: give as many as above
  std::size_t sent_ahead = 131'072;                ///< bytes of a response that the system buffers for a client that does not read

  std::chrono::milliseconds request = std::chrono::seconds(10);  ///< from the first byte of a request to its last; then 408
  std::chrono::milliseconds idle = std::chrono::seconds(60);     ///< between two requests
  std::chrono::milliseconds write = std::chrono::seconds(20);    ///< without progress in sending; then the connection is closed
  std::chrono::milliseconds ping = std::chrono::seconds(15);     ///< between two pings of a streamed body
  std::chrono::milliseconds closing = std::chrono::seconds(2);   ///< for data that is still to be sent when the server stops
};

/// The address of a server, its limits and its access rules.
struct http_options {
  std::string address = "127.0.0.1";  ///< an IP address, or "localhost"
  std::uint16_t port = 0;             ///< 0: any free port
  http_limits limits{};               ///< limits for each client
  access_options access{};            ///< who may send requests
  /// Called with each answered request and its status, on the server's thread. May be empty.
  std::function<void(request const&, int status)> answered{};
};

/// An HTTP/1.1 server on one thread, for a `handler`. It speaks plain HTTP: put a proxy with TLS in front of it.
///
/// It accepts only requests with exactly one Host, an unambiguous length and a path as target, within all limits. Every response forbids
/// framing, content sniffing and sharing with other sites; a handler may replace these headers.
///
/// Thread safety: one thread calls `run`, once; everything else from any thread. The handler must not be destroyed before `run` returns.
class http_server {
 public:
  /// Binds and listens. Throws `t2s::error` with `invalid_argument` for an invalid address, for one beyond this machine without a token,
  /// and if the address is taken or not one of this machine.
  T2S_DECL http_server(http_options options, handler answer);
  T2S_DECL ~http_server();
  http_server(http_server const&) = delete;
  http_server& operator=(http_server const&) = delete;

  /// The port on which it listens.
  [[nodiscard]] T2S_DECL std::uint16_t port() const noexcept;
  /// "http://127.0.0.1:8080": the URL of the server on this machine, also if it listens on all addresses.
  [[nodiscard]] T2S_DECL std::string url() const;
  /// The number of open connections. Callable from any thread.
  [[nodiscard]] T2S_DECL std::size_t connections() const noexcept;

  /// Replaces who may send requests, between two requests, and then calls `then` on the server's thread: connections stay open, and
  /// requests that are being answered go on. Users whose token stays keep their cookies. Throws `t2s::error` for invalid names and tokens,
  /// and for an address beyond this machine that would have none; then nothing changes. Callable from any thread.
  T2S_DECL void renew(access_options access, std::function<void()> then);

  /// Answers requests until `stop` is requested. Then it accepts no more connections and closes each open one after its response. It asks
  /// `is_idle` a few times a second whether anything is left to wait for, and cuts off what is open `http_limits::closing` later.
  T2S_DECL void run(std::stop_token stop, std::function<bool()> is_idle = {});

 private:
  class impl;
  std::shared_ptr<impl> impl_;
};

/// Whether an address is reachable from this machine only: 127.0.0.0/8, ::1, localhost.
[[nodiscard]] T2S_DECL bool is_loopback(std::string const& address);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/http/detail/server.ipp"
#endif

#endif
