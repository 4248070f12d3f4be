// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_EMBEDDED_KNOWLEDGE_HPP
#define T2S_RETRIEVE_EMBEDDED_KNOWLEDGE_HPP

#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"

#include <utility>
#include <vector>

namespace t2s::retrieve {

/// Knowledge about one database to be found by its vectors: the snapshot of an encoding-knowledge table that runs share.
using embedded_knowledge = embedded<knowledge>;

/// Knowledge to be found by the vectors of its texts (`to_text`): see `embed_items`.
///
///     auto const known = t2s::retrieve::embed_knowledge(embedder, store.of("industry"));
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_knowledge(Embedder& by, std::vector<knowledge> rows, index_place const& kept = {}) {
  return embed_items<Index>(by, std::move(rows), [](knowledge const& k) { return to_text(k); }, kept);
}

}  // namespace t2s::retrieve

#endif
