// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_HTTP_OPTIONS_HPP
#define T2S_LLM_HTTP_OPTIONS_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace t2s::llm {

/// How long each part of an exchange may take.
struct http_times {
  std::chrono::nanoseconds address = std::chrono::seconds(3);  ///< for one address of the host, before the next is tried
  std::chrono::nanoseconds connect =
      std::chrono::seconds(15);  ///< from the name to the end of the handshake, with the proxy's part. `model_unreachable`
  std::chrono::nanoseconds first_byte =
      std::chrono::minutes(5);  ///< from the request, or an interim answer (1xx), to its first byte. `model_timeout`
  std::chrono::nanoseconds between_bytes = std::chrono::minutes(1);  ///< without progress in sending or receiving. `model_timeout`
  std::chrono::nanoseconds total = std::chrono::minutes(10);         ///< of all, also the wait for a free connection. `model_timeout`
};

/// What an answer may take. `malformed_reply`
struct http_sizes {
  std::size_t header = 65'536;                ///< status line and all header lines
  std::size_t body = std::size_t{64} << 20U;  ///< of one answer, streamed or not; chats have a limit of their own (`http_model_options`)
};

/// How a server behind TLS is trusted. Never less than TLS 1.2.
struct tls_options {
  bool verify = true;     ///< the certificate's chain, dates and host name
  std::string ca_file{};  ///< PEM file of the authorities that are trusted; "" for the system's
};

/// An address to connect to.
struct http_address {
  std::string ip{};        ///< the address
  std::uint16_t port = 0;  ///< 0: that of the URL
};

/// How a client talks to a server.
struct http_options {
  http_times time{};  ///< limits on time
  http_sizes size{};  ///< limits on size
  tls_options tls{};  ///< whom to trust

  std::size_t connections = 64;                               ///< at the same time; further requests wait in their order. At least 1
  std::chrono::nanoseconds idle = std::chrono::seconds(55);   ///< a connection that rested longer is not used again
  std::chrono::nanoseconds names = std::chrono::seconds(30);  ///< how long the addresses of a name are kept

  /// The way to the server, even to this machine: "http://name:password@host:port" ("%40" for an "@"), or "" for what the environment says
  /// (proxy.hpp), or else directly. https goes through a tunnel (CONNECT), http as a request to the proxy. Only proxies with http://.
  std::string proxy{};
  bool environment_proxy = true;  ///< whether HTTPS_PROXY and its like are obeyed

  /// Where the host is (or the proxy, if there is one), instead of asking the resolver: for pinning, and for tests.
  std::vector<http_address> addresses{};
};

}  // namespace t2s::llm

#endif
