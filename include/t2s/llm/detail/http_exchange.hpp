// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_HTTP_EXCHANGE_HPP
#define T2S_LLM_DETAIL_HTTP_EXCHANGE_HPP

#include "t2s/llm/detail/http_connection.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

/// One request and its answer over an open connection.
namespace t2s::llm::detail {

namespace http = boost::beast::http;

inline std::string in_words(std::chrono::nanoseconds span) {
  using namespace std::chrono;
  if (span < seconds(10)) return std::to_string(duration_cast<milliseconds>(span).count()).append(" ms");
  return std::to_string(duration_cast<seconds>(span).count()).append(" s");
}

/// A body that grows with the bytes received, not with the size that a header announces.
struct growing_body : http::string_body {
  struct reader : http::string_body::reader {
    using http::string_body::reader::reader;
    void init(boost::optional<std::uint64_t> const&, error_code& failed) { http::string_body::reader::init({}, failed); }
  };
};

/// Parses an answer from bytes, without a socket.
class answer_reader {
 public:
  answer_reader(http_sizes const& limits, std::string const& origin, bool header_only = false)
      : limits_(limits), origin_(origin), header_only_(header_only) {
    open();
  }

  [[nodiscard]] bool done() const { return header_only_ ? parser_->is_header_done() : parser_->is_done(); }
  [[nodiscard]] bool has_header() const { return parser_->is_header_done() && parser_->get().result_int() / 100 != 1; }
  /// Whether the answer itself has begun; interim answers (1xx) do not count.
  [[nodiscard]] bool begun() const { return parser_->got_some(); }
  [[nodiscard]] bool succeeded() const { return has_header() && parser_->get().result_int() / 100 == 2; }
  [[nodiscard]] bool keeps_alive() const { return parser_->keep_alive(); }
  [[nodiscard]] std::string& body() { return parser_->get().body(); }

  void take(boost::beast::flat_buffer& from) {
    while (from.size() > 0 && !done()) {
      error_code failed;
      auto const used = parser_->put(from.data(), failed);
      from.consume(used);
      if (failed && failed != http::error::need_more) refuse(failed);
      if (parser_->is_done() && parser_->get().result_int() / 100 == 1) {
        open();
      } else if (failed || used == 0) {
        break;
      }
    }
    if (!done() && from.size() > limits_.header) refuse(http::error::header_limit);
  }

  /// Handles the end of the connection; returns whether the answer is complete.
  [[nodiscard]] bool take_end() {
    error_code failed;
    if (parser_->got_some()) parser_->put_eof(failed);
    return !failed && done();
  }

  [[nodiscard]] http_response result() {
    auto& read = parser_->get();
    http_response answer;
    answer.status = read.result_int();
    for (auto const& field : read) {
      http_header& header = answer.headers.emplace_back();
      header.name.assign(field.name_string().data(), field.name_string().size());
      header.value.assign(field.value().data(), field.value().size());
    }
    answer.body = std::move(read.body());
    return answer;
  }

 private:
  void open() {
    if (++opened_ > 10) refuse(http::error::bad_status);
    parser_.emplace();
    parser_->eager(true);
    parser_->header_limit(static_cast<std::uint32_t>(std::min<std::size_t>(limits_.header, UINT32_MAX)));
    parser_->body_limit(limits_.body);
    if (header_only_) parser_->skip(true);
  }

  [[noreturn]] void refuse(error_code failed) const {
    std::string message = "the answer of " + origin_;
    if (failed == http::error::header_limit)
      throw error(errc::malformed_reply,
                  message.append(" has headers of more than ").append(std::to_string(limits_.header)).append(" bytes"),
                  "raise http_sizes::header if the server is right");
    if (failed == http::error::body_limit)
      throw error(errc::malformed_reply, message.append(" is longer than ").append(std::to_string(limits_.body)).append(" bytes"),
                  "ask for fewer tokens or choices, or raise http_model_options::chat_bytes or http_sizes::body");
    throw error(errc::malformed_reply, message.append(" is not HTTP/1.1 (").append(failed.message()).append(")"),
                "check that the URL names the server's HTTP port and the right scheme");
  }

  http_sizes const& limits_;
  std::string const& origin_;
  bool header_only_;
  std::optional<http::response_parser<growing_body>> parser_{};
  unsigned opened_ = 0;
};

/// The request of an exchange and its limits. Everything that it refers to outlives the exchange.
struct exchange_terms {
  http_times const& time;
  http_sizes size;
  std::string const& origin;  ///< for messages
  std::string head;           ///< the request's line and headers
  std::string const& body;
  body_sink const* sink;  ///< or nullptr
  monotonic::time_point until;
  bool header_only;     ///< the answer has no body, whatever its headers say
  bool reused = false;  ///< the connection has been used before
};

struct exchange_end {
  std::optional<http_response> answer{};  ///< nothing: the kept connection was closed before the first byte of the answer
  bool keep = false;                      ///< the connection can be used again
};

/// Sends and receives. It enforces the time limits by closing the connection.
class http_exchange {
 public:
  http_exchange(http_connection& over, exchange_terms const& terms)
      : over_(over), terms_(terms), reader_(terms.size, terms.origin, terms.header_only) {}

