// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_MENTION_PLACES_HPP
#define T2S_RETRIEVE_LINK_DETAIL_MENTION_PLACES_HPP

#include "t2s/retrieve/knowledge/detail/lexicon.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// Which words of a question may mean what.
namespace t2s::link::detail {

/// Tokens [first, last) that may mean something.
struct word_span {
  std::size_t first = 0, last = 0;
  double score = 0;
  std::string value{};  ///< set if they are a value

  [[nodiscard]] std::pair<std::size_t, std::size_t> place() const { return {first, last}; }
  [[nodiscard]] std::size_t size() const { return last - first; }
  [[nodiscard]] bool overlaps(word_span const& o) const { return first < o.last && o.first < last; }
  [[nodiscard]] bool same_words(word_span const& o) const { return first == o.first && last == o.last; }
  [[nodiscard]] bool inside(word_span const& o) const { return o.first <= first && last <= o.last; }
  [[nodiscard]] bool well_inside(word_span const& o) const { return inside(o) && size() < o.size(); }
  [[nodiscard]] std::size_t distance(word_span const& o) const {
    return o.first >= last ? o.first - last : first >= o.last ? first - o.last : 0;
  }
};

/// The two highest scores of different tables or columns for the same words, so that each finds the best of the others at once.
class best_two {
 public:
  void add(double score, knowledge::column_id by) {
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
  [[nodiscard]] double of_others(knowledge::column_id self) const noexcept { return first_.by == self ? second_.score : first_.score; }

 private:
  struct claim {
    double score = 0;
    knowledge::column_id by{};
  };
  claim first_{}, second_{};
};

/// What the same words, and longer ones around them, may mean. It avoids searching one by one, even with a column for each of a thousand
/// words.
class span_meanings {
 public:
  enum class meaning { table, column, value };

  void add(word_span const& p, knowledge::column_id by, meaning as) { spans_[p.place()].same[index(as)].add(p.score, by); }

  /// Call it once all are added. O(distinct spans^2).
  void close() {
    for (auto& [inner, in] : spans_)
      for (auto const& [outer, out] : spans_) {
        if (outer.first > inner.first) break;
        if (outer == inner || outer.second < inner.second) continue;
        for (std::size_t i = 0; i < 3; ++i) in.longer[i].add(out.same[i]);
      }
  }

  /// The candidates with exactly the words of a span that was added.
  [[nodiscard]] best_two const& same(word_span const& p, meaning as) const { return spans_.at(p.place()).same[index(as)]; }
  /// The candidates with more words, including these.
  [[nodiscard]] best_two const& longer(word_span const& p, meaning as) const { return spans_.at(p.place()).longer[index(as)]; }

 private:
  struct claims {
    std::array<best_two, 3> same{}, longer{};
  };

  static std::size_t index(meaning as) { return static_cast<std::size_t>(as); }

  std::map<std::pair<std::size_t, std::size_t>, claims> spans_{};
};

/// A table or column with the spans that may name it, and its score so far.
struct mention_candidate {
  knowledge::column_id where{};
  std::vector<word_span> names{}, values{};
  word_span const* name = nullptr;   ///< the best of `names`
  word_span const* value = nullptr;  ///< the best of `values`
  double score = 0;
};

/// The candidates that have the same words with the same score.
struct mention_group {
  double count = 0, refer = 0;       ///< number of spans; those whose column refers to a table
  best_two table{}, named{}, own{};  ///< scores of their tables, of their names, and their own
  best_two nearness{};               ///< to the names of their tables: greater for smaller distances
};

/// The candidates of the same words.
struct mention_span {
  std::map<double, mention_group> names{}, values{};  ///< of columns, by score
  std::map<double, double> tables{};                  ///< the best of the tables with that name, by score
  best_two all{};                                     ///< scores of the spans of columns
  best_two column{}, table{};                         ///< own scores of those that these words name primarily
  double likeliest_table = 0;                         ///< own score of any table that they may name
};

/// The scores of a table's columns.
struct mention_table {
  double best = 0, sum = 0, value = 0;
};

struct mention_summary {
  std::map<std::pair<std::size_t, std::size_t>, mention_span> spans{};
  std::vector<mention_table> tables{};  // of the schema

  mention_span& at(word_span const& p) { return spans[p.place()]; }

  /// Calls `see` with the words and their meanings, for all that overlap a span.
  template <class See>
  void for_overlapping(word_span const& p, See const& see) const {
    for (auto const& [words, known] : spans) {
      if (words.first >= p.last) break;
      if (words.second > p.first) see(word_span{words.first, words.second}, known);
    }
  }
};

}  // namespace t2s::link::detail

#endif
