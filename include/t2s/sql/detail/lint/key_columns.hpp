// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_KEY_COLUMNS_HPP
#define T2S_SQL_DETAIL_LINT_KEY_COLUMNS_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/resolve.hpp"

#include <cstddef>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace t2s::sql::detail::linting {

/// Disjoint sets that can be merged.
class groups {
 public:
  explicit groups(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  [[nodiscard]] std::size_t of(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[of(a)] = of(b); }
  std::size_t add() {
    parent_.push_back(parent_.size());
    return parent_.size() - 1;
  }

 private:
  std::vector<std::size_t> parent_;
};

/// Groups the stored columns that foreign keys connect, directly or through others.
class key_columns {
 public:
  explicit key_columns(schema::database const& d) {
    for (auto const& t : d.tables())
      for (auto const& key : t.foreign_keys) add(t, key, d);
  }

  /// Whether a column is part of some foreign key, on either side.
  [[nodiscard]] bool is_key(base_column const& c) const { return place_of_.contains(c.column); }
  [[nodiscard]] bool same(base_column const& a, base_column const& b) {
    auto const i = place_of_.find(a.column), j = place_of_.find(b.column);
    return i != place_of_.end() && j != place_of_.end() && joined_.of(i->second) == joined_.of(j->second);
  }

 private:
  void add(schema::table const& t, schema::foreign_key const& key, schema::database const& d) {
    auto const* const other = key.resolved ? d.find_table(key.table) : nullptr;
    for (std::size_t i = 0; other && i < key.columns.size() && i < key.referenced.size(); ++i) {
      auto const *from = t.find_column(key.columns[i]), *to = other->find_column(key.referenced[i]);
      if (from && to) joined_.join(place(*from), place(*to));
    }
  }
  std::size_t place(schema::column const& c) {
    auto const [at, is_new] = place_of_.try_emplace(&c, 0);
    if (is_new) at->second = joined_.add();
    return at->second;
  }

  groups joined_{0};
  std::unordered_map<schema::column const*, std::size_t> place_of_{};
};

}  // namespace t2s::sql::detail::linting

#endif