  asio::awaitable<exchange_end> run() {
    while (sent_ < size() && !send_failed_) {
      span_ = terms_.time.between_bytes;
      over_.limit_sending(end_of(span_));
      auto sending = over_.write_some(unsent());
      auto const ended = co_await std::move(sending);
      count_sent(std::get<0>(ended), std::get<1>(ended));
    }
    while (!reader_.done() && !abandoned_) {
      limit_reading();
      auto receiving = over_.read_some(over_.buffer.prepare(space_));
      auto const ended = co_await std::move(receiving);
      if (std::get<0>(ended)) {
        if (ends_here(std::get<0>(ended))) break;
        co_return exchange_end();
      }
      count_received(std::get<1>(ended));
    }
    co_return finish();
  }

 private:
  [[nodiscard]] std::size_t size() const { return terms_.head.size() + terms_.body.size(); }

  [[nodiscard]] std::array<asio::const_buffer, 2> unsent() const {
    std::array<asio::const_buffer, 2> left{asio::buffer(terms_.head), asio::buffer(terms_.body)};
    if (sent_ >= terms_.head.size()) return {left[1] + (sent_ - terms_.head.size()), asio::const_buffer()};
    left[0] += sent_;
    return left;
  }

  [[nodiscard]] monotonic::time_point end_of(std::chrono::nanoseconds span) const {
    return std::min(terms_.until, later_by(monotonic::now(), span));
  }
  void limit_reading() {
    if (sink_is_done_) return over_.limit(std::min(terms_.until, rest_until_));
    if (sent_too_slowly_) return over_.limit(rest_until_);
    span_ = reader_.begun() ? terms_.time.between_bytes : terms_.time.first_byte;
    over_.limit(end_of(span_));
  }

  /// A server may answer and stop reading before it has the whole request: its answer counts.
  void count_sent(error_code failed, std::size_t n) {
    sent_ += n;
    if (!failed) return;
    sent_too_slowly_ = over_.timed_out();
    if (failed == asio::error::operation_aborted && !sent_too_slowly_) throw_cancelled();
    send_failed_ = failed;
    rest_until_ = monotonic::now() + http_connection::last_read;
  }

  void count_received(std::size_t n) {
    received_ += n;
    over_.buffer.commit(n);
    if (n == space_) space_ = std::min<std::size_t>(space_ * 4, 65'536);
    if (sink_is_done_) return drain(n);
    reader_.take(over_.buffer);
    pass_on();
  }

  /// Reads the rest, within limits and ignoring errors, only to keep the connection.
  void drain(std::size_t n) {
    drained_ += n;
    abandoned_ = drained_ > 65'536;
    try {
      reader_.take(over_.buffer);
    } catch (error const&) {
      abandoned_ = true;
    }
    reader_.body().clear();
  }

  void pass_on() {
    if (!terms_.sink || !reader_.succeeded() || reader_.body().empty()) return;
    sink_is_done_ = !(*terms_.sink)(reader_.body());
    reader_.body().clear();
    if (sink_is_done_) rest_until_ = monotonic::now() + http_connection::last_read;
  }

  /// Whether the answer ends with its connection; false if it never began and the request may be sent again.
  [[nodiscard]] bool ends_here(error_code failed) {
    if (sink_is_done_ && (over_.timed_out() || failed != asio::error::operation_aborted)) return true;
    if (failed == asio::error::eof && reader_.take_end()) {
      pass_on();
      return true;
    }
    if (sent_too_slowly_) throw_timeout("takes no more of the request");
    if (over_.timed_out()) throw_timeout(reader_.begun() ? "does not go on with its answer" : "does not answer");
    if (failed == asio::error::operation_aborted) throw_cancelled();
    if (received_ == 0 && terms_.reused) return false;
    throw_broken(send_failed_ ? send_failed_ : failed);
  }

  [[nodiscard]] exchange_end finish() {
    exchange_end end;
    end.keep =
        reader_.done() && reader_.keeps_alive() && over_.buffer.size() == 0 && !over_.timed_out() && !send_failed_ && sent_ == size();
    end.answer = reader_.result();
    return end;
  }

  [[noreturn]] void throw_timeout(char const* what) const {
    bool const is_total = monotonic::now() >= terms_.until;
    std::string message = terms_.origin;
    message.append(" ").append(what).append(is_total ? " within the time for the whole request" : " within ");
    if (!is_total) message.append(in_words(span_));
    throw error(errc::model_timeout, std::move(message), "ask for less, or raise the limits of http_times");
  }

  [[noreturn]] void throw_broken(error_code failed) const {
    std::string message = terms_.origin;
    message.append(" closed the connection ");
    if (!reader_.begun())
      message.append("without an answer");
    else
      message.append("within its answer, after ").append(std::to_string(received_)).append(" bytes");
    if (failed != asio::error::eof) message.append(" (").append(failed.message()).append(")");
    // A TLS port closes the connection after anything but a handshake.
    bool const may_want_tls = received_ == 0 && terms_.origin.starts_with("http://");
    throw error(
        errc::model_unreachable, std::move(message),
        may_want_tls ? "check whether the server needs https://, or its log, or try again" : "check the server's log, or try again");
  }

  http_connection& over_;
  exchange_terms const& terms_;
  answer_reader reader_;
  std::chrono::nanoseconds span_{};
  std::size_t sent_ = 0;
  std::size_t received_ = 0;
  std::size_t space_ = 4096;
  error_code send_failed_{};
  bool sent_too_slowly_ = false;
  bool sink_is_done_ = false;
  bool abandoned_ = false;  // before the end of the answer
  std::size_t drained_ = 0;
  monotonic::time_point rest_until_{};
};

}  // namespace t2s::llm::detail

#endif
