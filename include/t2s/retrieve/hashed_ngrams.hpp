// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_HASHED_NGRAMS_HPP
#define T2S_RETRIEVE_HASHED_NGRAMS_HPP

#include "t2s/llm/model.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// Vectors of texts without a file: their words, and the words' runs of three to five letters, hashed to signed elements of a vector of
/// length 1. Texts are near if they are spelt alike; synonyms are not near. An embedding model that answers at once and costs nothing;
/// nothing uses it by default. The same on every platform.
struct hashed_ngrams {
  std::size_t dimensions = 256;  ///< at least 1

  /// Zeros for a text without words. O(length).
  [[nodiscard]] T2S_DECL std::vector<float> vector(std::string_view text) const;

  /// "hashed_ngrams 1, 256 dimensions": changes whenever the vectors do.
  [[nodiscard]] T2S_DECL std::string identity() const;

  [[nodiscard]] T2S_DECL llm::embeddings embed(std::vector<std::string> texts) const;  ///< the vectors of texts, at once
};
static_assert(llm::EmbeddingModel<hashed_ngrams>);

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/hashed_ngrams.ipp"
#endif

#endif
