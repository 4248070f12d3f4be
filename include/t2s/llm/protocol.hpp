// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_PROTOCOL_HPP
#define T2S_LLM_PROTOCOL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"

#include <boost/json/fwd.hpp>

#include <functional>
#include <limits>
#include <memory>

/// The protocols of models: HTTP messages, requests and answers. No I/O.
namespace t2s::llm {

namespace json = boost::json;

/// A header line of an HTTP message.
struct http_header {
  std::string name{};   ///< case does not matter
  std::string value{};  ///< without blanks around it
  bool secret = false;  ///< never shown in errors, traces or recordings

  friend bool operator==(http_header const&, http_header const&) = default;
};

/// An HTTP request to a base URL.
struct http_request {
  std::string method = "POST";         ///< or GET
  std::string path{};                  ///< appended to the path of the base URL; begins with "/"
  std::vector<http_header> headers{};  ///< in addition to those of the client
  std::string body{};                  ///< empty if there is none
  /// The most bytes of the answer's body, if less than `http_sizes::body`.
  std::size_t answer_bytes = std::numeric_limits<std::size_t>::max();

  friend bool operator==(http_request const&, http_request const&) = default;
};

/// A server's reply.
struct http_response {
  unsigned status = 0;                 ///< 200, 404, ...
  std::vector<http_header> headers{};  ///< in the order received
  std::string body{};                  ///< whole and decoded

  /// The value of the first header of that name, ASCII case ignored; "" if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const noexcept {
    for (auto const& h : headers)
      if (text::same(h.name, name)) return h.value;
    return {};
  }

  friend bool operator==(http_response const&, http_response const&) = default;
};

/// A completion that arrives in pieces: a protocol's `read_event` adds to it. Choices are numbered from 0 and begin when they are first
/// named. Throws `error` with `malformed_reply` beyond its limits.
class streamed_answer {
 public:
  /// Limits: bytes of all texts and their logprobs together, completions of one prompt.
  streamed_answer(std::size_t most_bytes, std::size_t most_choices) : most_bytes_(most_bytes), most_choices_(most_choices) {}

  // For protocols:
  T2S_DECL void begin(std::size_t choice = 0);                                       ///< does nothing if it has begun
  T2S_DECL void add_text(std::string_view piece, std::size_t choice = 0);            ///< the piece may end within a character
  T2S_DECL void add_logprobs(json::array const& tokens, std::size_t choice = 0);     ///< appends the elements
  T2S_DECL void set_finish_reason(std::string_view reason, std::size_t choice = 0);  ///< ignored if empty
  T2S_DECL void complete();                                                          ///< throws if no choice has begun
  [[nodiscard]] completion& counts() noexcept { return answer_; }                    ///< to set the numbers of tokens
  [[nodiscard]] bool has_begun() const noexcept { return !cut_.empty(); }            ///< whether a choice has begun

  [[nodiscard]] T2S_DECL bool has_text(std::size_t choice = 0) const noexcept;  ///< whether some was added

  // For the reader of the stream:
  T2S_DECL void set_whole(completion whole);  ///< the answer came as a whole, not as a stream
  T2S_DECL void end();                        ///< the stream ended; throws unless every choice has its finish reason
  [[nodiscard]] bool is_complete() const noexcept { return complete_; }        ///< whether `complete` or `end` was called
  [[nodiscard]] completion const& so_far() const noexcept { return answer_; }  ///< the answer so far
  T2S_DECL void take_new_text(std::string& to);  ///< moves the text of the first choice since the last call into `to`

 private:
  T2S_DECL void grow(std::size_t bytes);
  T2S_DECL void append(std::string_view piece, std::size_t choice);
  T2S_DECL void append_cut();

  std::size_t most_bytes_;
  std::size_t most_choices_;
  completion answer_{};
  std::vector<std::string> cut_{};  // for each choice: the first bytes of an incomplete character
  std::string new_text_{};          // of the first choice
  std::size_t size_ = 0;
  bool complete_ = false;
};

/// How vectors are sent: as JSON numbers, which every server supports, or as base64, in a quarter of the bytes.
enum class vector_encoding : std::uint8_t { float_, base64 };

/// Writes requests in the JSON of one kind of server and reads its replies: a value without I/O, shared by concurrent requests. Status
/// codes, `extra_fields`, secrets and limits are the same for all protocols; wire.hpp handles them. Example: anthropic.hpp.
///
/// 1. `P::name` is a constant word: "openai".
/// 2. `p.add_headers(key, headers)` adds headers that identify the sender; an empty key adds none.
/// 3. `p.chat_path(model, stream)` and `p.models_path()` return the path after the base URL.
/// 4. `p.write_chat(body, asked, model, stream)` fills an empty object; throws `error` with `invalid_argument` for what the protocol does
///    not support.
/// 5. `p.read_chat(reply)` returns the completion, `p.read_models(reply)` the names of the models. Replies are JSON objects with status 2xx
///    that report no error.
/// 6. `p.read_event(event, answer)` adds an event of a stream to a `streamed_answer`.
/// 7. A protocol whose streams are lines of JSON, not server-sent events, has a constant `P::streams_lines` that is true.
/// 8. A protocol whose servers say how long a model's context is has `p.read_context(reply, model)`: tokens of prompt and answer together,
///    by the list of models; 0 if the server does not say.
/// 9. `p.error_named(word)` returns the code of an error that a server names instead of sending a status; nothing for unknown words.
///
/// 5 and 6 throw `error` with `malformed_reply` for other protocols' replies. Helpers: detail/protocol_json.hpp.
template <class P>
concept Protocol = std::convertible_to<decltype(P::name), std::string_view> && std::copy_constructible<P> &&
                   requires(P const& p, request const& asked, std::string_view text, std::vector<http_header>& headers, bool stream,
                            json::object& body, json::value const& received, streamed_answer& answer) {
                     { p.add_headers(text, headers) } -> std::same_as<void>;
                     { p.chat_path(text, stream) } -> std::convertible_to<std::string>;
                     { p.models_path() } -> std::convertible_to<std::string>;
                     { p.write_chat(body, asked, text, stream) } -> std::same_as<void>;
                     { p.read_chat(received) } -> std::same_as<completion>;
                     { p.read_models(received) } -> std::same_as<std::vector<std::string>>;
                     { p.read_event(received, answer) } -> std::same_as<void>;
                     { p.error_named(text) } -> std::same_as<std::optional<errc>>;
                   };

