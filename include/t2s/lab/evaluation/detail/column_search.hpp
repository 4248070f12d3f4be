// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COLUMN_SEARCH_HPP
#define T2S_LAB_EVALUATION_DETAIL_COLUMN_SEARCH_HPP

#include "t2s/lab/evaluation/detail/numbered.hpp"

#include <map>
#include <optional>

namespace t2s::evaluation::matching {

/// The columns of a multiset of rows, equal ones grouped, each with a label: a hash that does not depend on the order of rows or columns,
/// so that corresponding columns of two tables have equal labels. A column's label combines its values and the labels of their rows, a
/// row's label its values and the labels of their columns, and so on until no more columns become distinct (the colour refinement of graph
/// isomorphism programs).
class labelled_columns {
 public:
  explicit labelled_columns(row_list const& rows) : rows_(&rows) {
    std::vector<std::uint64_t> hashes(rows.width());
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 0; c < hashes.size(); ++c) hashes[c] = mix(hashes[c], rows[r][c]);
    for (std::size_t c = 0; c < hashes.size(); ++c) join_equals(c, hashes);
    for (auto const& m : members_) labels_.push_back(m.size());
  }

  [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
  [[nodiscard]] std::vector<std::uint64_t> const& labels() const noexcept { return labels_; }
  [[nodiscard]] std::vector<std::size_t> const& members(std::size_t c) const { return members_[c]; }

  [[nodiscard]] std::vector<std::uint64_t> sorted() const {
    auto s = labels_;
    std::ranges::sort(s);
    return s;
  }

  /// Distinguishes columns by the multiset of their values.
  void by_values() {
    add_to_labels(
        [this](std::size_t r, auto const&) { return [n = rows_->count(static_cast<number>(r))](auto cell) { return n * mix(cell); }; });
  }

  /// Distinguishes columns by the other values of their rows, as far as possible. Returns the number of rounds.
  std::size_t refine() {
    for (std::size_t rounds = 1, before = distinct();; ++rounds) {
      round();
      auto const now = distinct();
      if (now == before || now == size()) return rounds;
      before = now;
    }
  }

  /// Distinguishes one column from all others.
  void single_out(std::size_t c) { labels_[c] = mix(labels_[c], 1); }

  [[nodiscard]] std::size_t distinct() const {
    auto s = sorted();
    return static_cast<std::size_t>(std::ranges::unique(s).begin() - s.begin());
  }

 private:
  void join_equals(std::size_t c, std::vector<std::uint64_t> const& hashes) {
    auto const equal = [&](std::vector<std::size_t> const& m) {
      if (hashes[m.front()] != hashes[c]) return false;
      for (std::size_t r = 0; r < rows_->size(); ++r)
        if ((*rows_)[r][m.front()] != (*rows_)[r][c]) return false;
      return true;
    };
    auto const found = std::ranges::find_if(members_, equal);
    if (found == members_.end())
      members_.push_back({c});
    else
      found->push_back(c);
  }

  void round() {
    add_to_labels([this](std::size_t r, auto const& row) {
      std::uint64_t beside = 0;
      for (std::size_t c = 0; c < size(); ++c) beside += mix(labels_[c], row[members_[c].front()]);
      return [beside = mix(beside, rows_->count(static_cast<number>(r)))](auto cell) { return mix(beside, cell); };
    });
  }

  /// Mixes into each label the sum of a hash of each cell; `of_row(r, row)` makes the hash function of a row.
  template <class OfRow>
  void add_to_labels(OfRow const& of_row) {
    std::vector<std::uint64_t> sums(size());
    for (std::size_t r = 0; r < rows_->size(); ++r) {
      auto const row = (*rows_)[r];
      auto const hash = of_row(r, row);
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += hash(row[members_[c].front()]);
    }
    for (std::size_t c = 0; c < sums.size(); ++c) labels_[c] = mix(labels_[c], sums[c]);
  }

  row_list const* rows_;
  std::vector<std::vector<std::size_t>> members_{};
  std::vector<std::uint64_t> labels_{};
};

/// Searches for an order of the columns that turns one multiset of rows into another.
///
/// If labels leave a choice, one column of the gold table is singled out and matched with each column of its label, after which labels
/// distinguish more columns. Hash collisions could make the search longer, but never its answer wrong: the result is checked row by row.
struct column_search {
  row_list const& gold_;
  row_list const& predicted_;
  std::uint64_t work_ = 0;

