// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LOCAL_VECTORS_HPP
#define T2S_CLI_LOCAL_VECTORS_HPP

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "t2s/retrieve/glove.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"

namespace cli {

/// Vectors of texts without a server: from a GloVe file if given, else from their spelling, which the user must request. Thread safe.
struct local_vectors {
  std::optional<t2s::retrieve::glove> words{};
  t2s::retrieve::hashed_ngrams spelling{};
  bool by_spelling = false;  ///< whether the user requested it

  [[nodiscard]] bool chosen() const { return words || by_spelling; }

  [[nodiscard]] t2s::llm::embeddings embed(std::vector<std::string> texts) const {
    return words ? words->embed(std::move(texts)) : spelling.embed(std::move(texts));
  }
};
static_assert(t2s::llm::EmbeddingModel<local_vectors>);

}  // namespace cli

#endif
