// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_HASHED_NGRAMS_IPP
#define T2S_RETRIEVE_DETAIL_HASHED_NGRAMS_IPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"

#include <algorithm>
#include <cmath>

namespace t2s::retrieve {

T2S_DECL std::vector<float> hashed_ngrams::vector(std::string_view text) const {
  if (dimensions == 0) throw error(errc::invalid_argument, "hashed_ngrams has no dimensions", "set dimensions to at least 1");
  std::vector<float> v(dimensions);
  auto const add = [&](std::string_view part, float weight) {
    auto h = text::hash(part) * 0x9E3779B97F4A7C15U;  // FNV's low bits are weak
    h ^= h >> 32U;
    v[h % dimensions] += (h >> 63U) != 0 ? -weight : weight;
  };
  for (auto const& word : text::words_of_name(text)) {
    auto const framed = "<" + word + ">";
    add(framed, 1);
    for (std::size_t n = 3; n <= 5; ++n)
      for (std::size_t i = 0; i + n <= framed.size() && n < framed.size(); ++i) add(std::string_view(framed).substr(i, n), 0.5F);
  }
  double square = 0;
  for (auto const x : v) square += double{x} * double{x};
  auto const length = static_cast<float>(std::sqrt(square));
  if (length > 0)
    for (auto& x : v) x /= length;
  return v;
}

T2S_DECL std::string hashed_ngrams::identity() const {
  return std::string("hashed_ngrams 1, ").append(std::to_string(dimensions)).append(" dimensions");
}

T2S_DECL llm::embeddings hashed_ngrams::embed(std::vector<std::string> texts) const {
  llm::embeddings all;
  all.vectors.reserve(texts.size());
  for (auto const& t : texts) all.vectors.push_back(vector(t));
  return all;
}

}  // namespace t2s::retrieve

#endif
