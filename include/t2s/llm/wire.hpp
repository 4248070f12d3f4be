// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_WIRE_HPP
#define T2S_LLM_WIRE_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/protocol.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Requests to HTTP messages and replies to answers, by the endpoint's protocol: pure functions. docs/llm.md lists which field becomes
/// which.
///
/// Requests: bytes that are not UTF-8 become U+FFFD, since JSON has no others. What cannot be asked at all (no messages, a schema that is
/// no JSON, a line end in a header, what the protocol does not have) throws `error` with `invalid_argument`.
///
/// Replies: unknown members are ignored, unknown finish reasons come through. A status other than 2xx throws `error_of` it; an error
/// object with status 200 throws the code that it names, or `model_failed`; what is not of the protocol throws `malformed_reply`. Texts
/// are valid UTF-8. No message shows the key, nor a header that is marked secret or is one by its name (Authorization,
/// Proxy-Authorization, api-key, x-api-key), with or without the scheme before it; a secret of less than four bytes is only known as a
/// word.
namespace t2s::llm {

/// The request for completions of a chat; `stream` asks for the answer piece by piece, to be read by `chat_stream`.
[[nodiscard]] T2S_DECL http_request chat_request(request const& asked, endpoint const& to, bool stream = false);

/// The completions. `null` for a text is an empty text; a refusal is a text; reasoning and tool calls are not.
[[nodiscard]] T2S_DECL completion read_chat(http_response const& reply, endpoint const& from);

/// The request for the vectors of `texts`. Throws `invalid_argument` where the protocol has no embeddings.
[[nodiscard]] T2S_DECL http_request embedding_request(std::span<std::string const> texts, endpoint const& to,
                                                      vector_encoding encoding = vector_encoding::float_);

/// The vectors of `count` texts, in the order of the texts whatever the order of the reply; in either encoding, whichever was asked for.
/// Throws `invalid_argument` where the protocol has no embeddings.
[[nodiscard]] T2S_DECL embeddings read_embeddings(http_response const& reply, endpoint const& from, std::size_t count);

/// The request for the list of models.
[[nodiscard]] T2S_DECL http_request models_request(endpoint const& to);

/// The names of the models, in the server's order.
[[nodiscard]] T2S_DECL std::vector<std::string> read_models(http_response const& reply, endpoint const& from);

/// What a reply other than 2xx means, in the server's own words: without control characters, shortened, and without the secrets of
/// `from`, the endpoint that was asked. 401 and 403 say so if it has no key.
[[nodiscard]] T2S_DECL error error_of(http_response const& reply, endpoint const& from = {});

/// One event of a stream.
struct sse_event {
  std::string name{};  ///< "" if the stream gave none
  std::string data{};  ///< its lines, joined by LF

  friend bool operator==(sse_event const&, sse_event const&) = default;
};

/// Of a stream of events.
struct sse_limits {
  std::size_t line = std::size_t{1} << 20U;   ///< bytes of one line
  std::size_t event = std::size_t{4} << 20U;  ///< bytes of the data of one event
};

/// Reads server-sent events (the event streams of the HTML standard) from bytes that come in pieces of any size:
///
///     reader.feed(bytes);
///     while (auto const* event = reader.next()) ...;
///
/// Lines end with LF, CRLF or CR; a byte order mark, comments, ids and retry times are skipped; an event that its blank line does not end
/// is none.
class sse_reader {
 public:
  /// A reader at the beginning of a stream.
  explicit sse_reader(sse_limits limits = {}) : limits_(limits) {}

  /// More bytes; they must outlive the calls of `next`, which must have returned nullptr before.
  void feed(std::string_view bytes) noexcept { rest_ = bytes; }

  /// The next event that is complete, valid until the next call; nullptr when all bytes are used up. Throws `error` with
  /// `malformed_reply` beyond the limits.
  [[nodiscard]] T2S_DECL sse_event const* next();

 private:
  [[nodiscard]] T2S_DECL bool take_line();
  [[nodiscard]] T2S_DECL bool end_line();
  T2S_DECL void add_data(std::string_view value);

  sse_limits limits_;
  std::string_view rest_{};
  std::string line_{};
  sse_event event_{};
  bool has_data_ = false;
  bool given_ = false;  // event_ was returned and is to be emptied
  bool first_ = true;   // no line has ended yet
  bool after_cr_ = false;
};

/// Of a whole stream.
struct stream_limits {
  sse_limits sse{};                            ///< of its lines and events
  std::size_t answer = std::size_t{8} << 20U;  ///< bytes of all texts and their logprobs together
  std::size_t choices = 128;                   ///< completions of one prompt
};

/// The answer to `chat_request(..., true)`, read from the body of a 200 reply as it comes, in pieces of any size:
///
///     while (!stream.finished() && read_some(bytes)) show(stream.feed(bytes));
///     show(stream.end());
///     return stream.result();
///
/// What it makes of a stream does not depend on where the pieces end. A body that is no event stream but one JSON object, from a server
/// that does not stream, is read as `read_chat` reads it, at its end. What is neither is an error that shows how it begins.
class chat_stream {
 public:
  /// A stream of that server.
  explicit chat_stream(endpoint from, stream_limits limits = {})
      : from_(std::move(from)), limits_(limits), events_(limits.sse), answer_(limits.answer, limits.choices) {}

  /// More of the body. Returns the text of the first choice that has become known, whole characters only, valid until the next call; ""
  /// once finished. An error does not throw here, so that the text before it reaches the caller: it finishes the stream.
  [[nodiscard]] T2S_DECL std::string_view feed(std::string_view bytes);

  /// The body has ended. Returns the rest of the text, valid until the next call.
  [[nodiscard]] T2S_DECL std::string_view end();

  /// Nothing more need be read: the stream said that it is complete, or failed.
  [[nodiscard]] bool finished() const noexcept { return answer_.is_complete() || failed_.has_value(); }

  /// What is known so far, also after a failure.
  [[nodiscard]] completion const& so_far() const noexcept { return answer_.so_far(); }

  /// The answer, when the stream is finished or has ended. Throws `error`: what the stream reported (its code from what it names, else
  /// `model_failed`), or `malformed_reply` for what is not of the protocol, exceeds the limits, or ended before every choice had its
  /// finish reason.
  [[nodiscard]] T2S_DECL completion result() const;

 private:
  enum class form { unknown, events, object };

  template <class Step>
  [[nodiscard]] std::string_view try_to(Step const& step);
  T2S_DECL void read(std::string_view bytes);
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
  std::string object_{};     // the body, where it is no event stream
  std::string beginning_{};  // of the body, until the first event
  std::string new_text_{};   // what feed() returns
  bool has_events_ = false;
  std::optional<failure> failed_{};
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/wire.ipp"
#endif

#endif
