// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_BM25_HPP
#define T2S_RETRIEVE_DETAIL_BM25_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/detail/hit.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace t2s::retrieve {

/// Finds demonstrations by the words of their question, ranked by BM25 as SQLite's FTS5 computes it (k1 = 1.2, b = 0.75; a word in half of
/// the pool has a weight near 0). Words are runs of letters and digits, case ignored; each word of a question counts once.
///
/// Not FTS5 itself: it takes milliseconds for a question, since it scores each match again; here the weights are computed once. Immutable;
/// any number of threads may search it.
class bm25 {
 public:
  bm25() = default;

  /// O(words of the pool).
  T2S_DECL explicit bm25(std::vector<demonstration> pool);

  /// The number of demonstrations.
  [[nodiscard]] std::size_t size() const noexcept { return pool_.size(); }
  /// The demonstration at an index.
  [[nodiscard]] demonstration const& operator[](std::size_t i) const noexcept { return pool_[i]; }
  /// All demonstrations, in order.
  [[nodiscard]] std::vector<demonstration> const& pool() const noexcept { return pool_; }

  /// The demonstrations that share most with a question, best first, at most `k`; equally good ones in the order of the pool. Those that
  /// share no word are excluded. O(postings of its words + size).
  [[nodiscard]] T2S_DECL std::vector<hit> nearest(std::string_view question, std::size_t k) const;

 private:
  struct posting {
    std::uint32_t demonstration;
    double weight;
  };
  std::vector<demonstration> pool_{};
  std::unordered_map<std::string, std::vector<posting>> postings_{};
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/bm25.ipp"
#endif

#endif
