// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_HTTP_MODEL_HPP
#define T2S_LLM_HTTP_MODEL_HPP

#include "t2s/llm/detail/http_client.hpp"
#include "t2s/llm/detail/limits.hpp"
#include "t2s/llm/detail/wire.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/protocol.hpp"

namespace t2s::llm {

/// Options of a model over HTTP.
struct http_model_options {
  http_options http{};                                 ///< time, size, TLS, proxy
  retry_options retry{};                               ///< what is tried again, and when
  rate_limits rates{};                                 ///< what may be sent in a minute, and at once
  breaker_options breaker{};                           ///< when nothing is sent for a while
  stream_limits stream{};                              ///< how long a stream may be
  std::size_t chat_bytes = std::size_t{8} << 20U;      ///< of an answer to `complete`; a longer one is a `malformed_reply`
  std::size_t texts_a_request = 256;                   ///< of `embed`; more go out in several requests, one after the other
  vector_encoding encoding = vector_encoding::float_;  ///< of `embed`
  std::shared_ptr<rate_limiter> limiter{};             ///< shared with other models, instead of `rates`
};

/// What a model has done since the beginning.
struct http_model_figures {
  std::uint64_t sent = 0;     ///< requests, those that were sent again included
  std::uint64_t retried = 0;  ///< those that were sent again
};

/// A model over HTTP: a chat model and an embedding model on any server, by the protocol of its endpoint.
///
/// Every request passes the circuit breaker and the limiter, is sent, and after a failure sent again as `retry_options` say; a stream only
/// until the first byte of its body has come.
///
/// The operations, `complete`, `stream`, `embed`, `models`:
/// - Nothing happens before the awaitable is awaited; the model may be destroyed before it ends.
/// - Errors are thrown as `t2s::error`: those of `http_client::send` and of wire.hpp, after the last try. No message shows the key. What
///   `on_delta` throws is thrown as it is.
/// - Executor, cancellation, thread safety: as `http_client`. Nothing is sent or waited for beyond the request's `bounds`; `bounds.stop`
///   cancels from any thread.
class http_model {
 public:
  /// `base_url` as providers write it, e.g. "https://api.openai.com/v1". Throws as `parse_url` and `http_client`.
  T2S_DECL http_model(boost::asio::any_io_executor executor, std::string_view base_url, endpoint to, http_model_options options = {});

  /// Over the connections of `client`, which other models may share; `options.http` is not used.
  T2S_DECL http_model(std::shared_ptr<http_client> client, endpoint to, http_model_options options = {});

  [[nodiscard]] T2S_DECL awaitable<completion> complete(request asked);  ///< see `ChatModel`

  /// The same; `on_delta` is called with the text of the first choice as it comes, whole characters only, on the client's executor.
  [[nodiscard]] T2S_DECL awaitable<completion> stream(request asked, std::function<void(std::string_view)> on_delta);

  /// See `EmbeddingModel`.
  [[nodiscard]] T2S_DECL awaitable<embeddings> embed(std::vector<std::string> texts, call_bounds bounds = {});

  /// The names of the models that the server has.
  [[nodiscard]] T2S_DECL awaitable<std::vector<std::string>> models();

  [[nodiscard]] T2S_DECL http_client const& client() const noexcept;   ///< for its connections
  [[nodiscard]] T2S_DECL endpoint const& at() const noexcept;          ///< the endpoint
  [[nodiscard]] T2S_DECL http_model_figures figures() const noexcept;  ///< what it has sent and received so far

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
