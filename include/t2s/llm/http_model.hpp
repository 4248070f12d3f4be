// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_HTTP_MODEL_HPP
#define T2S_LLM_HTTP_MODEL_HPP

#include "t2s/core/detail/budget.hpp"
#include "t2s/llm/detail/http_client.hpp"
#include "t2s/llm/detail/limits.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/protocol.hpp"
#include "t2s/llm/wire.hpp"

namespace t2s::llm {

/// How far replies may go. A request's own `max_tokens` counts if it is less.
struct reply_limits {
  std::size_t text = 4096;       ///< tokens of a reply that may be anything: reasoning, and SQL at its end
  std::size_t statement = 2048;  ///< of a statement with what a model says around it, thoughts included
  std::size_t json = 2048;       ///< of a JSON value, likewise
  std::size_t verdict = 1024;    ///< of a yes or no with reasons
  /// Whether replies are streamed, so that one whose expected part has ended, or that repeats itself, goes on no further. Off: each is
  /// received as a whole.
  bool end_early = true;

  /// The tokens of such a reply.
  [[nodiscard]] constexpr std::size_t tokens_of(reply_kind expected) const noexcept {
    switch (expected) {
      case reply_kind::text: return text;
      case reply_kind::json: return json;
      case reply_kind::verdict: return verdict;
      case reply_kind::statement:
      case reply_kind::rest_of_statement: break;
    }
    return statement;
  }
  /// The same limit for all; `unlimited` sends none.
  [[nodiscard]] static constexpr reply_limits all(std::size_t tokens) noexcept { return {tokens, tokens, tokens, tokens}; }
};

/// Options of a model over HTTP.
struct http_model_options {
  http_options http{};                                 ///< time, size, TLS, proxy
  retry_options retry{};                               ///< which requests are repeated, and when
  rate_limits rates{};                                 ///< requests a minute, and at once
  breaker_options breaker{};                           ///< when to stop sending for a while
  stream_limits stream{};                              ///< limits of a stream
  reply_limits replies{};                              ///< limits of replies, by what the request expects
  std::size_t chat_bytes = std::size_t{8} << 20U;      ///< bytes of an answer to `complete`; a longer one is a `malformed_reply`
  std::size_t texts_a_request = 256;                   ///< for `embed`; more are sent in several requests, one after the other
  vector_encoding encoding = vector_encoding::float_;  ///< for `embed`
  std::shared_ptr<rate_limiter> limiter{};             ///< shared with other models, instead of `rates`
};

/// Counts of a model since its creation.
struct http_model_figures {
  std::uint64_t sent = 0;     ///< requests, including repeated ones
  std::uint64_t retried = 0;  ///< repeated requests
};

/// A model over HTTP: a chat model and an embedding model on any server, by the protocol of its endpoint.
///
/// Every request passes the circuit breaker and the limiter, is sent, and after a failure sent again according to `retry_options`; a stream
/// only until the first byte of its body has arrived.
///
/// The operations, `complete`, `stream`, `embed`, `models`, `context_length`:
/// - Nothing happens before the awaitable is awaited; the model may be destroyed before it ends.
/// - Errors are thrown as `t2s::error`: those of `http_client::send` and of wire.hpp, after the last try. No message shows the key.
///   Exceptions of `on_delta` are passed on.
/// - A server that refuses the limit of tokens of `replies` is asked without one from then on.
/// - Executor, cancellation, thread safety: as `http_client`. Nothing is sent or awaited beyond the request's `bounds`; `bounds.stop`
///   cancels from any thread.
class http_model {
 public:
  /// `base_url` is the URL given by the provider, e.g. "https://api.openai.com/v1". Throws as `parse_url` and `http_client`.
  T2S_DECL http_model(boost::asio::any_io_executor executor, std::string_view base_url, endpoint to, http_model_options options = {});

  /// Uses the connections of `client`, which other models may share; `options.http` is ignored.
  T2S_DECL http_model(std::shared_ptr<http_client> client, endpoint to, http_model_options options = {});

  /// See `ChatModel`. A reply that ends early (`reply_limits::end_early`) has the finish reason "stop", or "repetition" if it repeated
  /// itself; its tokens are estimated, since the server has not counted yet.
  [[nodiscard]] T2S_DECL awaitable<completion> complete(request asked);

  /// The same; `on_delta` is called with the text of the first choice as it arrives, whole characters only, on the client's executor.
  [[nodiscard]] T2S_DECL awaitable<completion> stream(request asked, std::function<void(std::string_view)> on_delta);

  /// See `EmbeddingModel`.
  [[nodiscard]] T2S_DECL awaitable<embeddings> embed(std::vector<std::string> texts, call_bounds bounds = {});

  /// The names of the server's models.
  [[nodiscard]] T2S_DECL awaitable<std::vector<std::string>> models();

  /// The tokens of prompt and answer together that the server offers for the model; 0 if it does not say. Many local servers do.
  [[nodiscard]] T2S_DECL awaitable<std::size_t> context_length();

  [[nodiscard]] T2S_DECL http_client const& client() const noexcept;   ///< the client
  [[nodiscard]] T2S_DECL endpoint const& at() const noexcept;          ///< the endpoint
  [[nodiscard]] T2S_DECL http_model_figures figures() const noexcept;  ///< its counts so far

 private:
  class state;
  std::shared_ptr<state> state_;
};

static_assert(ChatModel<http_model> && EmbeddingModel<http_model>);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/http_model.ipp"
#endif

#endif
