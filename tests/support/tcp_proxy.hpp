// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_TCP_PROXY_HPP
#define T2S_TESTS_SUPPORT_TCP_PROXY_HPP

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace t2s::test {

/// A loopback port that forwards to another one, with a network that can be slow, silent or cut.
class tcp_proxy {
 public:
  explicit tcp_proxy(std::string const& port) : target_(static_cast<std::uint16_t>(std::stoi(port))) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    auto a = address(0);
    socklen_t size = sizeof(a);
    if (bind(listener_, reinterpret_cast<sockaddr*>(&a), size) != 0 || listen(listener_, 64) != 0)
      throw std::runtime_error("no port for a proxy");
    getsockname(listener_, reinterpret_cast<sockaddr*>(&a), &size);
    port_ = std::to_string(ntohs(a.sin_port));
    thread_ = std::jthread([this](std::stop_token const& stop) { run(stop); });
  }
  tcp_proxy(tcp_proxy const&) = delete;
  tcp_proxy& operator=(tcp_proxy const&) = delete;
  ~tcp_proxy() {
    thread_.request_stop();
    thread_.join();
    cut_all();
    close(listener_);
  }

  [[nodiscard]] std::string const& port() const { return port_; }

  void stall(bool yes = true) { stalled_ = yes; }                          ///< holds bytes back, in both directions
  void delay(std::chrono::milliseconds by) { delay_ = by; }                ///< delays each piece of the server's data
  void cut() { cutting_ = true; }                                          ///< ends all connections immediately
  void cut_after(std::size_t bytes) { left_ = static_cast<long>(bytes); }  ///< ends each connection after so many bytes of the server

  [[nodiscard]] int connections() const { return count_; }

 private:
  struct pair {
    int client, server;
  };

  static sockaddr_in address(std::uint16_t port) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons(port);
    return a;
  }

  void run(std::stop_token const& stop) {
    while (!stop.stop_requested()) {
      if (cutting_.exchange(false)) cut_all();
      std::vector<pollfd> all{{listener_, POLLIN, 0}};
      if (!stalled_)
        for (auto const& p : pairs_) all.insert(all.end(), {{p.client, POLLIN, 0}, {p.server, POLLIN, 0}});
      if (poll(all.data(), all.size(), 5) <= 0) continue;
      if (all[0].revents != 0) accept_one();
      std::vector<pair> kept;
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        bool const watched = 2 * i + 2 < all.size();
        bool const alive = !watched || ((all[2 * i + 1].revents == 0 || pass(pairs_[i].client, pairs_[i].server, false)) &&
                                        (all[2 * i + 2].revents == 0 || pass(pairs_[i].server, pairs_[i].client, true)));
        if (alive)
          kept.push_back(pairs_[i]);
        else
          end(pairs_[i]);
      }
      pairs_ = std::move(kept);
    }
  }

  void accept_one() {
    int const client = accept(listener_, nullptr, nullptr);
    if (client < 0) return;
    ++count_;
    int const server = socket(AF_INET, SOCK_STREAM, 0);
    auto const a = address(target_);
    if (connect(server, reinterpret_cast<sockaddr const*>(&a), sizeof(a)) != 0) return end({client, server});
    pairs_.push_back({client, server});
  }

  bool pass(int from, int to, bool is_reply) {
    std::array<char, 16'384> room;
    auto const n = recv(from, room.data(), room.size(), 0);
    if (n <= 0) return false;
    if (is_reply && delay_.load().count() > 0) std::this_thread::sleep_for(delay_.load());
    if (is_reply && left_ >= 0) {
      left_ -= n;
      if (left_ < 0) return left_ = -1, false;
    }
    for (ssize_t sent = 0; sent < n;) {
      auto const m = send(to, room.data() + sent, static_cast<std::size_t>(n - sent), MSG_NOSIGNAL);
      if (m <= 0) return false;
      sent += m;
    }
    return true;
  }

  static void end(pair const& p) {
    close(p.client);
    close(p.server);
  }
  void cut_all() {
    for (auto const& p : std::exchange(pairs_, {})) end(p);
  }

  std::uint16_t target_;
  int listener_ = -1;
  std::string port_{};
  std::atomic<bool> stalled_{false}, cutting_{false};
  std::atomic<std::chrono::milliseconds> delay_{std::chrono::milliseconds(0)};
  std::atomic<long> left_{-1};
  std::atomic<int> count_{0};
  std::vector<pair> pairs_{};
  std::jthread thread_{};
};

}  // namespace t2s::test

#endif
