// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_DAIL_SKELETON_HPP
#define T2S_RETRIEVE_DETAIL_DAIL_SKELETON_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/sql/parse.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// The skeleton by which DAIL-SQL compares queries (Gao et al. 2023): deliberately coarse, so that joins, the number of columns and simple
/// conditions disappear.
namespace t2s::retrieve {

/// Words in lower case, separated by one space: `_` for every name and literal, functions and keywords unchanged; then joins with their
/// conditions, lists, comparisons and chains of conditions collapse to one `_`. An ORDER BY without a direction is ascending. O(length^2)
/// at worst, any text is allowed; thread safe.
[[nodiscard]] T2S_DECL std::string dail_skeleton(std::string_view sql, sql::grammar const& in = sql::sqlite);

/// A skeleton for comparison: the hashes of its words, sorted.
class dail_words {
 public:
  dail_words() = default;
  T2S_DECL explicit dail_words(std::string_view skeleton);  ///< the words of a skeleton

  /// The Jaccard similarity of two skeletons as multisets of words, from 0 to 1. O(words).
  [[nodiscard]] T2S_DECL double similarity(dail_words const& other) const noexcept;

 private:
  std::vector<std::uint64_t> sorted_{};
};

/// The skeletons of a pool's SQL, computed once. Immutable; any number of threads may read it.
class dail_skeletons {
 public:
  /// The SQL is parsed as `in`. O(length of the pool's SQL).
  T2S_DECL explicit dail_skeletons(std::span<demonstration const> pool, sql::grammar const& in = sql::sqlite);

  /// The skeleton of this SQL, or nullptr if the pool does not have it. O(length).
  [[nodiscard]] T2S_DECL dail_words const* find(std::string const& sql) const;

 private:
  std::unordered_map<std::string, dail_words> known_{};
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/dail_skeleton.ipp"
#endif

#endif
