// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_POSTINGS_HPP
#define T2S_RETRIEVE_IMPL_POSTINGS_HPP

#include "t2s/retrieve/internal/hit.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace t2s::retrieve::detail {

/// What shares something, and how much: sums of weights over `size` items, of which the best `k` are taken.
template <class Weight>
class shared_weights {
 public:
  explicit shared_weights(std::size_t size) : sums_(size) {}

  template <class Postings>
  void add(Postings const& list, Weight factor) {
    for (auto const& p : list) sums_[p.demonstration] += factor * p.weight;
  }

  /// Divided by `length`; what shares nothing stays out.
  [[nodiscard]] std::vector<hit> best(std::size_t k, double length) const {
    best_hits best(k);
    for (std::size_t i = 0; i < sums_.size(); ++i)
      if (sums_[i] > 0) best.offer({i, sums_[i] / length});
    return std::move(best).sorted();
  }

 private:
  std::vector<Weight> sums_;
};

}  // namespace t2s::retrieve::detail

#endif
