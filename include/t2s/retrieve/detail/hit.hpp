// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_HIT_HPP
#define T2S_RETRIEVE_DETAIL_HIT_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/pipeline/detail/samples.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// The index of an item, and its similarity: higher is more similar; the scale depends on the index.
struct hit {
  std::size_t demonstration = 0;  ///< its index
  double similarity = 0;          ///< higher is nearer

  friend bool operator==(hit const&, hit const&) = default;
};

/// Collects the best `k` of the offered hits; equally similar ones in the order of their index. Memory for `k` hits, O(log k) for a hit
/// that is kept and O(1) for any other.
class best_hits {
 public:
  /// Keeps the best k.
  explicit best_hits(std::size_t k) : k_(k) {}

  /// Keeps a hit if it is among the best.
  void offer(hit const& h) {
    if (kept_.size() < k_) {
      kept_.push_back(h);
    } else {
      if (k_ == 0 || !better(h, kept_.front())) return;
      std::pop_heap(kept_.begin(), kept_.end(), better);
      kept_.back() = h;
    }
    std::push_heap(kept_.begin(), kept_.end(), better);
  }

  /// The worst of `k` kept ones: only a better hit is kept from now on. nullptr if there are fewer.
  [[nodiscard]] hit const* worst() const { return k_ > 0 && kept_.size() == k_ ? kept_.data() : nullptr; }

  /// Best first.
  [[nodiscard]] std::vector<hit> sorted() && {
    std::sort_heap(kept_.begin(), kept_.end(), better);
    return std::move(kept_);
  }

 private:
  static bool better(hit const& a, hit const& b) noexcept {
    return a.similarity != b.similarity ? a.similarity > b.similarity : a.demonstration < b.demonstration;
  }

  std::size_t k_;
  std::vector<hit> kept_{};  // a heap, with the worst in front
};

/// The best `k` of these hits.
[[nodiscard]] inline std::vector<hit> best_of(std::vector<hit> const& hits, std::size_t k) {
  best_hits best(k);
  for (auto const& h : hits) best.offer(h);
  return std::move(best).sorted();
}

namespace detail {

/// Sums weights of shared features for `size` items, and returns the best `k`.
template <class Weight>
class shared_weights {
 public:
  explicit shared_weights(std::size_t size) : sums_(size) {}

  template <class Postings>
  void add(Postings const& list, Weight factor) {
    for (auto const& p : list) sums_[p.demonstration] += factor * p.weight;
  }

  /// The sums divided by `length`; items without a shared feature are excluded.
  [[nodiscard]] std::vector<hit> best(std::size_t k, double length) const {
    best_hits best(k);
    Weight least = 0;  // nothing up to it is among the best
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      if (!(sums_[i] > least)) continue;
      best.offer({i, sums_[i] / length});
      if (auto const* worst = best.worst()) least = sums_[worst->demonstration];
    }
    return std::move(best).sorted();
  }

 private:
  std::vector<Weight> sums_;
};

}  // namespace detail

/// The `k` demonstrations of a pool nearest to `key`, nearest first; fewer if it has no more.
template <class Pool, class Key>
[[nodiscard]] std::vector<scored_demonstration> nearest_of(Pool const& pool, Key const& key, std::size_t k) {
  std::vector<scored_demonstration> found;
  for (auto const& hit : pool.nearest(key, k)) found.push_back({pool[hit.demonstration], hit.similarity});
  return found;
}

/// Adds to `chosen` the `k` demonstrations of a pool that are nearest to `key` and whose SQL is not chosen yet, nearest first; fewer if the
/// pool has no more. Without `simplified`, those with a simplified question are skipped.
template <class Pool, class Key>
void add_distinct_nearest(std::vector<scored_demonstration>& chosen, Pool const& pool, Key const& key, std::size_t k,
                          bool simplified = true) {
  auto const wanted = chosen.size() + k;
  auto const is_out = [&](demonstration const& d) {
    if (d.simplified && !simplified) return true;
    return t2s::detail::any_of(chosen, [&](scored_demonstration const& known) { return known.shown.sql == d.sql; });
  };
  for (std::size_t depth = 4 * wanted; chosen.size() < wanted; depth *= 4) {
    auto const hits = pool.nearest(key, depth);
    for (auto hit = hits.begin(); hit != hits.end() && chosen.size() < wanted; ++hit)
      if (!is_out(pool[hit->demonstration])) chosen.push_back({pool[hit->demonstration], hit->similarity});
    if (hits.size() < depth) return;
  }
}

}  // namespace t2s::retrieve

#endif
