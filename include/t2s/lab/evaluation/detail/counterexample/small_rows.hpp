// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SMALL_ROWS_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SMALL_ROWS_HPP

#include "t2s/core/detail/draw.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/lab/evaluation/detail/counterexample/drawn_table.hpp"
#include "t2s/lab/evaluation/detail/counterexample/small_database.hpp"
#include "t2s/lab/evaluation/detail/counterexample/value_pools.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Draws the rows of small databases.
namespace t2s::evaluation::detail {

/// The rows of each table, referenced tables first.
using small_rows = std::vector<std::vector<table_row>>;

/// What the rows of one database are like.
struct row_shape {
  std::size_t rows = 2;                ///< of a table at most
  bool near = false;                   ///< with near texts
  bool nulls = false;                  ///< with NULL
  bool crowded = false;                ///< with many rows of the same value, or that refer to the same row
  std::optional<std::size_t> empty{};  ///< a table without rows
};

/// Draws rows, and writes them to a database on the way.
class row_drawer {
 public:
  row_drawer(std::vector<drawn_table> const& tables, value_pools const& pools, std::uint32_t seed)
      : tables_(tables), pools_(pools), random_(seed) {
    for (int skipped = 0; skipped < 8; ++skipped) random_();  // small seeds begin with small values
  }

  /// The rows that `into`, which has none, has taken. Not all references need have their rows: `keeps_references`.
  [[nodiscard]] small_rows draw(row_shape const& shape, small_database& into) {
    shape_ = shape;
    choose_values();
    rows_.assign(tables_.size(), {});
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (shape.empty == t) continue;
      auto const wanted = rows_wanted(t);
      for (std::size_t r = 0; r < wanted; ++r) add_row(t, into);
    }
    return rows_;
  }

 private:
  [[nodiscard]] std::size_t below(std::size_t n) { return n < 2 ? 0 : (random_() >> 3U) % n; }
  [[nodiscard]] bool one_in(std::size_t n) { return below(n) == 0; }

  /// How many rows a table gets; in a crowded database few that others refer to.
  [[nodiscard]] std::size_t rows_wanted(std::size_t t) {
    constexpr std::size_t few = 5;
    if (!shape_.crowded) return 1 + below(shape_.rows);
    if (tables_[t].is_referenced) return 1 + below(std::min(few, shape_.rows));
    return one_in(2) ? 1 + below(2 * shape_.rows) : shape_.rows - below(1 + shape_.rows / 3);
  }

  /// A few values of each pool for this database, so that rows have the same ones.
  void choose_values() {
    chosen_.assign(pools_.size(), {});
    for (std::size_t p = 0; p < pools_.size(); ++p) {
      auto const& pool = pools_.numbered(p);
      auto& chosen = chosen_[p];
      auto const wanted = 1 + below(3);
      if (!pool.asked.empty() && !one_in(4)) chosen.push_back(pool.asked[below(pool.asked.size())]);
      if (shape_.near && !pool.near.empty() && !one_in(3)) chosen.push_back(pool.near[below(pool.near.size())]);
      while (chosen.size() < wanted && !pool.plain.empty()) chosen.push_back(pool.plain[below(pool.plain.size())]);
      if (chosen.empty()) chosen.emplace_back(1);
      if (shape_.crowded && one_in(2)) spread(chosen);
    }
  }

  /// Adds as many values as there are rows, so that few tie.
  void spread(table_row& values) const {
    bool const is_text = values.front().text();
    for (std::size_t i = 0; i < shape_.rows; ++i)
      values.push_back(is_text ? value("v" + std::to_string(i)) : value(static_cast<std::int64_t>(2 * i)));
  }

  void add_row(std::size_t t, small_database& into) {
    constexpr int tries = 3;  // keys may be taken
    for (int i = 0; i < tries; ++i) {
      auto row = drawn_row(t, i > 0, i + 1 == tries);
      if (!row) return;
      if (!into.insert(t, *row)) continue;
      rows_[t].push_back(*std::move(row));
      return;
    }
  }

  /// Nothing if a row must refer to one of a table without rows.
  [[nodiscard]] std::optional<table_row> drawn_row(std::size_t t, bool has_failed, bool is_last) {
    auto const& table = tables_[t];
    bool const from_given = !table.given.empty() && one_in(3);
    auto row = from_given ? table.given[below(table.given.size())] : table_row(table.columns.size());
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (!from_given || table.columns[c].is_key || one_in(3)) row[c] = drawn_value(t, c);
    for (std::size_t c = 0; has_failed && c < table.columns.size(); ++c)
      if ((table.columns[c].is_key_part || is_last) && one_in(2)) row[c] = new_value(t, c);  // a key, or another UNIQUE, is taken
    for (auto const& r : table.references)
      if (!refer(t, r, row)) return {};
    return row;
  }

