// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_EMBEDDED_POOL_HPP
#define T2S_RETRIEVE_EMBEDDED_POOL_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/task.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/retrieve/demonstration.hpp"
#include "t2s/retrieve/vector_index.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// Demonstrations to be found by the vector of their question. Immutable once made; any number of threads may search it.
class embedded_pool {
 public:
  embedded_pool() = default;

  /// `vectors` are those of the questions, in their order. Throws as `vector_index`.
  embedded_pool(std::vector<demonstration> pool, std::span<std::vector<float> const> vectors) : pool_(std::move(pool)), index_(vectors) {}

  [[nodiscard]] std::size_t size() const noexcept { return index_.size(); }
  [[nodiscard]] demonstration const& operator[](std::size_t i) const noexcept { return pool_[i]; }

  /// As `vector_index::nearest`.
  [[nodiscard]] std::vector<hit> nearest(std::span<float const> to, std::size_t k) const { return index_.nearest(to, k); }

 private:
  std::vector<demonstration> pool_{};
  vector_index index_{};
};

/// The model that an option holds. Throws `error` with `invalid_argument`, which names the option, if it holds none.
template <class Model>
[[nodiscard]] Model& given_model(Model* model, std::string const& option) {
  if (!model) throw error(errc::invalid_argument, "there is no embedding model to compare questions with", "set " + option);
  return *model;
}

/// Asks an embedding model for the vectors of a pool's questions: a shared pool, at once or as an `awaitable`. `by` is asked once, for all,
/// and not for an empty pool. Throws what it throws, and as `vector_index`.
template <llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_pool(Embedder& by, std::vector<demonstration> pool) {
  using reply = decltype(by.embed(std::vector<std::string>()));
  using given = colour<reply, void>;
  if (pool.empty()) return given::lift(std::make_shared<embedded_pool const>());
  std::vector<std::string> questions;
  questions.reserve(pool.size());
  for (auto const& d : pool) questions.push_back(d.question);
  return then(llm::embed_within(by, std::move(questions)), [pool = std::move(pool)](llm::embeddings const& answered) mutable {
    return std::make_shared<embedded_pool const>(std::move(pool), answered.vectors);
  });
}

}  // namespace t2s::retrieve

#endif