  [[nodiscard]] bool found() {
    if (gold_.size() != predicted_.size()) return false;
    labelled_columns gold(gold_), predicted(predicted_);
    gold.by_values();
    predicted.by_values();
    if (gold.sorted() != predicted.sorted()) return false;
    if (gold.distinct() == gold.size()) return fits(gold, predicted);
    gold.refine();
    return continues(gold, predicted);
  }

 private:
  /// Beyond so many cells tables count as different; only tables made to defeat the search get there.
  static constexpr std::uint64_t most_work = std::uint64_t{1} << 32U;

  /// `gold` is refined, `predicted` is not yet.
  [[nodiscard]] bool continues(labelled_columns const& gold, labelled_columns predicted) {
    if (work_ > most_work) return false;
    work_ += 2 * predicted.refine() * predicted_.size() * predicted.size();
    if (gold.sorted() != predicted.sorted()) return false;
    auto const open = smallest_open(gold);
    if (!open) return fits(gold, predicted);
    auto next = gold;
    next.single_out(static_cast<std::size_t>(std::ranges::find(gold.labels(), *open) - gold.labels().begin()));
    next.refine();
    for (std::size_t c = 0; c < predicted.size(); ++c) {
      if (predicted.labels()[c] != *open) continue;
      auto tried = predicted;
      tried.single_out(c);
      if (continues(next, std::move(tried))) return true;
    }
    return false;
  }

  /// Of the labels shared by several columns, the one with the fewest columns.
  static std::optional<std::uint64_t> smallest_open(labelled_columns const& columns) {
    std::map<std::uint64_t, std::size_t> counts;
    for (auto const label : columns.labels()) ++counts[label];
    std::erase_if(counts, [](auto const& c) { return c.second < 2; });
    auto const fewest = std::ranges::min_element(counts, {}, [](auto const& c) { return c.second; });
    return fewest == counts.end() ? std::nullopt : std::optional(fewest->first);
  }

  [[nodiscard]] bool fits(labelled_columns const& gold, labelled_columns const& predicted) const {
    std::vector<std::size_t> from(gold_.width());
    for (std::size_t c = 0; c < gold.size(); ++c) {
      auto const p = static_cast<std::size_t>(std::ranges::find(predicted.labels(), gold.labels()[c]) - predicted.labels().begin());
      if (p == predicted.size() || predicted.members(p).size() != gold.members(c).size()) return false;
      for (std::size_t m = 0; m < gold.members(c).size(); ++m) from[gold.members(c)[m]] = predicted.members(p)[m];
    }
    std::vector<number> row(from.size());
    for (std::size_t r = 0; r < predicted_.size(); ++r) {
      for (std::size_t c = 0; c < row.size(); ++c) row[c] = predicted_[r][from[c]];
      auto const same = gold_.find(row);
      if (same == nowhere || gold_.count(same) != predicted_.count(static_cast<number>(r))) return false;
    }
    return true;
  }
};

/// Whether columns of two lists of rows, cells row by row, can be paired so that each pair is equal. Equality is transitive, so the first
/// free equal column is as good as any.
inline bool same_columns(std::span<number const> a, std::span<number const> b, std::size_t width) {
  auto const hashes_of = [width](std::span<number const> cells) {
    std::vector<std::uint64_t> hashes(width);
    for (std::size_t i = 0; i < cells.size(); i += width)
      for (std::size_t c = 0; c < width; ++c) hashes[c] = mix(hashes[c], cells[i + c]);
    return hashes;
  };
  auto const of_a = hashes_of(a), of_b = hashes_of(b);
  auto const equal = [&](std::size_t i, std::size_t j) {
    if (of_a[i] != of_b[j]) return false;
    for (; i < a.size(); i += width, j += width)
      if (a[i] != b[j]) return false;
    return true;
  };
  std::vector<bool> taken(width);
  auto const has_partner = [&](std::size_t i) {
    for (std::size_t j = 0; j < width; ++j)
      if (!taken[j] && equal(i, j)) {
        taken[j] = true;
        return true;
      }
    return false;
  };
  for (std::size_t i = 0; i < width; ++i)
    if (!has_partner(i)) return false;
  return true;
}

}  // namespace t2s::evaluation::matching

#endif
