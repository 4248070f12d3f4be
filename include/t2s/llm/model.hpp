// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_MODEL_HPP
#define T2S_LLM_MODEL_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/error.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace t2s::llm {

enum class role { system, user, assistant };  ///< the author of a message

/// Which of a run's models is asked: the one for SQL, for judging it, or for a small task such as linking. See llm/several_models.hpp.
enum class model_role : std::uint8_t { draft, judge, small };

/// The name of a role.
[[nodiscard]] constexpr std::string_view name_of(model_role r) noexcept {
  return r == model_role::judge ? "judge" : r == model_role::small ? "small" : "draft";
}

/// What a reply is expected to be: it bounds the reply's length, and a model that streams ends the reply once this part is there.
enum class reply_kind : std::uint8_t {
  text,               ///< anything; its end is the model's
  statement,          ///< one statement, in a block of code or alone
  rest_of_statement,  ///< the same, or what follows the SELECT that the prompt ends in
  json,               ///< one JSON value
  verdict,            ///< a yes or no, with reasons
};

/// One message of a conversation.
struct message {
  role from = role::user;  ///< its author
  std::string text{};      ///< its text

  message() = default;
  /// A message from its parts.
  message(role r, std::string t) : from(r), text(std::move(t)) {}
  friend bool operator==(message const&, message const&) = default;
};

/// The form of the answer, for models that support it.
struct answer_form {
  enum class kind { text, json_object, json_schema, grammar };  ///< free text, JSON, or by a grammar of llama.cpp (GBNF)

  kind what = kind::text;  ///< the form
  std::string name{};      ///< name of the schema
  std::string schema{};    ///< JSON Schema or grammar, as text
  bool strict = true;      ///< the answer must follow the schema exactly

  friend bool operator==(answer_form const&, answer_form const&) = default;
};

/// How long a call may last. Not part of the request: neither sent nor recorded nor compared. A model that answers at once may ignore it.
struct call_bounds {
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();  ///< nothing is sent or awaited after it
  std::stop_token stop{};  ///< when requested, nothing more is sent, and a request over HTTP ends at once

  friend bool operator==(call_bounds const&, call_bounds const&) noexcept { return true; }
};

/// A request to a model. The model chooses a value for empty members.
struct request {
  std::vector<message> messages{};           ///< in their order
  std::optional<double> temperature = 0.0;   ///< 0 is greedy; nothing for models that reject the option
  std::optional<double> top_p{};             ///< the share of probability to sample from
  std::optional<std::int64_t> seed{};        ///< of the sampling, if the model has one
  std::size_t choices = 1;                   ///< how many completions of the same prompt
  std::optional<std::size_t> max_tokens{};   ///< limit of each completion
  std::vector<std::string> stop{};           ///< the completion ends before any of these
  [[no_unique_address]] answer_form form{};  ///< free text by default
  model_role asks = model_role::draft;       ///< which of a run's models; not sent. It uses bytes that `form` leaves free
  reply_kind expects = reply_kind::text;     ///< what the reply should be; not sent, and not recorded
  std::optional<std::size_t> logprobs{};     ///< how many alternatives with probabilities to return for each token
  std::size_t draw = 0;                      ///< number among equal requests: used by caches and recordings, not sent
  call_bounds bounds{};                      ///< set by a run's context

  request() = default;
  /// One user message.
  explicit request(std::string prompt) { messages.emplace_back(role::user, std::move(prompt)); }
  friend bool operator==(request const&, request const&) = default;
};

/// One of several completions of the same prompt.
struct choice {
  std::string text{};           ///< its text
  std::string finish_reason{};  ///< in the model's words: "stop", "length", ...
  std::string logprobs{};       ///< JSON as received; empty if not requested

  friend bool operator==(choice const&, choice const&) = default;
};

