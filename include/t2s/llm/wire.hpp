// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_WIRE_HPP
#define T2S_LLM_WIRE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/protocol.hpp"

/// Writes requests as HTTP messages and reads replies, by the endpoint's protocol: pure functions. docs/llm.md lists the fields.
///
/// Requests: bytes that are not UTF-8 become U+FFFD. A request that cannot be sent (no messages, a schema that is not JSON, a line end in a
/// header, something the protocol does not support) throws `error` with `invalid_argument`.
///
/// Replies: unknown members are ignored. A status other than 2xx throws its `error_of`; an error object with status 200 throws the code
/// that it names, or `model_failed`; anything outside the protocol throws `malformed_reply`. Texts are valid UTF-8. No message shows the
/// key or a secret header (one marked secret, Authorization, Proxy-Authorization, api-key, x-api-key); a secret of less than four bytes is
/// hidden only as a whole word.
namespace t2s::llm {

/// The request of a chat; `stream` asks for the answer in pieces, which `chat_stream` reads.
[[nodiscard]] T2S_DECL http_request chat_request(request const& asked, endpoint const& to, bool stream = false);

/// The completions. `null` is an empty text, a refusal is a text; reasoning is skipped. A text that is empty beside a call of a tool says
/// which tool was called; other calls are skipped.
[[nodiscard]] T2S_DECL completion read_chat(http_response const& reply, endpoint const& from);

/// The request for the vectors of `texts`. Throws `invalid_argument` if the protocol has no embeddings.
[[nodiscard]] T2S_DECL http_request embedding_request(std::span<std::string const> texts, endpoint const& to,
                                                      vector_encoding encoding = vector_encoding::float_);

/// The vectors of `count` texts in the order of the texts, in either encoding. Throws `invalid_argument` as `embedding_request`.
[[nodiscard]] T2S_DECL embeddings read_embeddings(http_response const& reply, endpoint const& from, std::size_t count);

[[nodiscard]] T2S_DECL http_request models_request(endpoint const& to);  ///< asks for the list of models
[[nodiscard]] T2S_DECL std::vector<std::string> read_models(http_response const& reply, endpoint const& from);  ///< in the server's order
[[nodiscard]] T2S_DECL std::size_t read_context(http_response const& reply, endpoint const& from);  ///< 0 if the list does not say

/// The error of a reply other than 2xx, with the server's message on one line, shortened, without the secrets of `from`. 401 and 403
/// mention it if no key was sent.
[[nodiscard]] T2S_DECL error error_of(http_response const& reply, endpoint const& from = {});

/// One event of a stream.
struct sse_event {
  std::string name{};  ///< "" if the stream has none
  std::string data{};  ///< its lines, joined by LF

  friend bool operator==(sse_event const&, sse_event const&) = default;
};

/// Limits of a stream.
struct stream_limits {
  std::size_t line = std::size_t{1} << 20U;    ///< bytes of one line
  std::size_t event = std::size_t{4} << 20U;   ///< bytes of the data of one event
  std::size_t answer = std::size_t{8} << 20U;  ///< bytes of all texts and their logprobs together
  std::size_t choices = 128;                   ///< completions of one prompt
};

/// Reads server-sent events (the event streams of the HTML standard) from bytes that come in pieces of any size:
///
///     reader.feed(bytes);
///     while (auto const* event = reader.next()) ...;
///
/// Lines end with LF, CRLF or CR; a byte order mark, comments, ids and retry times are skipped; so is an event without its blank line.
class sse_reader {
 public:
  explicit sse_reader(stream_limits limits = {}) : limits_(limits) {}  ///< at the beginning of a stream

  /// Passes more bytes; they must outlive the calls of `next`, which must have returned nullptr before.
  void feed(std::string_view bytes) noexcept { rest_ = bytes; }

  /// The next complete event, valid until the next call; nullptr when all bytes are used. Throws `error` with `malformed_reply` beyond the
  /// limits.
  [[nodiscard]] T2S_DECL sse_event const* next();

 private:
  [[nodiscard]] T2S_DECL bool take_line();
  [[nodiscard]] T2S_DECL bool end_line();
  T2S_DECL void add_data(std::string_view value);

  stream_limits limits_;
  std::string_view rest_{};
  std::string line_{};
  sse_event event_{};
  bool has_data_ = false;
  bool given_ = false;  // event_ was returned and must be emptied
  bool first_ = true;   // no line has ended yet
  bool after_cr_ = false;
};

/// Reads the answer to `chat_request(..., true)` from the body of a 200 reply, in pieces of any size:
///
///     while (!stream.finished() && read_some(bytes)) show(stream.feed(bytes));
///     show(stream.end());
///     return stream.result();
///
/// The result does not depend on how the body is split. If the server does not stream and sends one JSON object, it is read at its end as
/// `read_chat` does. Any other body is an error that shows its beginning.
class chat_stream {
 public:
  /// A stream from that endpoint.
  explicit chat_stream(endpoint from, stream_limits limits = {})
      : from_(std::move(from)), limits_(limits), events_(limits), answer_(limits.answer, limits.choices) {}

  /// Passes more of the body. Returns the new text of the first choice, whole characters only, valid until the next call; "" once finished.
  /// An error finishes the stream without an exception, so that the caller gets the text before it.
  [[nodiscard]] T2S_DECL std::string_view feed(std::string_view bytes);

  /// Ends the body. Returns the rest of the text, valid until the next call.
  [[nodiscard]] T2S_DECL std::string_view end();

  /// Ends the answer where it is, with that finish reason. Does nothing once finished.
  T2S_DECL void stop(std::string_view finish_reason);

  /// Whether the stream has reported its end or failed, so that reading can stop.
  [[nodiscard]] bool finished() const noexcept { return answer_.is_complete() || failed_.has_value(); }

  /// The answer so far, also after a failure.
  [[nodiscard]] completion const& so_far() const noexcept { return answer_.so_far(); }

  /// The answer, when the stream is finished or has ended. Throws `error`: what the stream reported, or `malformed_reply` for anything
  /// outside the protocol, beyond the limits, or an end before every choice had its finish reason.
  [[nodiscard]] T2S_DECL completion result() const;

 private:
  enum class form { unknown, events, object, lines };

  template <class Step>
  [[nodiscard]] std::string_view try_to(Step const& step);
  T2S_DECL void read(std::string_view bytes);
  T2S_DECL void read_lines(std::string_view bytes);
  T2S_DECL void read_event(sse_event const& e);
  T2S_DECL void read_end();
  T2S_DECL void remember(std::string_view bytes);
  [[nodiscard]] T2S_DECL bool begins_as_events() const;
  [[nodiscard]] T2S_DECL error no_events() const;

  endpoint from_;
  stream_limits limits_;
  sse_reader events_;
  streamed_answer answer_;
  form form_ = form::unknown;
  std::string object_{};     // the body, if it is not an event stream; or a line of it
  std::string beginning_{};  // of the body, until the first event
  std::string new_text_{};   // what feed() returns
  bool has_events_ = false;
  std::optional<failure> failed_{};
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/wire.ipp"
#endif

#endif
