// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_CONNECTION_HPP
#define T2S_SERVE_HTTP_DETAIL_CONNECTION_HPP

#include "t2s/serve/http/detail/head.hpp"
#include "t2s/serve/http/detail/same_word.hpp"
#include "t2s/serve/http/server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace t2s::serve::detail {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using steady = std::chrono::steady_clock;

inline constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

/// The state that a server's connections share. Used by the server's thread.
struct shared_settings {
  http_limits limits{};
  access_check const* who{};
  handler const* answer{};
  std::function<void(request const&, int)> const* answered{};
  std::size_t busy = 0;  // requests that are being answered
  bool ending = false;   // no further requests are accepted
};

/// One client. Everything runs on the server's thread, except that responses and wake-ups may come from any thread.
class connection : public std::enable_shared_from_this<connection> {
 public:
  /// Objects of other threads hold `keeps_io`, so that they can always reach the server's thread.
  connection(asio::ip::tcp::socket socket, asio::ip::address peer, shared_settings& shared, std::weak_ptr<void> keeps_io)
      : socket_(std::move(socket)),
        wake_(socket_.get_executor()),
        shared_(shared),
        keeps_io_(std::move(keeps_io)),
        buffer_(shared.limits.header_bytes + 65'536),  // without it Beast buffers lines of chunks or trailers without limit
        peer_(std::move(peer)) {}

  /// Serves the client until either side ends it.
  asio::awaitable<void> serve() {
    auto const self = shared_from_this();
    prepare_socket();
    for (bool more = true; more;) {
      auto serving = serve_one();
      more = co_await std::move(serving);
    }
    auto closing = close_gently();
    co_await std::move(closing);
  }

  /// Ends all operations if the deadline is over.
  void check_deadline(steady::time_point now) {
    if (now < deadline_) return;
    deadline_ = steady::time_point::max();
    late_ = true;
    end_operations();
  }
  /// Ends all operations.
  void abort() {
    aborted_ = true;
    end_operations();
  }
  /// Whether the server has ended it.
  [[nodiscard]] bool is_aborted() const noexcept { return aborted_; }
  /// Whether it may be ended for another: no request of it is being answered.
  [[nodiscard]] bool is_waiting() const noexcept { return !answering_ && !aborted_; }
  /// The time from which it waits for its next request, or for the rest of it.
  [[nodiscard]] steady::time_point waits_since() const noexcept { return waits_since_; }
  /// Whose it is, for `http_limits::connections_a_peer`.
  [[nodiscard]] asio::ip::address const& peer() const noexcept { return peer_; }

 private:
  using parser = http::request_parser<http::string_body>;

  /// The state of a responder. Answers 500 if it is destroyed uncalled.
  class open_response {
   public:
    open_response(std::weak_ptr<connection> to, asio::any_io_executor executor, std::shared_ptr<void> io, std::size_t number)
        : io_(std::move(io)), executor_(std::move(executor)), to_(std::move(to)), number_(number) {}
    open_response(open_response const&) = delete;
    open_response& operator=(open_response const&) = delete;
    ~open_response() {
      if (!done_.exchange(true)) send(error_response(500, "no_answer", "the server failed to answer; its log may say why"));
    }
    void operator()(response r) {
      if (!done_.exchange(true)) send(std::move(r));
    }

   private:
    void send(response r) {
      auto given = std::make_shared<response>(std::move(r));
      asio::dispatch(executor_, [to = to_, number = number_, given = std::move(given)] {
        if (auto const c = to.lock()) c->take(number, std::move(*given));
      });
    }
    std::shared_ptr<void> io_;  // first, because the executor belongs to it
    asio::any_io_executor executor_;
    std::weak_ptr<connection> to_;
    std::size_t number_;
    std::atomic<bool> done_ = false;
  };

  void prepare_socket() {
    boost::system::error_code ignored;
    socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket_.set_option(asio::socket_base::send_buffer_size(static_cast<int>(shared_.limits.sent_ahead)), ignored);
    auto const local = socket_.local_endpoint(ignored);
    auto const peer = socket_.remote_endpoint(ignored);
    auto address = local.address();
    if (address.is_v6() && address.to_v6().is_v4_mapped()) address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
    local_ = address.is_v6() ? "[" : "";
    local_.append(address.to_string()).append(address.is_v6() ? "]:" : ":").append(std::to_string(local.port()));
    auto from = peer.address();
    if (from.is_v6() && from.to_v6().is_v4_mapped()) from = asio::ip::make_address_v4(asio::ip::v4_mapped, from.to_v6());
    from_ = from.to_string();
    from_loopback_ = from.is_loopback();
  }

  void within(std::chrono::milliseconds time) { deadline_ = steady::now() + time; }
  void without_deadline() { deadline_ = steady::time_point::max(); }
  void end_operations() {
    boost::system::error_code ignored;
    socket_.cancel(ignored);
    wake_.cancel();
  }

  // --- reading ---

  /// Handles one request and its response. Returns whether another may follow.
  asio::awaitable<bool> serve_one() {
    auto waiting = wait_for_bytes();
    bool const some = co_await std::move(waiting);
    if (!some) co_return false;
    ++shared_.busy;
    struct at_end {
      connection* c;
      ~at_end() {
        c->answering_ = false;
        c->waits_since_ = steady::now();
        --c->shared_.busy;
      }
    } const counted{this};
    parser reading;
    reading.header_limit(static_cast<std::uint32_t>(shared_.limits.header_bytes));
    reading.body_limit(shared_.limits.body_bytes);
    within(shared_.limits.request);
    auto receiving = http::async_read_header(socket_, buffer_, reading, as_result);
    auto const read = co_await std::move(receiving);
    request asked;
    if (auto refused = refusal_of(std::get<0>(read), reading, asked)) {
      if (refused->status == 0) co_return false;
      auto refusing = write(asked, std::move(*refused), false, false);
      co_await std::move(refusing);
      co_return false;
    }
    auto reading_body = read_body(reading, asked);
    bool const whole = co_await std::move(reading_body);
    if (!whole) co_return false;
    without_deadline();
    answering_ = true;
    bool const keep = reading.keep_alive() && reading.get().version() == 11;
    auto answering = answer(asked, keep, reading.get().version() == 11);
    bool const more = co_await std::move(answering);
    co_return more;
  }

  /// Waits for the first byte of a request. Returns false if none comes.
  asio::awaitable<bool> wait_for_bytes() {
    if (aborted_) co_return false;
    if (buffer_.size() > 0) co_return true;
    buffer_.shrink_to_fit();
    within(shared_.limits.idle);
    auto waiting = socket_.async_wait(asio::ip::tcp::socket::wait_read, as_result);
    auto const ended = co_await std::move(waiting);
    co_return !std::get<0>(ended);
  }

  /// Why reading a request stops: a response, with status 0 if the client does not wait for one; nothing if all is well.
  std::optional<response> refusal_of(boost::system::error_code failed, parser const& reading, request& asked) {
    if (late_) return error_response(408, "too_slow", "the request took too long to arrive");
    if (failed == http::error::header_limit)
      return error_response(
          431, "headers_too_large",
          std::string("request line and headers may have ").append(std::to_string(shared_.limits.header_bytes)).append(" bytes"));
    if (failed && failed.category() != http::make_error_code(http::error::end_of_stream).category()) return silence();
    if (failed == http::error::end_of_stream || failed == http::error::partial_message) return silence();
    if (failed == http::error::bad_version) return error_response(505, "version", "only HTTP/1.1 and HTTP/1.0 are spoken here");
    if (failed == http::error::body_limit) return too_large();
    if (failed) return malformed("it is not a request of HTTP/1.1");
    return refusal_of(reading, asked);
  }
  static response silence() {
    response none;
    none.status = 0;
    return none;
  }
  static response malformed(std::string_view why) {
    return error_response(400, "malformed_request", std::string("the request cannot be read: ").append(why));
  }
  [[nodiscard]] response too_large() const {
    return error_response(413, "body_too_large",
                          std::string("a body may have ").append(std::to_string(shared_.limits.body_bytes)).append(" bytes"));
  }

  /// The same for a complete head.
  std::optional<response> refusal_of(parser const& reading, request& asked) {
    auto const& head = reading.get();
    asked.method = std::string(head.method_string());
    asked.local = local_;
    asked.from = from_;
    asked.from_loopback = from_loopback_;
    std::size_t lengths = 0, encodings = 0;
    for (auto const& line : head) {
      asked.headers.add(std::string(line.name_string()), std::string(line.value()));
      lengths += line.name() == http::field::content_length ? 1U : 0U;
      encodings += line.name() == http::field::transfer_encoding ? 1U : 0U;
    }
    if (head.version() != 11 && head.version() != 10) return error_response(505, "version", "only HTTP/1.1 and HTTP/1.0 are spoken here");
    // An ambiguous length can hide a second request (request smuggling).
    if (lengths > 1 || encodings > 1 || (lengths > 0 && encodings > 0)) return malformed("its length is given twice");
    if (asked.headers.get("Content-Length").find_first_not_of("0123456789") != std::string_view::npos)
      return malformed("its length is not a number");
    if (encodings > 0 && (head.version() != 11 || !same_word(asked.headers.get("Transfer-Encoding"), "chunked")))
      return error_response(501, "transfer_encoding", "the only transfer encoding is chunked");
    if (!read_target(std::string_view(head.target().data(), head.target().size()), asked))
      return malformed("its target is not a path such as /v1/runs?since=1");
    if (auto refused = shared_.who->check(asked)) return refused;
    return {};
  }

  /// Reads the body into the request. Returns whether it is complete.
  asio::awaitable<bool> read_body(parser& reading, request& asked) {
    if (!reading.is_done()) {
      if (same_word(asked.headers.get("Expect"), "100-continue")) {
        static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
        auto telling = asio::async_write(socket_, asio::buffer(go_on), as_result);
        auto const sent = co_await std::move(telling);
        if (std::get<0>(sent)) co_return false;
      }
      auto receiving = http::async_read(socket_, buffer_, reading, as_result);
      auto const read = co_await std::move(receiving);
      auto const failed = std::get<0>(read);
      if (failed) {
        std::optional<response> refused;
        if (late_)
          refused = error_response(408, "too_slow", "the request took too long to arrive");
        else if (failed == http::error::body_limit)
          refused = too_large();
        else if (failed != http::error::partial_message &&
                 failed.category() == http::make_error_code(http::error::end_of_stream).category())
          refused = malformed("its body does not match its head");
        if (refused) {
          auto refusing = write(asked, std::move(*refused), false, false);
          co_await std::move(refusing);
        }
        co_return false;
      }
    }
    asked.body = std::move(reading.get().body());
    co_return true;
  }

  // --- answering ---

  /// Lets the handler answer, and sends the response. Returns whether another request may follow.
  asio::awaitable<bool> answer(request& asked, bool keep, bool chunks) {
    std::stop_source leaving;
    asked.gone = leaving.get_token();
    given_.reset();
    ++number_;
    hand_over(asked);
    if (!given_) {
      auto waiting = wait_for_response(leaving);
      co_await std::move(waiting);
    }
    if (!given_) co_return false;
    auto ready = std::move(*given_);
    given_.reset();
    bool const more = keep && !shared_.ending && !ready.stream;
    auto writing = write(asked, std::move(ready), more, chunks);
    bool const sent = co_await std::move(writing);
    co_return sent&& more;
  }

  void hand_over(request const& asked) {
    auto const answer_once = std::make_shared<open_response>(weak_from_this(), socket_.get_executor(), keeps_io_.lock(), number_);
    responder const respond = [answer_once](response r) { (*answer_once)(std::move(r)); };
    try {
      (*shared_.answer)(asked, respond);
    } catch (std::exception const& e) {
      respond(error_response(500, "internal_error", e.what()));
    }
  }

  void take(std::size_t number, response r) {
    if (number != number_ || given_) return;
    given_.emplace(std::move(r));
    wake_.cancel();
  }

  /// Waits for the response, or for the client to leave.
  asio::awaitable<void> wait_for_response(std::stop_source& leaving) {
    watch();
    while (!given_ && !gone_ && !aborted_) {
      wake_.expires_at(steady::time_point::max());
      auto waiting = wake_.async_wait(as_result);
      auto const ended = co_await std::move(waiting);
      static_cast<void>(ended);
    }
    if (!given_) leaving.request_stop();
    auto ending = stop_watching();
    co_await std::move(ending);
  }

  // Reads what the client sends meanwhile, to notice when it leaves.
  void watch() {
    watching_ = true;
    auto const self = shared_from_this();
    asio::co_spawn(
        socket_.get_executor(), [self] { return self->listen(); },
        asio::bind_cancellation_slot(unwatch_.slot(), [self](std::exception_ptr) {
          self->watching_ = false;
          self->wake_.cancel();
        }));
  }
  asio::awaitable<void> listen() {
    while (buffer_.size() < shared_.limits.header_bytes) {
      auto const room = buffer_.prepare(2048);
      auto receiving = socket_.async_read_some(room, as_result);
      auto const read = co_await std::move(receiving);
      buffer_.commit(std::get<1>(read));
      if (std::get<0>(read)) {
        gone_ = !stops_watching_;
        co_return;
      }
    }
  }
  asio::awaitable<void> stop_watching() {
    stops_watching_ = true;
    unwatch_.emit(asio::cancellation_type::terminal);
    while (watching_) {
      wake_.expires_at(steady::time_point::max());
      auto waiting = wake_.async_wait(as_result);
      auto const ended = co_await std::move(waiting);
      static_cast<void>(ended);
    }
    stops_watching_ = false;
  }

  // --- writing ---

  /// Sends a whole response. Returns whether that succeeded.
  asio::awaitable<bool> write(request const& asked, response r, bool keep, bool chunks) {
    late_ = false;
    shared_.who->share(asked, r);
    auto const& body = r.shared_body ? *r.shared_body : r.body;
    bool const headless = asked.method == "HEAD";
    auto const status = r.status;
    framing how;
    how.length = body.size();
    how.keep = keep;
    how.chunked = r.stream && chunks;
    how.to_the_end = r.stream && !chunks;
    auto head = head_of(r, how);
    std::vector<asio::const_buffer> parts{asio::buffer(head)};
    if (!headless && !r.stream) parts.push_back(asio::buffer(body));
    auto sending = send(parts);
    bool sent = co_await std::move(sending);
    if (sent && r.stream && !headless) {
      auto streaming = write_stream(*r.stream, how.chunked);
      sent = co_await std::move(streaming);
    }
    r.stream.reset();
    if (*shared_.answered) (*shared_.answered)(asked, status);
    co_return sent;
  }

  template <class Buffers>
  asio::awaitable<bool> send(Buffers what) {
    auto const go_on = [this](boost::system::error_code const& failed, std::size_t) -> std::size_t {
      within(shared_.limits.write);
      return failed ? 0 : 65'536;
    };
    auto sending = asio::async_write(socket_, what, go_on, as_result);
    auto const sent = co_await std::move(sending);
    without_deadline();
    co_return !std::get<0>(sent) && !late_ && !aborted_;
  }

  /// Sends a stream until it ends or the client leaves.
  asio::awaitable<bool> write_stream(body_stream& from, bool chunked) {
    watch();
    bool well = true;
    for (bool last = false; well && !last && !gone_ && !aborted_;) {
      auto const piece = from.next(65'536);
      last = piece.last;
      if (!piece.texts.empty()) {
        auto sending = send_piece(piece.texts, chunked);
        well = co_await std::move(sending);
      } else if (!last) {
        auto waiting = wait_for_more(from, chunked);
        well = co_await std::move(waiting);
      }
    }
    if (well && chunked && !gone_ && !aborted_) {
      static constexpr std::string_view end = "0\r\n\r\n";
      auto ending = send(asio::buffer(end));
      well = co_await std::move(ending);
    }
    auto unwatching = stop_watching();
    co_await std::move(unwatching);
    co_return well;
  }

  asio::awaitable<bool> send_piece(std::vector<std::shared_ptr<std::string const>> const& texts, bool chunked) {
    std::size_t size = 0;
    for (auto const& text : texts) size += text->size();
    std::array<char, 24> line{};
    auto const length = chunked ? std::snprintf(line.data(), line.size(), "%zx\r\n", size) : 0;
    std::vector<asio::const_buffer> parts{asio::buffer(line.data(), static_cast<std::size_t>(length))};
    for (auto const& text : texts) parts.push_back(asio::buffer(*text));
    if (chunked) parts.push_back(asio::buffer("\r\n", 2));
    auto sending = send(parts);
    bool const sent = co_await std::move(sending);
    co_return sent;
  }

  /// Waits for more of a stream, and sends a ping if nothing comes.
  asio::awaitable<bool> wait_for_more(body_stream& from, bool chunked) {
    if (!armed_) {
      armed_ = true;
      awake_ = false;
      from.when_ready([to = weak_from_this(), executor = socket_.get_executor(), io = keeps_io_.lock()] {
        asio::post(executor, [to] {
          if (auto const c = to.lock()) c->wake_up();
        });
      });
    }
    if (awake_ || gone_ || aborted_) co_return true;
    wake_.expires_after(shared_.limits.ping);
    auto waiting = wake_.async_wait(as_result);
    auto const ended = co_await std::move(waiting);
    if (std::get<0>(ended)) co_return true;  // woken up
    auto const sign = from.ping();
    if (sign.empty()) co_return true;
    std::vector<std::shared_ptr<std::string const>> const texts{std::make_shared<std::string const>(sign)};
    auto sending = send_piece(texts, chunked);
    bool const sent = co_await std::move(sending);
    co_return sent;
  }
  void wake_up() {
    armed_ = false;
    awake_ = true;
    wake_.cancel();
  }

  /// Closes the connection so that the client receives everything sent: discards for a moment what it still sends.
  asio::awaitable<void> close_gently() {
    boost::system::error_code ignored;
    if (!aborted_ && !gone_) {
      socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
      within(std::chrono::seconds(1));
      std::array<char, 4096> dropped{};
      for (int reads = 0; !ignored && reads < 512 && !late_ && !aborted_; ++reads) {
        auto receiving = socket_.async_read_some(asio::buffer(dropped), as_result);
        auto const read = co_await std::move(receiving);
        if (std::get<0>(read)) break;
      }
    }
    without_deadline();
    if (late_ || aborted_) socket_.set_option(asio::socket_base::linger(true, 0), ignored);  // discards what it does not take
    socket_.close(ignored);
  }

  asio::ip::tcp::socket socket_;
  asio::steady_timer wake_;
  shared_settings& shared_;
  std::weak_ptr<void> keeps_io_;
  boost::beast::flat_buffer buffer_;
  asio::cancellation_signal unwatch_{};
  std::string local_{};
  std::optional<response> given_{};
  std::size_t number_ = 0;  // the number of the request
  steady::time_point deadline_ = steady::time_point::max();
  std::string from_{};
  asio::ip::address peer_;
  steady::time_point waits_since_ = steady::now();
  bool from_loopback_ = false;
  bool answering_ = false;
  bool late_ = false;     // a deadline passed
  bool aborted_ = false;  // the server is stopping
  bool gone_ = false;     // the client closed its side
  bool watching_ = false, stops_watching_ = false;
  bool armed_ = false, awake_ = false;  // the stream was asked to report more data, and did
};

}  // namespace t2s::serve::detail

#endif
