// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_RECORDED_HPP
#define T2S_LLM_RECORDED_HPP

#include "t2s/llm/cassette.hpp"
#include "t2s/llm/impl/records/embedding_batch.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::llm {

/// A model whose every answer is written to a cassette, for `replayed` to answer from. Synchronous or awaitable as the model is; completes
/// if the model does, and embeds if the model does.
///
/// `recorded<Model>` owns its model, `recorded<Model&>` refers to one. Several may share a cassette, each with the name of its model. What
/// the model throws is not recorded. As safe for threads as the model itself.
///
///     t2s::llm::recorded model(http_model, "run.jsonl", "gpt-4o");
template <ChatOrEmbeddingModel Model>
class recorded {
 public:
  /// `name` becomes part of the key: give the same one to `replayed`.
  recorded(Model model, std::shared_ptr<cassette_recorder> to, std::string name = {})
      : model_(std::forward<Model>(model)), to_(std::move(to)), name_(std::move(name)) {}

  /// Opens the cassette too. Throws `error` with `file_unwritable`.
  recorded(Model model, std::string path, std::string name = {})
      : recorded(std::forward<Model>(model), std::make_shared<cassette_recorder>(std::move(path)), std::move(name)) {}

  /// Asks the model and records its answer. Throws what the model throws, and `error` with `file_unwritable`.
  auto complete(request asked)
    requires ChatModel<Model>
  {
    exchange e{name_, asked, {}};
    return then(model_.complete(std::move(asked)), [to = to_, e = std::move(e)](completion answered) mutable {
      e.answered = std::move(answered);
      to->append(e);
      return std::move(e.answered);
    });
  }

  /// Asks the model for each text once, 256 at a time, and records each vector; what came before a failure is recorded. Throws as
  /// `complete`, and `error` with `malformed_reply` or `malformed_data` if the model does not give a vector a text, all of one length;
  /// nothing of that call is recorded then.
  auto embed(std::vector<std::string> texts, call_bounds bounds = {})
    requires EmbeddingModel<Model>
  {
    detail::embedding_batch batch(texts, [](std::string const&) { return std::optional<embedding>(); });
    return detail::answered_by(
        model_, std::move(batch), std::move(bounds),
        [to = to_, name = name_](std::string const& text, embedding const& given) { to->append(embedding_exchange{name, text, given}); });
  }

 private:
  Model model_;
  std::shared_ptr<cassette_recorder> to_;
  std::string name_;
};

}  // namespace t2s::llm

#endif
