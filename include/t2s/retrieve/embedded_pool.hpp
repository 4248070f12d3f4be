// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_EMBEDDED_POOL_HPP
#define T2S_RETRIEVE_EMBEDDED_POOL_HPP

#include "t2s/retrieve/demonstration.hpp"
#include "t2s/retrieve/embedded.hpp"

#include <utility>
#include <vector>

namespace t2s::retrieve {

/// Demonstrations to be found by the vector of their question, masked question or skeleton.
using embedded_pool = embedded<demonstration>;

/// A pool to be found by the vectors of its questions: see `embed_items`.
///
///     auto const pool = t2s::retrieve::embed_pool(embedder, t2s::retrieve::read_pool("train.json"));
///     auto const kept = t2s::retrieve::embed_pool(embedder, t2s::retrieve::read_pool("train.json"),
///                                                 {.file = "train.index", .embedder = "text-embedding-3-small"});
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_pool(Embedder& by, std::vector<demonstration> pool, index_place const& kept = {}) {
  return embed_items<Index>(by, std::move(pool), [](demonstration const& d) { return d.question; }, kept);
}

}  // namespace t2s::retrieve

#endif
