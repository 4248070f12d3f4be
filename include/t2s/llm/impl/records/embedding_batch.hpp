// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_RECORDS_EMBEDDING_BATCH_HPP
#define T2S_LLM_IMPL_RECORDS_EMBEDDING_BATCH_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/task.hpp"
#include "t2s/llm/exchange.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace t2s::llm::detail {

/// The answer to many texts, put together from what is known and what a model is asked for; each text once, however often it occurs.
class embedding_batch {
 public:
  /// `known(text)` gives an optional `embedding`.
  template <class Known>
  embedding_batch(std::vector<std::string> const& texts, Known known) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (auto const& text : texts) {
      auto const [at, is_new] = places.try_emplace(text, found_.size());
      which_.push_back(at->second);
      if (!is_new) continue;
      found_.push_back(known(text));
      if (found_.back()) continue;
      missing_.push_back(text);
      gaps_.push_back(at->second);
    }
  }

  /// What is not known, in its order.
  [[nodiscard]] std::vector<std::string> const& missing() const noexcept { return missing_; }

  /// The answer, once nothing is missing. Throws if the vectors are not of one length.
  [[nodiscard]] embeddings answer() const {
    embeddings all;
    for (auto const& e : found_) all.prompt_tokens += e->prompt_tokens;
    for (auto const i : which_) {
      all.vectors.push_back(found_[i]->vector);
      if (all.vectors.back().size() != all.vectors.front().size()) refuse_lengths(all.vectors);
    }
    return all;
  }

  /// The answer with what the model gave for the missing; `keep(text, embedding)` is called for each of them once all is found sound.
  template <class Keep>
  [[nodiscard]] embeddings answer(embeddings given, Keep& keep) {
    auto const count = missing_.size();
    if (given.vectors.size() != count) refuse_count(given.vectors.size());
    for (std::size_t i = 0; i < count; ++i) {
      auto const share = given.prompt_tokens / count + (i < given.prompt_tokens % count ? 1U : 0U);
      found_[gaps_[i]] = embedding{std::move(given.vectors[i]), share};
    }
    auto all = answer();
    for (std::size_t i = 0; i < count; ++i) keep(missing_[i], *found_[gaps_[i]]);
    return all;
  }

 private:
  [[noreturn]] void refuse_count(std::size_t given) const {
    throw error(errc::malformed_reply,
                "the model gave " + std::to_string(given) + " vectors for " + std::to_string(missing_.size()) + " texts",
                "an embedding model gives one vector a text, in their order");
  }

  [[noreturn]] static void refuse_lengths(std::vector<std::vector<float>> const& vectors) {
    throw error(errc::malformed_data,
                "the vectors of one answer have different lengths: the first has " + std::to_string(vectors.front().size()) +
                    " elements, number " + std::to_string(vectors.size()) + " has " + std::to_string(vectors.back().size()),
                "the model is another one now than when some of them were kept: give it another name, or begin a new file");
  }

  std::vector<std::optional<embedding>> found_{};  // of each text once
  std::vector<std::size_t> which_{};               // of found_, for each text asked for
  std::vector<std::string> missing_{};
  std::vector<std::size_t> gaps_{};  // of found_, for each of missing_
};

/// The answer to a batch; the model is asked only if something is missing, and only for that.
template <class Model, class Keep>
auto answered_by(Model& model, embedding_batch batch, Keep keep) {
  using reply = decltype(model.embed(std::vector<std::string>()));
  auto missing = batch.missing();
  if (missing.empty()) return colour<reply, embeddings>::lift(batch.answer());
  return then(model.embed(std::move(missing)), [batch = std::move(batch), keep = std::move(keep)](embeddings given) mutable {
    return batch.answer(std::move(given), keep);
  });
}

}  // namespace t2s::llm::detail

#endif