/// The answer of a model.
struct completion {
  std::string text{};                 ///< text of the first choice
  std::string finish_reason{};        ///< in the model's words: "stop", "length", ...
  std::string logprobs{};             ///< JSON as received; empty if not requested
  std::vector<choice> others{};       ///< the second and later choices, if several were requested
  std::size_t prompt_tokens = 0;      ///< tokens of the request, as the model counts them
  std::size_t cached_tokens = 0;      ///< those of them that the server had cached
  std::size_t completion_tokens = 0;  ///< tokens of all choices, as the model counts them
  std::string odd{};                  ///< what is odd about the answer, for people; not recorded

  friend bool operator==(completion const&, completion const&) = default;
};

/// Whether a finish reason says that the provider withheld an answer, or a part of it. What is left of the text is no answer.
[[nodiscard]] inline bool is_withheld(std::string_view finish_reason) noexcept {
  return finish_reason == "content_filter" || finish_reason == "refusal" || finish_reason == "SAFETY" || finish_reason == "safety";
}

/// A chat model.
///
/// 1. `model.complete(request)` returns a `completion`, at once or as an `awaitable`. It takes the request by value, since a lazy coroutine
///    with a reference parameter dangles.
/// 2. Many runs may call it at once, from the threads of their executors.
///
/// Failure: throws `t2s::error` (`model_failed` and the codes after it, `cancelled`). A refusal is a completion.
///
///     struct echo {
///       t2s::llm::completion complete(t2s::llm::request r) { return {.text = r.messages.back().text, .finish_reason = "stop"}; }
///     };
///     static_assert(t2s::llm::ChatModel<echo>);
template <class M>
concept ChatModel = requires(M& model, request r) {
  { model.complete(std::move(r)) } -> Yields<completion>;
};

/// A model that uses `request::asks`, or passes it to one that does: `static constexpr bool has_roles = true`.
template <class M>
concept HasRoles = requires { requires std::remove_cvref_t<M>::has_roles; };

/// Call this before asking a model: one without roles gets each request with the default role, so its records do not depend on the policy.
template <class M>
void keep_role_for(request& asked) noexcept {
  if constexpr (!HasRoles<M>) asked.asks = model_role::draft;
}

/// Vectors of texts, in their order, all of the same length.
struct embeddings {
  std::vector<std::vector<float>> vectors{};  ///< one for each text, in order
  std::size_t prompt_tokens = 0;              ///< for all texts

  friend bool operator==(embeddings const&, embeddings const&) = default;
};

/// A model that maps texts to vectors: `model.embed(texts)` returns `embeddings`, at once or as an `awaitable`, with one vector for each
/// text. Takes the texts by value; otherwise as `ChatModel`.
template <class M>
concept EmbeddingModel = requires(M& model, std::vector<std::string> texts) {
  { model.embed(std::move(texts)) } -> Yields<embeddings>;
};

/// The vectors of texts, within bounds if the model takes them (`model.embed(texts, bounds)`). Throws also `error` with `malformed_reply`
/// unless there is one vector for each text.
template <EmbeddingModel Model>
[[nodiscard]] auto embed_within(Model& model, std::vector<std::string> texts, call_bounds const& bounds = {}) {
  auto const one_each = [wanted = texts.size()](embeddings given) {
    if (given.vectors.size() == wanted) return given;
    throw error(errc::malformed_reply,
                "the model returned " + std::to_string(given.vectors.size()) + " vectors for " + std::to_string(wanted) + " texts",
                "an embedding model returns one vector per text, in the order of the texts");
  };
  if constexpr (requires { model.embed(std::move(texts), bounds); })
    return then(model.embed(std::move(texts), bounds), one_each);
  else
    return then(model.embed(std::move(texts)), one_each);
}

/// Whether a code is a failure of a model: `errc::model_failed` and those after it.
[[nodiscard]] inline bool is_failure_of_model(std::error_code code) noexcept {
  return code.category() == category() && code.value() >= static_cast<int>(errc::model_failed);
}

/// A model that completes, embeds or both.
template <class M>
concept ChatOrEmbeddingModel = ChatModel<M> || EmbeddingModel<M>;

/// The model of pipelines without a model.
struct no_model {
  /// Never called: a policy that asks it does not compile.
  completion complete(request) const { return {}; }
};
static_assert(ChatModel<no_model>);

}  // namespace t2s::llm

#endif
