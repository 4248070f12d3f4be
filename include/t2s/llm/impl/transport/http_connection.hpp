// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TRANSPORT_HTTP_CONNECTION_HPP
#define T2S_LLM_IMPL_TRANSPORT_HTTP_CONNECTION_HPP

#include "t2s/llm/impl/transport/wait_queue.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#ifdef T2S_WITH_OPENSSL
#include "t2s/llm/impl/transport/tls.hpp"
#endif

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace t2s::llm::detail {

namespace asio = boost::asio;
using boost::system::error_code;
using transferred = asio::awaitable<std::tuple<error_code, std::size_t>>;

inline constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

/// A socket, TLS over it if there is any, and the time limit of the operation under way.
class http_connection : public std::enable_shared_from_this<http_connection> {
 public:
  explicit http_connection(asio::any_io_executor const& executor) : socket(executor), timer_(executor) {}

  /// The operation must be done by `until`, else the socket is closed. Cheap: the timer is only moved to an earlier time; a later one is
  /// looked at when it fires.
  void limit(monotonic::time_point until) {
    only_sending_ = false;
    until_ = until;
    if (armed_ && timer_.expiry() <= until) return;
    timer_.expires_at(until);
    armed_ = true;
    watch();
  }
  /// The same for sending: when the time is over nothing more is sent, but what the other side has sent can be read for `last_read`.
  void limit_sending(monotonic::time_point until) {
    limit(until);
    only_sending_ = true;
  }
  static constexpr auto last_read = std::chrono::milliseconds(250);

  /// No operation is under way.
  void clear_limit() {
    until_ = monotonic::time_point::max();
    armed_ = false;
    timer_.cancel();
  }
  [[nodiscard]] bool timed_out() const noexcept { return timed_out_; }

  /// Connects anew. The reason if that fails; a time limit counts as one, cancellation throws.
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
#ifdef T2S_WITH_OPENSSL
    if (tls) return tls->async_read_some(into, as_result);
#endif
    return socket.async_read_some(into, as_result);
  }
  [[nodiscard]] transferred write_some(std::array<asio::const_buffer, 2> const& from) {
#ifdef T2S_WITH_OPENSSL
    if (tls) return tls->async_write_some(from, as_result);
#endif
    return socket.async_write_some(from, as_result);
  }

  /// Whether nothing has come since the last answer: neither its end nor unexpected bytes.
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
