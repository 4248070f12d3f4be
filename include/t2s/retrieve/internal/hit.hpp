// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_INTERNAL_HIT_HPP
#define T2S_RETRIEVE_INTERNAL_HIT_HPP

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// The place of an item in its index, and how similar it is: higher is more similar, the scale is the index's.
struct hit {
  std::size_t demonstration = 0;  ///< its place
  double similarity = 0;          ///< higher is nearer

  friend bool operator==(hit const&, hit const&) = default;
};

/// The best `k` of the hits that it is shown; of equally similar ones those that stand first in their index. Memory for `k` hits, O(log k)
/// for a hit that is kept and O(1) for any other.
class best_hits {
 public:
  /// Keeps the best k.
  explicit best_hits(std::size_t k) : k_(k) {}

  /// Takes a hit if it is among the best.
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
  std::vector<hit> kept_{};  // a heap, the worst in front
};

/// The best `k` of these.
[[nodiscard]] inline std::vector<hit> best_of(std::vector<hit> const& hits, std::size_t k) {
  best_hits best(k);
  for (auto const& h : hits) best.offer(h);
  return std::move(best).sorted();
}

}  // namespace t2s::retrieve

#endif
