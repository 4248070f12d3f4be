// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_SCRIPTED_EMBEDDING_MODEL_HPP
#define T2S_LLM_SCRIPTED_EMBEDDING_MODEL_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace t2s::llm {

/// An embedding model that knows the vectors of some texts and keeps what it was asked: for tests. Tokens are counted as one for every
/// four bytes. For one thread at a time.
///
///     t2s::llm::scripted_embedding_model model({{"a river", {1, 0}}, {"a lake", {0, 1}}});
class scripted_embedding_model {
 public:
  /// The vectors of the texts that it knows.
  explicit scripted_embedding_model(std::map<std::string, std::vector<float>> vectors) : vectors_(std::move(vectors)) {}

  /// Throws `error` with `model_failed` for a text that the script does not have.
  embeddings embed(std::vector<std::string> texts) {
    asked_.push_back(texts);
    embeddings all;
    std::size_t bytes = 0;
    for (auto const& text : texts) {
      auto const found = vectors_.find(text);
      if (found == vectors_.end()) throw error(errc::model_failed, "the script has no vector of the text \"" + text + "\"");
      all.vectors.push_back(found->second);
      bytes += text.size();
    }
    all.prompt_tokens = bytes / 4;
    return all;
  }

  /// The texts of each call so far, first one first.
  [[nodiscard]] std::vector<std::vector<std::string>> const& asked() const noexcept { return asked_; }

 private:
  std::map<std::string, std::vector<float>> vectors_;
  std::vector<std::vector<std::string>> asked_{};
};
static_assert(EmbeddingModel<scripted_embedding_model>);

}  // namespace t2s::llm

#endif
