// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_HTTP_CONNECTION_HPP
#define T2S_LLM_DETAIL_HTTP_CONNECTION_HPP

#include "t2s/llm/detail/http_client.hpp"
#include "t2s/llm/detail/waiting.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#ifdef T2S_WITH_OPENSSL
#include <boost/asio/ssl.hpp>
#endif

#include <algorithm>
#include <array>

namespace t2s::llm::detail {

/// The addresses of one name, looked up once for all waiting requests, and cached for a while.
class name_lookup {
 public:
  using endpoint = boost::asio::ip::tcp::endpoint;

  name_lookup(boost::asio::any_io_executor executor, std::string host, std::uint16_t port, http_options const& options, bool is_proxy)
      : executor_(std::move(executor)), host_(std::move(host)), port_(port), keep_(options.names), is_proxy_(is_proxy) {
    for (auto const& a : options.addresses) fixed_.push_back(fixed(a));
    boost::system::error_code is_name;
    auto const literal = boost::asio::ip::make_address(host_, is_name);
    if (fixed_.empty() && !is_name) fixed_.emplace_back(literal, port_);
  }

  /// In the order to try them. Throws `model_unreachable`; `operation_aborted` on cancellation.
  boost::asio::awaitable<std::vector<endpoint>> addresses(monotonic::time_point until) {
    if (!fixed_.empty()) co_return fixed_;
    if (monotonic::now() < known_until_) co_return known_;
    auto const asked = asked_ ? asked_ : ask();
    auto waiting = asked->queue.wait(until);
    bool const resumed = co_await std::move(waiting);
    if (!resumed) refuse("the look-up takes too long");
    if (asked->failed) refuse(asked->failed.message());
    known_ = asked->found;
    known_until_ = later_by(asked->at, keep_);
    co_return known_;
  }

 private:
  /// A look-up in progress. It may outlive its waiters, since the system cannot be interrupted.
  struct question {
    explicit question(boost::asio::any_io_executor const& executor) : resolver(executor) {}
    boost::asio::ip::tcp::resolver resolver;
    wait_queue queue{};
    std::vector<endpoint> found{};
    monotonic::time_point at{};
    boost::system::error_code failed{};
  };

  std::shared_ptr<question> ask() {
    auto const q = std::make_shared<question>(executor_);
    asked_ = q;
    q->resolver.async_resolve(host_, std::to_string(port_), boost::asio::ip::tcp::resolver::numeric_service,
                              [q, self = std::weak_ptr(alive_), this](boost::system::error_code failed, auto const& results) {
                                q->failed = failed;
                                for (auto const& r : results) q->found.push_back(r.endpoint());
                                interleave(q->found);
                                q->at = monotonic::now();
                                if (!self.expired()) asked_ = nullptr;
                                q->queue.resume_all();
                              });
    return q;
  }

  /// Alternates IPv6 and IPv4, so that if one of them is broken, it costs one attempt.
  static void interleave(std::vector<endpoint>& all) {
    if (all.empty()) return;
    auto const first = all.front().protocol();
    std::vector<endpoint> others;
    std::erase_if(all, [&](endpoint const& e) {
      if (e.protocol() != first) others.push_back(e);
      return e.protocol() != first;
    });
    for (std::size_t i = 0; i < others.size(); ++i)
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(std::min(2 * i + 1, all.size())), others[i]);
  }

  [[nodiscard]] endpoint fixed(http_address const& a) const {
    boost::system::error_code failed;
    auto const ip = boost::asio::ip::make_address(a.ip, failed);
    if (failed) throw error(errc::invalid_argument, "\"" + a.ip + "\" is not an IP address", "write addresses as 192.0.2.1 or 2001:db8::1");
    return {ip, a.port ? a.port : port_};
  }

  [[noreturn]] void refuse(std::string const& why) const {
    throw error(errc::model_unreachable, (is_proxy_ ? "the proxy's name " : "the name ") + host_ + " has no address: " + why,
                is_proxy_ ? "check the proxy's URL and the network" : "check the URL's host name and the network");
  }

