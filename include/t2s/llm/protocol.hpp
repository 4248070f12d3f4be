// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_PROTOCOL_HPP
#define T2S_LLM_PROTOCOL_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/http_message.hpp"
#include "t2s/llm/model.hpp"

#include <boost/json/fwd.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace t2s::llm {

namespace json = boost::json;

class streamed_answer;

/// How vectors travel: as numbers that every server knows, or as a quarter of the bytes.
enum class vector_encoding : std::uint8_t { float_, base64 };

/// Writes requests in the JSON of one kind of server and reads its replies: a value without I/O, shared by concurrent requests. What all
/// protocols have in common (status codes, `extra_fields`, secrets, limits) is done by wire.hpp and chat_stream.hpp.
///
/// 1. `P::name` is a constant word: "openai".
/// 2. `p.add_headers(key, headers)` adds what identifies the sender; an empty key adds none.
/// 3. `p.chat_path(model, stream)` and `p.models_path()` return the path after the base URL.
/// 4. `p.write_chat(body, asked, model, stream)` fills an empty object. What the protocol cannot ask throws `error` with
///    `invalid_argument`.
/// 5. `p.read_chat(reply)` returns the completion, `p.read_models(reply)` the names of the models. Replies are JSON objects with status
///    2xx that report no error.
/// 6. `p.read_event(event, answer)` adds an event of a stream to a `streamed_answer` (streamed_answer.hpp).
/// 7. `p.error_named(word)` returns the code of an error that a server names instead of sending a status; nothing for unknown words.
///
/// 5 and 6 throw `error` with `malformed_reply` for what is not of the protocol. Example: protocols/anthropic.hpp.
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

/// A protocol that has embeddings, too.
///
/// 1. `p.embeddings_path(model)` returns the path, `p.write_embeddings(body, texts, model, encoding)` fills an empty object.
/// 2. `p.read_embeddings(reply, count)` returns the vectors of `count` texts, in the order of the texts and of one length, in either
///    encoding.
template <class P>
concept EmbeddingProtocol = Protocol<P> && requires(P const& p, std::span<std::string const> texts, std::string_view model,
                                                    vector_encoding encoding, json::object& body, json::value const& received) {
  { p.embeddings_path(model) } -> std::convertible_to<std::string>;
  { p.write_embeddings(body, texts, model, encoding) } -> std::same_as<void>;
  { p.read_embeddings(received, std::size_t{}) } -> std::same_as<embeddings>;
};

/// A protocol of any type, so that a model over HTTP is compiled once. Copies share it.
class any_protocol {
 public:
  /// `openai`.
  T2S_DECL any_protocol();

  /// That protocol.
  template <Protocol P>
  any_protocol(P protocol) : held_(std::make_shared<held<P> const>(std::move(protocol))) {}

  /// Calls the protocol.
  [[nodiscard]] auto const* operator->() const noexcept { return held_.get(); }

 private:
  struct calls {
    calls() = default;
    calls(calls const&) = delete;
    calls& operator=(calls const&) = delete;
    virtual ~calls() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    virtual void add_headers(std::string_view key, std::vector<http_header>& headers) const = 0;
    [[nodiscard]] virtual std::string chat_path(std::string_view model, bool stream) const = 0;
    [[nodiscard]] virtual std::string models_path() const = 0;
    virtual void write_chat(json::object& body, request const& asked, std::string_view model, bool stream) const = 0;
    [[nodiscard]] virtual completion read_chat(json::value const& reply) const = 0;
    [[nodiscard]] virtual std::vector<std::string> read_models(json::value const& reply) const = 0;
    virtual void read_event(json::value const& event, streamed_answer& answer) const = 0;
    [[nodiscard]] virtual std::optional<errc> error_named(std::string_view word) const = 0;
    // Without embeddings these do nothing: wire.hpp asks first.
    [[nodiscard]] virtual bool has_embeddings() const = 0;
    [[nodiscard]] virtual std::string embeddings_path(std::string_view model) const = 0;
    virtual void write_embeddings(json::object& body, std::span<std::string const> texts, std::string_view model,
                                  vector_encoding encoding) const = 0;
    [[nodiscard]] virtual embeddings read_embeddings(json::value const& reply, std::size_t count) const = 0;
  };

  template <class P>
  struct held final : calls {
    explicit held(P protocol) : p(std::move(protocol)) {}
    [[nodiscard]] std::string_view name() const override { return P::name; }
    void add_headers(std::string_view key, std::vector<http_header>& headers) const override { p.add_headers(key, headers); }
    [[nodiscard]] std::string chat_path(std::string_view model, bool stream) const override { return p.chat_path(model, stream); }
    [[nodiscard]] std::string models_path() const override { return p.models_path(); }
    void write_chat(json::object& body, request const& asked, std::string_view model, bool stream) const override {
      p.write_chat(body, asked, model, stream);
    }
    [[nodiscard]] completion read_chat(json::value const& reply) const override { return p.read_chat(reply); }
    [[nodiscard]] std::vector<std::string> read_models(json::value const& reply) const override { return p.read_models(reply); }
    void read_event(json::value const& event, streamed_answer& answer) const override { p.read_event(event, answer); }
    [[nodiscard]] std::optional<errc> error_named(std::string_view word) const override { return p.error_named(word); }

    [[nodiscard]] bool has_embeddings() const override { return EmbeddingProtocol<P>; }
    [[nodiscard]] std::string embeddings_path(std::string_view model) const override {
      if constexpr (EmbeddingProtocol<P>) return p.embeddings_path(model);
      return {};
    }
    void write_embeddings(json::object& body, std::span<std::string const> texts, std::string_view model,
                          vector_encoding encoding) const override {
      if constexpr (EmbeddingProtocol<P>) p.write_embeddings(body, texts, model, encoding);
    }
    [[nodiscard]] embeddings read_embeddings(json::value const& reply, std::size_t count) const override {
      if constexpr (EmbeddingProtocol<P>) return p.read_embeddings(reply, count);
      return {};
    }

    P p;
  };

  std::shared_ptr<calls const> held_;
};

/// A model as its server knows it: what goes into every request besides the question.
struct endpoint {
  std::string model{};                       ///< its name; "" where the server has only one
  any_protocol protocol{};                   ///< OpenAI's, which most servers follow, or `anthropic{}` (protocols/anthropic.hpp)
  std::string key{};                         ///< for the API; "" sends none
  std::string extra_fields{};                ///< a JSON object: its members replace ours of the same name in every body
  std::vector<http_header> extra_headers{};  ///< sent too; they replace ours of the same name
};

}  // namespace t2s::llm

#endif
