// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_BM25_IPP
#define T2S_RETRIEVE_DETAIL_BM25_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/bm25.hpp"

#include <cmath>

namespace t2s::retrieve {
namespace detail {

inline std::vector<std::string> words_of(std::string_view question) {
  std::vector<std::string> words;
  bool inside = false;
  for (char const c : question) {
    bool const part = text::is_letter(c) || text::is_digit(c);
    if (part && !inside) words.emplace_back();
    if (part) words.back() += text::lower(c);
    inside = part;
  }
  return words;
}

/// The weight of a word that occurs in `matches` of `all` demonstrations.
inline double inverse_frequency(std::size_t all, std::size_t matches) {
  auto const n = static_cast<double>(matches);
  return std::max(std::log((static_cast<double>(all) - n + 0.5) / (n + 0.5)), 1e-6);
}

}  // namespace detail

T2S_DECL bm25::bm25(std::vector<demonstration> pool) : pool_(std::move(pool)) {
  static constexpr double k1 = 1.2, b = 0.75;
  std::vector<double> lengths;
  double sum = 0;
  for (std::uint32_t d = 0; d < pool_.size(); ++d) {
    auto const words = detail::words_of(pool_[d].question);
    lengths.push_back(static_cast<double>(words.size()));
    sum += lengths.back();
    for (auto const& w : words) {
      auto& list = postings_[w];
      if (list.empty() || list.back().demonstration != d) list.push_back({d, 0});
      list.back().weight += 1;  // until now, the frequency of the word
    }
  }
  double const mean = sum / static_cast<double>(pool_.size());
  for (auto& [word, list] : postings_)
    for (auto& p : list)
      p.weight = detail::inverse_frequency(pool_.size(), list.size()) * p.weight * (k1 + 1) /
                 (p.weight + k1 * (1 - b + b * lengths[p.demonstration] / mean));
}

T2S_DECL std::vector<hit> bm25::nearest(std::string_view question, std::size_t k) const {
  auto words = detail::words_of(question);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  detail::shared_weights<double> shared(pool_.size());
  for (auto const& w : words)
    if (auto const found = postings_.find(w); found != postings_.end()) shared.add(found->second, 1);
  return shared.best(k, 1);
}

}  // namespace t2s::retrieve

#endif
