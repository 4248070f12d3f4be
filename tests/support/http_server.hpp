// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_HTTP_SERVER_HPP
#define T2S_TESTS_SUPPORT_HTTP_SERVER_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A server that plays a script, for tests of models and the code above them.
///
///     http_server server([](seen_request const& asked) { return replies(200, R"({"ok":true})"); });
///     client of http://127.0.0.1:port(server.port())
///
/// It runs in the process, on loopback, with a thread for each connection and blocking sockets, and shares no code with the library.
namespace t2s::tests {

/// A request as received.
struct seen_request {
  std::string method{};
  std::string target{};
  std::vector<std::pair<std::string, std::string>> headers{};  ///< names in lower case
  std::string body{};
  std::size_t connection = 0;     ///< the number of its connection, the first is 0
  std::size_t on_connection = 0;  ///< the number of earlier requests on that connection
  std::string server_name{};      ///< the host in the client's TLS handshake (SNI), or ""

  /// The first header of that name (lower case), or "".
  [[nodiscard]] std::string header(std::string_view name) const;
};

/// One step of the server.
struct server_step {
  enum class kind {
    send,        ///< sends the bytes
    trickle,     ///< sends the bytes one by one, waiting before each
    wait,        ///< waits that long
    repeat,      ///< sends the bytes repeatedly until the client disconnects
    half_close,  ///< ends its output, and still listens
    close,       ///< closes; unread bytes of the client make this a reset
    reset        ///< closes with RST
  };
  kind what = kind::send;
  std::string bytes{};
  std::chrono::milliseconds pause{};
};
using server_script = std::vector<server_step>;

[[nodiscard]] server_step send_bytes(std::string bytes);
[[nodiscard]] server_step trickle(std::string bytes, std::chrono::milliseconds pause);
[[nodiscard]] server_step wait_for(std::chrono::milliseconds pause);
[[nodiscard]] server_step repeat(std::string bytes);
[[nodiscard]] server_step half_close();
[[nodiscard]] server_step close_connection();
[[nodiscard]] server_step reset_connection();

using headers = std::vector<std::pair<std::string, std::string>>;

/// The bytes of an answer with its Content-Length, preceded by the headers `more`.
[[nodiscard]] std::string answer_bytes(unsigned status, std::string_view body, headers const& more = {});
/// The bytes of an answer in chunks, one for each piece.
[[nodiscard]] std::string chunked_bytes(unsigned status, std::vector<std::string> const& pieces, headers const& more = {});
/// One event of a stream.
[[nodiscard]] std::string event_bytes(std::string_view data);

/// An answer in one piece.
[[nodiscard]] server_script replies(unsigned status, std::string_view body, headers const& more = {});
/// A 200 event stream that ends with its connection, in pieces of the given sizes (the last one repeats; none: in one piece), with a pause
/// between them so that they arrive separately.
[[nodiscard]] server_script streams(std::string_view events, std::vector<std::size_t> const& sizes = {},
                                    std::chrono::milliseconds pause = std::chrono::milliseconds(1));

/// A certificate and its key, as files in a folder that lives as long as this object.
class test_certificate {
 public:
  enum class kind { good, expired, self_signed };

  /// For `host`, a name or an IP address. All except self-signed ones are signed by an authority of their own.
  explicit test_certificate(std::string const& host, kind what = kind::good);
  ~test_certificate();
  test_certificate(test_certificate const&) = delete;
  test_certificate& operator=(test_certificate const&) = delete;

  [[nodiscard]] std::string chain_file() const;
  [[nodiscard]] std::string key_file() const;
  [[nodiscard]] std::string authority_file() const;  ///< the certificate that a client must trust

 private:
  std::string folder_;
};

struct server_options {
  test_certificate const* certificate = nullptr;  ///< the certificate for TLS
  bool ipv6 = false;
  bool reads_requests = true;  ///< false: plays the script for each connection immediately, and does not read requests
  bool tls_1_1 = false;        ///< the newest supported version
};

/// Plays a script for each request, then waits for the next one on the connection. Thread safe. The destructor closes everything.
class http_server {
 public:
  using handler = std::function<server_script(seen_request const&)>;

  explicit http_server(handler answers, server_options options = {});
  ~http_server();
  http_server(http_server const&) = delete;
  http_server& operator=(http_server const&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  /// "http://127.0.0.1:port" or https, IPv6 in brackets.
  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::vector<seen_request> requests() const;
  [[nodiscard]] std::size_t connections() const;  ///< since the start
  [[nodiscard]] std::size_t open() const;         ///< now

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// A proxy that opens tunnels (CONNECT) to `port` of loopback, whatever name is requested, and keeps the requests. With `refuse` it answers
/// that status instead.
class connect_proxy {
 public:
  explicit connect_proxy(std::uint16_t port, unsigned refuse = 0);
  ~connect_proxy();
  connect_proxy(connect_proxy const&) = delete;
  connect_proxy& operator=(connect_proxy const&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] std::vector<std::string> heads() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// An address of loopback on which connecting neither succeeds nor fails.
class hanging_address {
 public:
  hanging_address();
  ~hanging_address();
  hanging_address(hanging_address const&) = delete;
  hanging_address& operator=(hanging_address const&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

 private:
  std::vector<int> sockets_{};
  std::uint16_t port_ = 0;
};

/// A port of loopback on which nothing listens.
[[nodiscard]] std::uint16_t dead_port();

/// The number of open sockets of this process.
[[nodiscard]] std::size_t open_sockets();

}  // namespace t2s::tests

#endif
