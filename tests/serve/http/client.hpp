// SPDX-License-Identifier: BSL-1.0
// A client that sends raw bytes, and a server on its own thread.
#ifndef T2S_TESTS_SERVE_HTTP_CLIENT_HPP
#define T2S_TESTS_SERVE_HTTP_CLIENT_HPP

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "t2s/serve/http/server.hpp"

namespace serve_test {

/// A connection to a port of this machine, if wanted from a certain address of it. Reading times out after some seconds.
class client {
 public:
  explicit client(std::uint16_t port, int receive_buffer = 0, char const* from = nullptr) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    if (from) own.sin_addr.s_addr = ::inet_addr(from);
    if (from && ::bind(socket_, reinterpret_cast<sockaddr const*>(&own), sizeof own) != 0) throw std::runtime_error("no such address");
    if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr const*>(&to), sizeof to) != 0) throw std::runtime_error("no connection");
  }
  client(client&& other) noexcept : socket_(std::exchange(other.socket_, -1)), kept_(std::move(other.kept_)) {}
  client& operator=(client&&) = delete;
  ~client() { close(); }
  void close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }

  void send(std::string_view text) const {
    while (!text.empty()) {
      auto const n = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return;  // the server has closed it; its last data can still be read
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  /// Reads once more: false at the end, or after `wait`.
  bool read_some(std::chrono::milliseconds wait = std::chrono::seconds(20)) {
    pollfd ready{socket_, POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(wait.count())) <= 0) return false;
    char buffer[65'536];
    auto const n = ::recv(socket_, buffer, sizeof buffer, 0);
    if (n <= 0) {
      ended_ = true;
      return false;
    }
    kept_.append(buffer, static_cast<std::size_t>(n));
    return true;
  }
  /// Reads until this text arrives; returns false if the server ends before.
  bool read_until(std::string_view mark) {
    while (kept_.find(mark) == std::string::npos)
      if (!read_some()) return false;
    return true;
  }
  /// One response with its body, by Content-Length, or everything until the end.
  std::string response() {
    if (!read_until("\r\n\r\n")) return std::exchange(kept_, {});
    auto const head = kept_.find("\r\n\r\n") + 4;
    std::size_t length = 0;
    constexpr std::string_view field = "Content-Length: ";
    auto const at = kept_.find(field);
    if (at != std::string::npos && at < head) {
      length = static_cast<std::size_t>(std::stoul(kept_.substr(at + field.size())));
      while (kept_.size() < head + length && read_some()) {
      }
    } else {
      while (read_some()) {
      }
      length = kept_.size() - head;
    }
    auto whole = kept_.substr(0, head + length);
    kept_.erase(0, head + length);
    return whole;
  }
  /// Everything until the server closes the connection.
  std::string rest() {
    while (read_some()) {
    }
    return std::exchange(kept_, {});
  }
  /// Whether the server has closed it.
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] std::string const& kept() const { return kept_; }

 private:
  int socket_;
  std::string kept_{};
  bool ended_ = false;
};

/// A server that runs as long as the object lives.
class running_server {
 public:
  explicit running_server(t2s::serve::handler answer, t2s::serve::http_options how = {}, std::function<bool()> is_idle = {})
      : server_(std::move(how), std::move(answer)),
        thread_([this, is_idle = std::move(is_idle)] { server_.run(stop_.get_token(), is_idle); }) {}
  ~running_server() { stop(); }

  void stop() {
    stop_.request_stop();
    if (thread_.joinable()) thread_.join();
  }
  void request_stop() { stop_.request_stop(); }
  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  [[nodiscard]] t2s::serve::http_server& server() { return server_; }
  [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(port()); }
  [[nodiscard]] client connect() const { return client(port()); }

  /// The response to one request, with these additional headers.
  [[nodiscard]] std::string ask(std::string const& line, std::string const& lines = {}, std::string const& body = {}) const {
    auto c = connect();
    auto const length = body.empty() ? std::string() : "Content-Length: " + std::to_string(body.size()) + "\r\n";
    c.send(line + " HTTP/1.1\r\nHost: " + host() + "\r\n" + lines + length + "\r\n" + body);
    return c.response();
  }

 private:
  std::stop_source stop_{};
  t2s::serve::http_server server_;
  std::thread thread_;
};

/// Waits until a condition holds; returns false after some seconds.
inline bool becomes_true(std::function<bool()> const& holds, std::chrono::milliseconds within = std::chrono::seconds(20)) {
  auto const end = std::chrono::steady_clock::now() + within;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

/// 404 for "HTTP/1.1 404 Not Found..."; 0 for anything else.
inline int status_of(std::string const& response) {
  return response.starts_with("HTTP/1.1 ") && response.size() > 12 ? std::atoi(response.c_str() + 9) : 0;
}
inline std::string body_of(std::string const& response) {
  auto const at = response.find("\r\n\r\n");
  return at == std::string::npos ? "" : response.substr(at + 4);
}

}  // namespace serve_test

#endif
