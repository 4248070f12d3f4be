// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_MODEL_HPP
#define T2S_LLM_MODEL_HPP

#include "t2s/core/task.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::llm {

enum class role { system, user, assistant };

/// One message of a conversation.
struct message {
  role from = role::user;
  std::string text{};

  message() = default;
  message(role r, std::string t) : from(r), text(std::move(t)) {}
  friend bool operator==(message const&, message const&) = default;
};

/// What a model is asked.
struct request {
  std::vector<message> messages{};
  double temperature = 0;                   ///< 0 is greedy
  std::optional<std::size_t> max_tokens{};  ///< of the completion; nothing leaves it to the model
  std::vector<std::string> stop{};          ///< the completion ends before any of these

  request() = default;
  /// One user message.
  explicit request(std::string prompt) { messages.emplace_back(role::user, std::move(prompt)); }
  friend bool operator==(request const&, request const&) = default;
};

/// What a model answers.
struct completion {
  std::string text{};
  std::string finish_reason{};  ///< as the model calls it: "stop", "length", ...
  std::size_t prompt_tokens = 0;
  std::size_t completion_tokens = 0;

  friend bool operator==(completion const&, completion const&) = default;
};

/// A chat model.
///
/// 1. `model.complete(request)` gives a `completion`, at once or as an `awaitable`. It takes the request by value, since a lazy coroutine
///    with a reference parameter dangles.
/// 2. It may be called by many runs at once from the threads of their executors; a model that answers at once is called by one thread at a
///    time for each run.
///
/// Failure: throws `t2s::error` (`model_failed`, `cancelled`) or `boost::system::system_error`. A refusal or rambling is a completion.
///
///     struct echo {
///       t2s::llm::completion complete(t2s::llm::request r) { return {r.messages.back().text, "stop"}; }
///     };
///     static_assert(t2s::llm::ChatModel<echo>);
template <class M>
concept ChatModel = requires(M& model, request r) {
  { model.complete(std::move(r)) } -> Yields<completion>;
};

/// For pipelines that ask no model.
struct no_model {
  completion complete(request) const { return {}; }
};
static_assert(ChatModel<no_model>);

}  // namespace t2s::llm

#endif
