// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_SERVER_IPP
#define T2S_SERVE_HTTP_DETAIL_SERVER_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/http/detail/connection.hpp"
#include "t2s/serve/http/server.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace t2s::serve {

class http_server::impl : public std::enable_shared_from_this<http_server::impl> {
 public:
  impl(http_options options, handler answer)
      : options_(std::move(options)), answer_(std::move(answer)), access_(options_.access), acceptor_(io_), tick_(io_) {
    shared_.limits = options_.limits;
    shared_.who = &access_;
    shared_.answer = &answer_;
    shared_.answered = &options_.answered;
    listen();
  }

  [[nodiscard]] std::uint16_t port() const { return place_.port(); }
  [[nodiscard]] std::string url() const {
    bool const is_v6 = place_.address().is_v6();
    auto name = place_.address().to_string();
    if (place_.address().is_unspecified()) name = is_v6 ? "::1" : "127.0.0.1";
    return (is_v6 ? "http://[" + name + "]:" : "http://" + name + ":") + std::to_string(port());
  }
  [[nodiscard]] std::size_t connections() const noexcept { return open_; }

  void renew(access_options access, std::function<void()> then) {
    require_token(access);
    auto made = std::make_shared<access_check>(std::move(access));
    detail::asio::post(io_, [self = weak_from_this(), made = std::move(made), then = std::move(then)] {
      auto const to = self.lock();
      if (!to) return;
      made->keep_cookies_of(to->access_);
      to->access_ = std::move(*made);
      if (then) then();
    });
  }

  void run(std::stop_token stop, std::function<bool()> is_idle) {
    std::stop_callback const stopping(stop, [this] { detail::asio::post(io_, [this] { begin_to_end(); }); });
    is_idle_ = std::move(is_idle);
    detail::asio::co_spawn(io_, [this] { return accept(); }, detail::asio::detached);
    detail::asio::co_spawn(io_, [this] { return keep_time(); }, detail::asio::detached);
    io_.run();
  }

 private:
  using connection = detail::connection;

  [[noreturn]] void refuse(std::string const& why, std::string const& remedy) const {
    throw error(
        errc::invalid_argument,
        std::string("cannot serve at ").append(options_.address).append(":").append(std::to_string(options_.port)).append(": ").append(why),
        remedy);
  }

  void listen() {
    boost::system::error_code failed;
    auto const typed = options_.address == "localhost" ? std::string("127.0.0.1") : options_.address;
    auto const address = detail::asio::ip::make_address(typed, failed);
    if (failed) refuse("it is not an IP address", "give one of this machine, such as 127.0.0.1, [::1] or 0.0.0.0");
    is_loopback_ = address.is_loopback();
    require_token(options_.access);
    detail::asio::ip::tcp::endpoint const wanted(address, options_.port);
    acceptor_.open(wanted.protocol(), failed);
    if (!failed) acceptor_.set_option(detail::asio::socket_base::reuse_address(true), failed);
    if (!failed) acceptor_.bind(wanted, failed);
    if (!failed) acceptor_.listen(detail::asio::socket_base::max_listen_connections, failed);
    if (failed) refuse(failed.message(), "take another port or address");
    place_ = acceptor_.local_endpoint();
  }

  void require_token(access_options const& access) const {
    if (!is_loopback_ && access.token.empty() && access.users.empty())
      refuse("other machines could ask it, and it has no token", "give it a token, or serve at 127.0.0.1 alone");
  }

  detail::asio::awaitable<void> accept() {
    while (!shared_.ending) {
      auto accepting = acceptor_.async_accept(detail::as_result);
      auto accepted = co_await std::move(accepting);
      if (shared_.ending) break;
      if (std::get<0>(accepted)) {  // such as too many open files, which may pass
        detail::asio::steady_timer pause(io_, std::chrono::milliseconds(50));
        auto waiting = pause.async_wait(detail::as_result);
        auto const waited = co_await std::move(waiting);
        static_cast<void>(waited);
        continue;
      }
      begin(std::move(std::get<1>(accepted)));
    }
  }

  void begin(detail::asio::ip::tcp::socket socket) {
    auto const peer = peer_of(socket);
    std::map<detail::asio::ip::address, std::size_t> of_peers;
    std::size_t all = 0;
    for (auto const& c : all_)
      if (!c->is_aborted()) ++all, ++of_peers[c->peer()];
    auto const& limits = options_.limits;
    if (of_peers[peer] >= limits.connections_a_peer) {
      if (!end_waiting([&](connection const& c) { return c.peer() == peer; }, of_peers))
        return turn_away(std::move(socket), "your address has as many connections to the server as one may have");
    } else if (all >= limits.connections && !end_waiting([](connection const&) { return true; }, of_peers)) {
      return turn_away(std::move(socket), "the server has as many connections as it takes");
    }
    auto const c = std::make_shared<connection>(std::move(socket), peer, shared_, weak_from_this());
    all_.push_back(c);
    ++open_;
    detail::asio::co_spawn(
        io_, [c] { return c->serve(); },
        [this, c](std::exception_ptr) {
          std::erase(all_, c);
          --open_;
          end_if_idle();
        });
  }

