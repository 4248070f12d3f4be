// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_EMBEDDED_KNOWLEDGE_HPP
#define T2S_RETRIEVE_EMBEDDED_KNOWLEDGE_HPP

#include "t2s/core/task.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"
#include "t2s/retrieve/vector_index.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// Knowledge about one database to be found by its vectors: the snapshot of an encoding-knowledge table that runs share. Immutable once
/// made; any number of threads may search it.
class embedded_knowledge {
 public:
  embedded_knowledge() = default;

  /// `vectors` are those of the rows' texts (`to_text`), in their order. Throws as `vector_index`.
  embedded_knowledge(std::vector<knowledge> rows, std::span<std::vector<float> const> vectors) : rows_(std::move(rows)), index_(vectors) {}

  [[nodiscard]] std::size_t size() const noexcept { return index_.size(); }
  [[nodiscard]] knowledge const& operator[](std::size_t i) const noexcept { return rows_[i]; }

  /// As `vector_index::nearest`.
  [[nodiscard]] std::vector<hit> nearest(std::span<float const> to, std::size_t k) const { return index_.nearest(to, k); }

 private:
  std::vector<knowledge> rows_{};
  vector_index index_{};
};

/// Asks an embedding model for the vectors of a snapshot: a shared object, at once or as an `awaitable`. `by` is asked once, for all, and
/// not if there is nothing. Throws what it throws, and as `vector_index`.
///
///     auto const known = t2s::retrieve::embed_knowledge(embedder, store.of("industry"));
template <llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_knowledge(Embedder& by, std::vector<knowledge> rows) {
  using reply = decltype(by.embed(std::vector<std::string>()));
  using given = colour<reply, void>;
  if (rows.empty()) return given::lift(std::make_shared<embedded_knowledge const>());
  std::vector<std::string> texts;
  texts.reserve(rows.size());
  for (auto const& k : rows) texts.push_back(to_text(k));
  return then(llm::embed_within(by, std::move(texts)), [rows = std::move(rows)](llm::embeddings const& answered) mutable {
    return std::make_shared<embedded_knowledge const>(std::move(rows), answered.vectors);
  });
}

}  // namespace t2s::retrieve

#endif
