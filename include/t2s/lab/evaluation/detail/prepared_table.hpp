// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_PREPARED_TABLE_HPP
#define T2S_LAB_EVALUATION_DETAIL_PREPARED_TABLE_HPP

#include "t2s/db/detail/result.hpp"
#include "t2s/lab/evaluation/detail/column_search.hpp"
#include "t2s/lab/evaluation/detail/value_reader.hpp"

namespace t2s::evaluation::matching {

/// The number of columns of a result; 0 without rows.
inline std::size_t width_of(db::rows const& r) noexcept { return r.empty() ? 0 : r.values.front().size(); }

inline bool same_shape(db::rows const& gold, db::rows const& predicted) {
  return gold.values.size() == predicted.values.size() && width_of(gold) == width_of(predicted);
}

/// The cells of a result, row by row.
struct numbered_cells {
  std::vector<number> numbers{};
  std::vector<spelling> spellings{};
};

/// Each row with its values sorted, as the official program does before its first test.
inline std::vector<number> sorted_by_text(value_list const& values, numbered_cells const& cells, std::size_t width) {
  std::vector<number> out;
  out.reserve(cells.numbers.size());
  std::vector<std::pair<std::string, number>> row(width);
  for (std::size_t i = 0; i < cells.numbers.size(); i += width) {
    for (std::size_t c = 0; c < width; ++c) {
      row[c].second = cells.numbers[i + c];
      python_key(row[c].first, values[row[c].second], cells.spellings[i + c]);
    }
    std::ranges::sort(row, {}, &std::pair<std::string, number>::first);
    for (auto const& cell : row) out.push_back(cell.second);
  }
  return out;
}

inline row_list distinct_rows(std::span<number const> cells, std::size_t width) {
  row_list rows(width);
  for (std::size_t i = 0; i < cells.size(); i += width) rows.add(cells.subspan(i, width));
  return rows;
}

/// Whether both have the same rows, with any multiplicity.
inline bool same_set(row_list const& a, row_list const& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t r = 0; r < b.size(); ++r)
    if (a.find(b[r]) == nowhere) return false;
  return true;
}

/// A result as lists of numbers for its distinct values and rows.
class prepared_table {
 public:
  template <class Reader>
  prepared_table(db::rows const& from, Reader&& read) : rows_(width_of(from)) {
    std::vector<number> row(rows_.width());
    for (auto const& r : from.values) {
      for (std::size_t c = 0; c < row.size(); ++c) {
        row[c] = values_.add(read(r[c]));
        spellings_.push_back(read.spelt());
      }
      order_.push_back(rows_.add(row));
    }
    values_.fit();
    rows_.fit();
    order_.shrink_to_fit();
    spellings_.shrink_to_fit();
  }

  [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
  [[nodiscard]] std::size_t width() const noexcept { return rows_.width(); }

  [[nodiscard]] std::size_t bytes() const noexcept {
    return values_.bytes() + rows_.bytes() + order_.capacity() * sizeof(number) + spellings_.capacity();
  }

  [[nodiscard]] numbered_cells cells() const {
    numbered_cells out;
    for (auto const n : order_) out.numbers.insert(out.numbers.end(), rows_[n].begin(), rows_[n].end());
    out.spellings = spellings_;
    return out;
  }

  /// The cells of another result of the same shape in the numbers of this one; false if it has a value that this one lacks.
  template <class Reader>
  [[nodiscard]] bool number_cells(db::rows const& other, Reader& read, numbered_cells& to) const {
    to.numbers.reserve(other.values.size() * width());
    for (auto const& row : other.values)
      for (auto const& v : row) {
        to.numbers.push_back(values_.find(read(v)));
        if (to.numbers.back() == nowhere) return false;
        to.spellings.push_back(read.spelt());
      }
    return true;
  }

  /// Whether cells in the numbers of this table are its own, with columns in any order.
  [[nodiscard]] bool same_but_for_columns(numbered_cells const& other, bool ordered) const {
    if (ordered) return same_columns(cells().numbers, other.numbers, width());
    return column_search(rows_, distinct_rows(other.numbers, width())).found();
  }

  /// The first test of the official program: the rows, each sorted by text, as lists or as sets. It always holds if columns correspond and
  /// all spellings are plain.
  [[nodiscard]] bool same_sorted_by_text(numbered_cells const& other, bool ordered) const {
    auto const is_plain = [](spelling s) { return s == spelling::plain; };
    if (std::ranges::all_of(spellings_, is_plain) && std::ranges::all_of(other.spellings, is_plain)) return true;
    auto const a = sorted_by_text(values_, cells(), width()), b = sorted_by_text(values_, other, width());
    return ordered ? a == b : same_set(distinct_rows(a, width()), distinct_rows(b, width()));
  }

 private:
  value_list values_{};
  row_list rows_;
  std::vector<number> order_{};
  std::vector<spelling> spellings_{};
};

}  // namespace t2s::evaluation::matching

#endif