  [[nodiscard]] value drawn_value(std::size_t t, std::size_t c) {
    auto const& column = tables_[t].columns[c];
    bool const is_tested = pools_.numbered(column.pool).is_tested_for_null;
    if (column.is_nullable && (shape_.nulls || is_tested) && one_in(3)) return null_t();
    if (column.is_key) return free_key(t, c);
    auto const& chosen = chosen_[column.pool];
    return chosen[below(chosen.size())];
  }

  /// A value that no row of the table has yet.
  [[nodiscard]] value free_key(std::size_t t, std::size_t c) {
    auto const& pool = pools_.numbered(tables_[t].columns[c].pool).plain;
    for (std::size_t i = 0, from = below(pool.size()); i < pool.size(); ++i)
      if (auto const& v = pool[(from + i) % pool.size()]; !is_taken(t, c, v)) return v;
    return new_value(t, c);
  }

  /// A value that only this row has.
  [[nodiscard]] value new_value(std::size_t t, std::size_t c) const {
    auto const& pool = pools_.numbered(tables_[t].columns[c].pool).plain;
    bool const is_text = !pool.empty() && pool.front().text();
    for (std::int64_t next = 11;; ++next)
      if (auto v = is_text ? value("k" + std::to_string(next)) : value(next); !is_taken(t, c, v)) return v;
  }

  [[nodiscard]] bool is_taken(std::size_t t, std::size_t c, value const& v) const {
    return std::ranges::any_of(rows_[t], [&](table_row const& r) { return r[c] == v; });
  }

  /// Sets the columns of a foreign key. False if there is no row to refer to, and they cannot be NULL.
  [[nodiscard]] bool refer(std::size_t t, drawn_table::reference const& r, table_row& row) {
    auto const& parents = rows_[r.table];
    bool const may_be_null = std::ranges::all_of(r.columns, [&](std::size_t c) { return tables_[t].columns[c].is_nullable; });
    if (parents.empty() && r.table == t && !may_be_null) {  // the first row refers to itself
      for (std::size_t i = 0; i < r.columns.size(); ++i) row[r.columns[i]] = row[r.referenced[i]];
      return true;
    }
    if (r.table > t && !may_be_null) return true;  // the row may find its partner later
    if (parents.empty() && !may_be_null) return false;
    bool const is_null = parents.empty() || (shape_.nulls && may_be_null && one_in(4));
    auto const* parent = is_null ? nullptr : &parents[one_in(2) ? 0 : below(parents.size())];
    for (std::size_t i = 0; i < r.columns.size(); ++i) row[r.columns[i]] = parent ? (*parent)[r.referenced[i]] : value();
    return true;
  }

  std::vector<drawn_table> const& tables_;
  value_pools const& pools_;
  random_numbers random_;
  row_shape shape_{};
  std::vector<table_row> chosen_{};  // values of each pool
  small_rows rows_{};
};

/// Puts rows into a database in place of those that it has. False if it does not take all.
[[nodiscard]] inline bool fill(small_database& d, small_rows const& rows) {
  d.clear();
  for (std::size_t t = 0; t < rows.size(); ++t)
    for (auto const& row : rows[t])
      if (!d.insert(t, row)) return false;
  return true;
}

/// Whether each reference has its row.
[[nodiscard]] inline bool keeps_references(std::vector<drawn_table> const& tables, small_rows const& rows) {
  for (std::size_t t = 0; t < tables.size(); ++t)
    for (auto const& r : tables[t].references)
      for (auto const& row : rows[t]) {
        auto const is_null = [&](std::size_t c) { return row[c].is_null(); };
        auto const is_parent = [&](table_row const& p) {
          for (std::size_t i = 0; i < r.columns.size(); ++i)
            if (row[r.columns[i]] != p[r.referenced[i]]) return false;
          return true;
        };
        if (!std::ranges::any_of(r.columns, is_null) && !std::ranges::any_of(rows[r.table], is_parent)) return false;
      }
  return true;
}

}  // namespace t2s::evaluation::detail

#endif
