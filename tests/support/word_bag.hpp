// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_WORD_BAG_HPP
#define T2S_TESTS_SUPPORT_WORD_BAG_HPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/llm/model.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::tests {

/// An embedding model whose vectors count words, each in its own dimension while there are few: texts are similar if they share words.
/// Keeps the texts.
struct word_bag {
  llm::embeddings embed(std::vector<std::string> texts) {
    llm::embeddings all;
    for (auto const& t : texts) all.vectors.push_back(vector_of(t));
    asked.push_back(std::move(texts));
    return all;
  }

  std::vector<float> vector_of(std::string const& t) {
    std::vector<float> v(256);
    for (auto const& w : text::words_of_name(t)) {
      std::size_t at = 0;
      while (at < words.size() && words[at] != w) ++at;
      if (at == words.size()) words.push_back(w);
      v[at % v.size()] += 1;
    }
    return v;
  }

  std::vector<std::string> words{};
  std::vector<std::vector<std::string>> asked{};
};
static_assert(llm::EmbeddingModel<word_bag>);

}  // namespace t2s::tests

#endif
