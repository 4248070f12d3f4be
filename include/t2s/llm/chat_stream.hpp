// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_CHAT_STREAM_HPP
#define T2S_LLM_CHAT_STREAM_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/endpoint.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/sse.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::llm {

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
  explicit chat_stream(endpoint from, stream_limits limits = {}) : from_(std::move(from)), limits_(limits), events_(limits.sse) {}

  /// More of the body. Returns the text of the first choice that has become known, whole characters only, valid until the next call; ""
  /// once finished. An error does not throw here, so that the text before it reaches the caller: it finishes the stream.
  [[nodiscard]] T2S_DECL std::string_view feed(std::string_view bytes);

  /// The body has ended. Returns the rest of the text, valid until the next call.
  [[nodiscard]] T2S_DECL std::string_view end();

  /// Nothing more need be read: the stream said that it is complete, or failed.
  [[nodiscard]] bool finished() const noexcept { return done_ || failed_.has_value(); }

  /// What is known so far, also after a failure.
  [[nodiscard]] completion const& so_far() const noexcept { return answer_; }

  /// The answer, when the stream is finished or has ended. Throws `error`: what the stream reported (its code from what it names, else
  /// `model_failed`), or `malformed_reply` for what is not of the protocol, exceeds the limits, or ended before every choice had its
  /// finish reason.
  [[nodiscard]] T2S_DECL completion result() const;

 private:
  enum class form { unknown, events, object };

  class reader;  // what needs JSON

  endpoint from_;
  stream_limits limits_;
  sse_reader events_;
  form form_ = form::unknown;
  std::string object_{};     // the body, where it is no event stream
  std::string beginning_{};  // of the body, until the first event
  std::string fresh_{};      // what feed() returns
  completion answer_{};
  std::vector<std::string> held_{};  // of each choice, the first bytes of a character
  std::size_t size_ = 0;             // of the answer
  bool has_events_ = false;
  bool done_ = false;
  std::optional<failure> failed_{};
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/chat_stream.ipp"
#endif

#endif
