// SPDX-License-Identifier: BSL-1.0
// In which order do the columns of one bag of rows make it another?
#ifndef T2S_EVALUATION_IMPL_COLUMN_SEARCH_HPP
#define T2S_EVALUATION_IMPL_COLUMN_SEARCH_HPP

#include "t2s/evaluation/impl/numbered.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace t2s::evaluation::matching {

/// The columns of a bag of rows, equal ones taken together, each with a colour.
///
/// Colours depend on the table alone and not on the order of its rows or columns: where columns of two tables correspond, their colours
/// are equal. A colour is made of the values of the column and of the colours of the rows in which they stand, a row's of its values
/// and the colours of their columns, and so on until no more columns come apart (the refinement of graph isomorphism programs).
class coloured_columns {
 public:
  explicit coloured_columns(row_list const& rows) : rows_(&rows) {
    std::vector<std::uint64_t> hashes(rows.width());
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 0; c < hashes.size(); ++c) hashes[c] = mix(hashes[c], rows[r][c]);
    for (std::size_t c = 0; c < hashes.size(); ++c) join_equals(c, hashes);
    for (auto const& m : members_) colours_.push_back(m.size());
  }

  [[nodiscard]] std::size_t size() const noexcept { return colours_.size(); }
  [[nodiscard]] std::vector<std::uint64_t> const& colours() const noexcept { return colours_; }
  [[nodiscard]] std::vector<std::size_t> const& members(std::size_t c) const { return members_[c]; }

  [[nodiscard]] std::vector<std::uint64_t> sorted() const {
    auto s = colours_;
    std::ranges::sort(s);
    return s;
  }

  /// Tells columns apart by the bag of their values.
  void by_values() {
    std::vector<std::uint64_t> sums(size());
    for (std::size_t r = 0; r < rows_->size(); ++r) {
      auto const count = rows_->count(static_cast<number>(r));
      auto const row = (*rows_)[r];
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += count * mix(row[members_[c].front()]);
    }
    for (std::size_t c = 0; c < sums.size(); ++c) colours_[c] = mix(colours_[c], sums[c]);
  }

  /// Tells columns apart by what stands beside their values, as far as that goes. Returns how many rounds it took.
  std::size_t refine() {
    for (std::size_t rounds = 1, before = distinct();; ++rounds) {
      round();
      auto const now = distinct();
      if (now == before || now == size()) return rounds;
      before = now;
    }
  }

  /// Tells one column from all others.
  void single_out(std::size_t c) { colours_[c] = mix(colours_[c], 1); }

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
    std::vector<std::uint64_t> sums(size());
    for (std::size_t r = 0; r < rows_->size(); ++r) {
      auto const row = (*rows_)[r];
      std::uint64_t beside = 0;
      for (std::size_t c = 0; c < sums.size(); ++c) beside += mix(colours_[c], row[members_[c].front()]);
      beside = mix(beside, rows_->count(static_cast<number>(r)));
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += mix(beside, row[members_[c].front()]);
    }
    for (std::size_t c = 0; c < sums.size(); ++c) colours_[c] = mix(colours_[c], sums[c]);
  }

  row_list const* rows_;
  std::vector<std::vector<std::size_t>> members_{};
  std::vector<std::uint64_t> colours_{};
};

/// Looks for an order of the columns of one bag of rows in which it is another.
///
/// Where colours leave a choice, one column of the gold table is singled out and each column of its colour is tried in its place, after
/// which colours tell more columns apart. Hash collisions could make the search longer, never its answer wrong: what it finds is checked
/// row by row.
class column_search {
 public:
  column_search(row_list const& gold, row_list const& predicted) : gold_(gold), predicted_(predicted) {}

  [[nodiscard]] bool found() {
    if (gold_.size() != predicted_.size()) return false;
    coloured_columns gold(gold_), predicted(predicted_);
    gold.by_values();
    predicted.by_values();
    if (gold.sorted() != predicted.sorted()) return false;
    if (gold.distinct() == gold.size()) return fits(gold, predicted);
    gold.refine();
    return continues(gold, predicted);
  }

 private:
  /// Beyond this number of cells looked at, tables count as different: only those made to defeat a search get there.
  static constexpr std::uint64_t most_work = std::uint64_t{1} << 32U;

  /// `gold` is refined, `predicted` is not yet.
  [[nodiscard]] bool continues(coloured_columns const& gold, coloured_columns predicted) {
    if (work_ > most_work) return false;
    work_ += 2 * predicted.refine() * predicted_.size() * predicted.size();
    if (gold.sorted() != predicted.sorted()) return false;
    auto const open = smallest_open(gold);
    if (!open) return fits(gold, predicted);
    auto next = gold;
    next.single_out(static_cast<std::size_t>(std::ranges::find(gold.colours(), *open) - gold.colours().begin()));
    next.refine();
    for (std::size_t c = 0; c < predicted.size(); ++c) {
      if (predicted.colours()[c] != *open) continue;
      auto tried = predicted;
      tried.single_out(c);
      if (continues(next, std::move(tried))) return true;
    }
    return false;
  }

  /// The colour of fewest columns, of those that more than one has.
  static std::optional<std::uint64_t> smallest_open(coloured_columns const& columns) {
    auto const s = columns.sorted();
    std::optional<std::uint64_t> smallest;
    std::ptrdiff_t fewest = 0;
    for (auto i = s.begin(); i != s.end();) {
      auto const end = std::upper_bound(i, s.end(), *i);
      if (end - i > 1 && (!smallest || end - i < fewest)) {
        smallest = *i;
        fewest = end - i;
      }
      i = end;
    }
    return smallest;
  }

  [[nodiscard]] bool fits(coloured_columns const& gold, coloured_columns const& predicted) const {
    std::vector<std::size_t> from(gold_.width());
    for (std::size_t c = 0; c < gold.size(); ++c) {
      auto const p = static_cast<std::size_t>(std::ranges::find(predicted.colours(), gold.colours()[c]) - predicted.colours().begin());
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

  row_list const& gold_;
  row_list const& predicted_;
  std::uint64_t work_ = 0;
};

/// Whether columns of two lists of rows, cells row by row, can be paired so that each pair is equal: equality carries over, so that the
/// first free column that is equal is as good as any.
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
      if (!taken[j] && equal(i, j)) return taken[j] = true, true;
    return false;
  };
  for (std::size_t i = 0; i < width; ++i)
    if (!has_partner(i)) return false;
  return true;
}

}  // namespace t2s::evaluation::matching

#endif
