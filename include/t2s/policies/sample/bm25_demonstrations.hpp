// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_BM25_DEMONSTRATIONS_HPP
#define T2S_POLICIES_SAMPLE_BM25_DEMONSTRATIONS_HPP

#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/bm25.hpp"
#include "t2s/retrieve/detail/hit.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace t2s::sample {

/// A SamplerPolicy without a model: the demonstrations whose question shares most words with the user's, by BM25, nearest first (DAC,
/// section 3.1). None without a pool.
struct bm25_demonstrations {
  static constexpr std::string_view name = "bm25_demonstrations";

  std::shared_ptr<retrieve::bm25 const> pool{};  ///< the demonstrations; may be absent
  std::size_t most = 5;                          ///< most demonstrations (DAC, section 4.1)

  /// Chooses the demonstrations.
  [[nodiscard]] samples sample(auto&, question const& asked) const {
    samples out;
    if (pool) out.demonstrations = retrieve::nearest_of(*pool, asked.clear, most);
    return out;
  }
};

}  // namespace t2s::sample

#endif