  /// The address of a client; of IPv6 the network, of which each client has all addresses.
  static detail::asio::ip::address peer_of(detail::asio::ip::tcp::socket const& socket) {
    namespace ip = detail::asio::ip;
    boost::system::error_code ignored;
    auto const from = socket.remote_endpoint(ignored).address();
    if (!from.is_v6()) return from;
    if (from.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, from.to_v6());
    auto bytes = from.to_v6().to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
    return ip::make_address_v6(bytes);
  }

  /// Ends one of those connections: of the client with the most, the one that has waited longest. Returns false if none waits.
  template <class Among>
  bool end_waiting(Among among, std::map<detail::asio::ip::address, std::size_t> const& of_peers) {
    auto const order = [&](connection const& c) { return std::pair(-static_cast<std::ptrdiff_t>(of_peers.at(c.peer())), c.waits_since()); };
    connection* first = nullptr;
    for (auto const& c : all_)
      if (c->is_waiting() && among(*c) && (!first || order(*c) < order(*first))) first = c.get();
    if (first) first->abort();
    return first != nullptr;
  }

  static void turn_away(detail::asio::ip::tcp::socket socket, std::string why) {
    auto full = error_response(503, "too_many_connections", why.append(", and all are being answered; try again later"));
    full.headers.add("Retry-After", "5");
    detail::framing how;
    how.length = full.body.size();
    how.keep = false;
    auto const text = detail::head_of(full, how) + full.body;
    boost::system::error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(detail::asio::buffer(text), ignored);
    socket.shutdown(detail::asio::ip::tcp::socket::shutdown_send, ignored);
  }

  /// Checks the deadlines a few times a second, which is cheaper than a timer for each connection.
  detail::asio::awaitable<void> keep_time() {
    auto const& l = options_.limits;
    auto const least = std::min({l.request, l.idle, l.write, l.closing});
    auto const every = std::clamp<std::chrono::milliseconds>(least / 4, std::chrono::milliseconds(5), std::chrono::milliseconds(250));
    while (!over_) {
      tick_.expires_after(every);
      auto waiting = tick_.async_wait(detail::as_result);
      auto const waited = co_await std::move(waiting);
      static_cast<void>(waited);
      auto const now = detail::steady::now();
      auto const all = all_;  // connections that end change the list
      for (auto const& c : all) c->check_deadline(now);
      end_if_idle();
      if (cut_off_ && now >= *cut_off_) end();
    }
  }

  void begin_to_end() {
    if (shared_.ending) return;
    shared_.ending = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    end_if_idle();
  }

  /// The server ends when all answers are sent, or when only unfinished answers are left.
  void end_if_idle() {
    if (!shared_.ending || over_) return;
    if (is_idle_ && !is_idle_()) return;
    if (shared_.busy == 0) return end();
    if (!cut_off_) cut_off_ = detail::steady::now() + options_.limits.closing;
  }
  void end() {
    over_ = true;
    tick_.cancel();
    auto const all = all_;
    for (auto const& c : all) c->abort();
  }

  http_options options_;
  handler answer_;
  access_check access_;
  detail::shared_settings shared_{};
  detail::asio::io_context io_{1};
  detail::asio::ip::tcp::acceptor acceptor_;
  detail::asio::steady_timer tick_;
  detail::asio::ip::tcp::endpoint place_{};
  std::vector<std::shared_ptr<connection>> all_{};
  std::atomic<std::size_t> open_ = 0;
  std::function<bool()> is_idle_{};
  std::optional<detail::steady::time_point> cut_off_{};
  bool over_ = false;
  bool is_loopback_ = true;
};

T2S_DECL http_server::http_server(http_options options, handler answer)
    : impl_(std::make_shared<impl>(std::move(options), std::move(answer))) {}
T2S_DECL http_server::~http_server() = default;
T2S_DECL std::uint16_t http_server::port() const noexcept { return impl_->port(); }
T2S_DECL std::string http_server::url() const { return impl_->url(); }
T2S_DECL std::size_t http_server::connections() const noexcept { return impl_->connections(); }
T2S_DECL void http_server::renew(access_options access, std::function<void()> then) { impl_->renew(std::move(access), std::move(then)); }
T2S_DECL void http_server::run(std::stop_token stop, std::function<bool()> is_idle) { impl_->run(std::move(stop), std::move(is_idle)); }

T2S_DECL bool is_loopback(std::string const& address) {
  boost::system::error_code failed;
  auto const read = boost::asio::ip::make_address(address, failed);
  return address == "localhost" || (!failed && read.is_loopback());
}

}  // namespace t2s::serve

#endif
