// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_SAID_PLACES_HPP
#define T2S_LINK_IMPL_SAID_PLACES_HPP

#include "t2s/knowledge/lexicon.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

/// Where a question may say what.
namespace t2s::link::detail {

/// Tokens [first, last) that may mean something.
struct said_place {
  std::size_t first = 0, last = 0;
  double score = 0;
  std::string value{};  ///< if they are one

  [[nodiscard]] std::size_t size() const { return last - first; }
  [[nodiscard]] bool overlaps(said_place const& o) const { return first < o.last && o.first < last; }
  [[nodiscard]] bool same_words(said_place const& o) const { return first == o.first && last == o.last; }
  [[nodiscard]] bool inside(said_place const& o) const { return o.first <= first && last <= o.last; }
  [[nodiscard]] bool well_inside(said_place const& o) const { return inside(o) && size() < o.size(); }
  [[nodiscard]] std::size_t distance(said_place const& o) const {
    return o.first >= last ? o.first - last : first >= o.last ? first - o.last : 0;
  }
};

/// The two highest scores that different tables or columns have of the same words: so each finds the best of the others at once.
class best_two {
 public:
  void add(double score, column_id by) {
    if (score > first_.score) {
      if (by != first_.by) second_ = first_;
      first_ = {score, by};
    } else if (by != first_.by && score > second_.score) {
      second_ = {score, by};
    }
  }
  void add(best_two const& o) {
    add(o.first_.score, o.first_.by);
    add(o.second_.score, o.second_.by);
  }

  [[nodiscard]] double best() const noexcept { return first_.score; }
  [[nodiscard]] double of_others(column_id self) const noexcept { return first_.by == self ? second_.score : first_.score; }

 private:
  struct claim {
    double score = 0;
    column_id by{};
  };
  claim first_{}, second_{};
};

/// What the same words, and longer ones around them, may mean. With a column for each of a thousand words nothing is looked for one by one.
class said_places {
 public:
  enum class meaning { table, column, value };

  void add(said_place const& p, column_id by, meaning as) { spans_[key(p)].same[index(as)].add(p.score, by); }

  /// To be called once all are added. O(different places^2).
  void close() {
    for (auto& [inner, in] : spans_)
      for (auto const& [outer, out] : spans_) {
        if (outer.first > inner.first) break;
        if (outer == inner || outer.second < inner.second) continue;
        for (std::size_t i = 0; i < 3; ++i) in.longer[i].add(out.same[i]);
      }
  }

  /// What has the very words of a place that was added.
  [[nodiscard]] best_two const& same(said_place const& p, meaning as) const { return spans_.at(key(p)).same[index(as)]; }
  /// What has more words, these among them.
  [[nodiscard]] best_two const& longer(said_place const& p, meaning as) const { return spans_.at(key(p)).longer[index(as)]; }

 private:
  using span = std::pair<std::size_t, std::size_t>;
  struct claims {
    std::array<best_two, 3> same{}, longer{};
  };

  static span key(said_place const& p) { return {p.first, p.last}; }
  static std::size_t index(meaning as) { return static_cast<std::size_t>(as); }

  std::map<span, claims> spans_{};
};

}  // namespace t2s::link::detail

#endif
