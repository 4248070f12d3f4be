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

/// What a client may take.
struct http_limits {
  std::size_t header_bytes = 16'384;               ///< request line and headers. 431
  std::size_t body_bytes = std::size_t{1} << 20U;  ///< of a request. 413
  std::size_t connections = 512;                   ///< open at a time, of the 1,024 files that a process often may have. 503
  std::size_t sent_ahead = 131'072;                ///< bytes of one response that the system holds for a client that does not read

  std::chrono::milliseconds request = std::chrono::seconds(10);  ///< from the first byte of a request to its last. 408
  std::chrono::milliseconds idle = std::chrono::seconds(60);     ///< between two requests
  std::chrono::milliseconds write = std::chrono::seconds(20);    ///< without any progress in sending: a client that does not read is let go
  std::chrono::milliseconds ping = std::chrono::seconds(15);     ///< between two signs of life of a body that goes on
  std::chrono::milliseconds last_words = std::chrono::seconds(2);  ///< for what is still to be sent, once the server ends
};

/// Where a server listens, and to whom.
struct http_options {
  std::string address = "127.0.0.1";  ///< an IP address, or "localhost"
  std::uint16_t port = 0;             ///< 0: any that is free
  http_limits limits{};               ///< of every client
  access_options access{};            ///< who may ask
  /// Called with each request that was answered, and with its status, by the thread of the server. May be empty.
  std::function<void(request const&, int status)> answered{};
};

/// An HTTP/1.1 server on one thread, for a `handler`. Plain HTTP: TLS is for a proxy before it.
///
/// It is strict about what it reads: one Host, no request whose length could be read in two ways, no target but a path, within all limits.
/// Every response says that it is not to be framed, sniffed or shared with other sites; a handler may replace these headers.
///
/// Thread safety: `run` by one thread, once; all else from any thread. The handler must not be destroyed before `run` returns.
class http_server {
 public:
  /// Binds and listens. Throws t2s::error: `invalid_argument` for an address that is none, for one off this machine without a token, and
  /// where the address is taken or not of this machine.
  T2S_DECL http_server(http_options options, handler answer);
  T2S_DECL ~http_server();
  http_server(http_server const&) = delete;
  http_server& operator=(http_server const&) = delete;

  /// The port that it listens at.
  [[nodiscard]] T2S_DECL std::uint16_t port() const noexcept;
  /// "http://127.0.0.1:8080": where this machine reaches it, also when it listens at all addresses.
  [[nodiscard]] T2S_DECL std::string url() const;
  /// How many connections are open. From any thread.
  [[nodiscard]] T2S_DECL std::size_t connections() const noexcept;

  /// Answers until `stop` is requested. Then no connection is accepted any more, and each open one is closed once its response is sent;
  /// `is_idle` says when nothing is left to be waited for, asked a few times a second, and what is then still open is cut off after
  /// `http_limits::last_words`.
  T2S_DECL void run(std::stop_token stop, std::function<bool()> is_idle = {});

 private:
  class impl;
  std::shared_ptr<impl> impl_;
};

/// Whether an address is of this machine alone: 127.0.0.0/8, ::1, localhost.
[[nodiscard]] T2S_DECL bool is_loopback(std::string const& address);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/http/detail/server.ipp"
#endif

#endif