  boost::asio::any_io_executor executor_;
  std::string host_;
  std::uint16_t port_;
  std::chrono::nanoseconds keep_;
  bool is_proxy_;
  std::vector<endpoint> fixed_{};
  std::vector<endpoint> known_{};
  monotonic::time_point known_until_{};
  std::shared_ptr<question> asked_{};
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

#ifdef T2S_WITH_OPENSSL

inline std::unique_ptr<boost::asio::ssl::context> make_tls(tls_options const& options) {
  auto context = std::make_unique<boost::asio::ssl::context>(boost::asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  context->set_verify_mode(options.verify ? boost::asio::ssl::verify_peer : boost::asio::ssl::verify_none);
  boost::system::error_code failed;
  if (options.ca_file.empty())
    context->set_default_verify_paths(failed);
  else
    context->load_verify_file(options.ca_file, failed);
  if (!failed) return context;
  auto const what =
      options.ca_file.empty() ? std::string("the system's authorities") : "the file of authorities \"" + options.ca_file + "\"";
  throw error(failure{errc::tls_failed, what + " cannot be read: " + failed.message(), options.ca_file,
                      "give a PEM file of the authorities that are trusted in tls_options::ca_file"});
}

/// Sets the expected host name, before the handshake. Throws `tls_failed`: without it any certificate would be accepted.
inline void expect_host(SSL* tls, std::string const& host, bool verify) {
  static constexpr unsigned char http_1_1[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  SSL_set_alpn_protos(tls, http_1_1, sizeof http_1_1);
  boost::system::error_code is_name;
  (void)boost::asio::ip::make_address(host, is_name);
  bool done = !is_name || SSL_set_tlsext_host_name(tls, host.c_str()) == 1;
  if (done && verify)
    done = (is_name ? SSL_set1_host(tls, host.c_str()) : X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host.c_str())) == 1;
  if (done) return;
  ERR_clear_error();
  throw error(errc::tls_failed, "a certificate for " + host + " cannot be required", "check the URL's host name or address");
}

inline error tls_error(SSL* tls, boost::system::error_code failed, std::string const& origin) {
  std::string message = "no trusted connection to " + origin + ": ";
  auto const verdict = SSL_get_verify_result(tls);
  if (verdict == X509_V_OK)
    return error(errc::tls_failed, message.append(failed.message()), "check that the server uses TLS 1.2 or newer on this port");
  message.append("its certificate is refused: ").append(X509_verify_cert_error_string(verdict));
  return error(errc::tls_failed, std::move(message),
               "check the host name and the certificate, or give the authority that signed it in tls_options::ca_file");
}

#endif

namespace asio = boost::asio;
using boost::system::error_code;
using transferred = asio::awaitable<std::tuple<error_code, std::size_t>>;

inline constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

/// A socket, optionally with TLS, and the time limit of the current operation.
class http_connection : public std::enable_shared_from_this<http_connection> {
 public:
  explicit http_connection(asio::any_io_executor const& executor) : socket(executor), timer_(executor) {}

  /// Closes the socket at `until`. Cheap: the timer is only moved to an earlier time; a later one is checked when it fires.
  void limit(monotonic::time_point until) {
    only_sending_ = false;
    until_ = until;
    if (armed_ && timer_.expiry() <= until) return;
    timer_.expires_at(until);
    armed_ = true;
    watch();
  }
  /// The same for sending: at the limit it stops sending, but what the server has sent can be read for `last_read`.
  void limit_sending(monotonic::time_point until) {
    limit(until);
    only_sending_ = true;
  }
  static constexpr auto last_read = std::chrono::milliseconds(250);

  void clear_limit() {
    until_ = monotonic::time_point::max();
    armed_ = false;
    timer_.cancel();
  }
  [[nodiscard]] bool timed_out() const noexcept { return timed_out_; }

  /// Connects anew. Returns why it failed, also for a time limit; cancellation throws.
  [[nodiscard]] asio::awaitable<error_code> connect(asio::ip::tcp::endpoint to, monotonic::time_point by) {
    error_code failed;
    timed_out_ = false;
    socket.close(failed);
    socket.open(to.protocol(), failed);
    if (failed) co_return failed;
    limit(by);
    auto connecting = socket.async_connect(to, as_result);
    auto const ended = co_await std::move(connecting);
    failed = std::get<0>(ended);
    if (timed_out_) co_return error_code(asio::error::timed_out);
    if (failed == asio::error::operation_aborted) throw boost::system::system_error(failed);
    if (failed) co_return failed;
    socket.set_option(asio::ip::tcp::no_delay(true), failed);
    socket.non_blocking(true, failed);
    co_return failed;
  }

  void close() {
    clear_limit();
    error_code ignored;
    socket.close(ignored);
  }

  [[nodiscard]] transferred read_some(asio::mutable_buffer into) {
    return over([into](auto& stream) { return stream.async_read_some(into, as_result); });
  }
  [[nodiscard]] transferred write_some(std::array<asio::const_buffer, 2> const& from) {
    return over([&from](auto& stream) { return stream.async_write_some(from, as_result); });
  }

  /// Whether nothing arrived since the last answer: neither the end nor unexpected bytes.
  [[nodiscard]] bool is_quiet() {
    error_code failed;
    char byte = 0;
    socket.receive(asio::buffer(&byte, 1), asio::socket_base::message_peek, failed);
    return failed == asio::error::would_block || failed == asio::error::try_again;
  }

  asio::ip::tcp::socket socket;
#ifdef T2S_WITH_OPENSSL
  std::optional<asio::ssl::stream<asio::ip::tcp::socket&>> tls{};
#endif
  boost::beast::flat_buffer buffer{};
  monotonic::time_point idle_since{};

 private:
  template <class Operation>
  [[nodiscard]] transferred over(Operation start) {
#ifdef T2S_WITH_OPENSSL
    if (tls) return start(*tls);
#endif
    return start(socket);
  }
  void watch() {
    timer_.async_wait([weak = weak_from_this()](error_code failed) {
      auto const self = weak.lock();
      if (!failed && self && self->armed_) self->check_time();
    });
  }
  void check_time() {
    if (monotonic::now() >= until_) time_out();
    if (!armed_) return;
    timer_.expires_at(until_);
    watch();
  }
  void time_out() {
    timed_out_ = true;
    if (!std::exchange(only_sending_, false)) return close();
    error_code ignored;
    socket.shutdown(asio::socket_base::shutdown_send, ignored);
    until_ = later_by(monotonic::now(), last_read);
  }

  asio::steady_timer timer_;
  monotonic::time_point until_ = monotonic::time_point::max();
  bool armed_ = false;
  bool only_sending_ = false;
  bool timed_out_ = false;
};

}  // namespace t2s::llm::detail

#endif