/// A protocol with embeddings.
///
/// 1. `p.embeddings_path(model)` returns the path, `p.write_embeddings(body, texts, model, encoding)` fills an empty object.
/// 2. `p.read_embeddings(reply, count)` returns the vectors of `count` texts in order, of one length, from either encoding.
template <class P>
concept EmbeddingProtocol = Protocol<P> && requires(P const& p, std::span<std::string const> texts, std::string_view model,
                                                    vector_encoding encoding, json::object& body, json::value const& received) {
  { p.embeddings_path(model) } -> std::convertible_to<std::string>;
  { p.write_embeddings(body, texts, model, encoding) } -> std::same_as<void>;
  { p.read_embeddings(received, std::size_t{}) } -> std::same_as<embeddings>;
};

/// A protocol of any type, so that a model over HTTP is compiled once. Copies share it. `any_protocol()` is `openai`.
class any_protocol {
 public:
  T2S_DECL any_protocol();
  /// Holds a protocol.
  template <Protocol P>
  any_protocol(P const& protocol) : calls_(std::make_shared<calls const>(calls_of(protocol))) {}

  /// The functions of the concepts, `name()` and `has_embeddings()`.
  [[nodiscard]] auto const* operator->() const noexcept { return calls_.get(); }

 private:
  struct calls {
    [[nodiscard]] std::string_view name() const { return word; }
    [[nodiscard]] bool has_embeddings() const { return static_cast<bool>(read_embeddings); }

    std::string_view word;
    bool streams_lines;
    std::function<void(std::string_view, std::vector<http_header>&)> add_headers;
    std::function<std::string(std::string_view, bool)> chat_path;
    std::function<std::string()> models_path;
    std::function<void(json::object&, request const&, std::string_view, bool)> write_chat;
    std::function<completion(json::value const&)> read_chat;
    std::function<std::vector<std::string>(json::value const&)> read_models;
    std::function<std::size_t(json::value const&, std::string_view)> read_context;
    std::function<void(json::value const&, streamed_answer&)> read_event;
    std::function<std::optional<errc>(std::string_view)> error_named;
    std::function<std::string(std::string_view)> embeddings_path{};
    std::function<void(json::object&, std::span<std::string const>, std::string_view, vector_encoding)> write_embeddings{};
    std::function<embeddings(json::value const&, std::size_t)> read_embeddings{};
  };

  template <class P>
  static calls calls_of(P const& p) {
    constexpr bool streams_lines = requires { requires P::streams_lines; };
    calls c{P::name,
            streams_lines,
            [p](auto key, auto& headers) { p.add_headers(key, headers); },
            [p](auto model, bool stream) { return p.chat_path(model, stream); },
            [p] { return p.models_path(); },
            [p](auto& body, auto& asked, auto model, bool stream) { p.write_chat(body, asked, model, stream); },
            [p](auto& reply) { return p.read_chat(reply); },
            [p](auto& reply) { return p.read_models(reply); },
            [](auto&, auto) { return std::size_t{}; },
            [p](auto& event, auto& answer) { p.read_event(event, answer); },
            [p](auto word) { return p.error_named(word); }};
    if constexpr (requires(json::value const& reply) { p.read_context(reply, std::string_view()); })
      c.read_context = [p](auto& reply, auto model) { return p.read_context(reply, model); };
    if constexpr (EmbeddingProtocol<P>) {
      c.embeddings_path = [p](auto model) { return p.embeddings_path(model); };
      c.write_embeddings = [p](auto& body, auto texts, auto model, auto encoding) { p.write_embeddings(body, texts, model, encoding); };
      c.read_embeddings = [p](auto& reply, std::size_t count) { return p.read_embeddings(reply, count); };
    }
    return c;
  }

  std::shared_ptr<calls const> calls_;
};

/// A model on a server: what every request contains besides the question.
struct endpoint {
  std::string model{};                       ///< its name; "" if the server has only one model
  any_protocol protocol{};                   ///< OpenAI's, which most servers follow, or `anthropic{}`, `ollama{}`
  std::string key{};                         ///< for the API; "" sends none
  std::string extra_fields{};                ///< a JSON object: its members replace ours of the same name in every body
  std::vector<http_header> extra_headers{};  ///< also sent; they replace ours of the same name
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/protocol.ipp"
#endif

#endif
