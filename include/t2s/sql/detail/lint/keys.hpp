// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_KEYS_HPP
#define T2S_SQL_DETAIL_LINT_KEYS_HPP

#include "t2s/sql/detail/lint/select.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// What the keys imply for a select: which columns determine others, and which tables belong together.
namespace t2s::sql::detail::linting {

/// The foreign keys between two tables, in either direction.
struct key_between {
  schema::foreign_key const* key{};
  bool from_first = false;
};
inline std::vector<key_between> keys_between(schema::table const& a, schema::table const& b) {
  std::vector<key_between> found;
  for (auto const& key : a.foreign_keys)
    if (key.resolved && text::same(key.table, b.name)) found.push_back({&key, true});
  for (auto const& key : b.foreign_keys)
    if (key.resolved && text::same(key.table, a.name) && &a != &b) found.push_back({&key, false});
  return found;
}

/// The columns that tell the rows of a source apart, also of a subquery: nothing if they are not known, none if it has one row.
inline std::optional<std::vector<std::string_view>> key_of(resolving::source const& source) {
  std::vector<std::string_view> key;
  if (source.relation->table) {
    for (auto const& c : source.relation->table->columns)
      if (c.key_position != 0) key.emplace_back(c.name);
    return key.empty() ? std::nullopt : std::optional(std::move(key));
  }
  auto const& columns = source.relation->columns;
  if (!source.from || source.from->members.size() != 1) return {};
  auto const& m = source.from->members.front();
  if (m.at->kind != kind::select || m.outputs.size() != columns.size()) return {};
  auto const* const group = m.at->find(kind::group_by);
  if (!group && m.is_aggregate) return key;
  if (group && (group->has(flag::all) || group->has(flag::rollup))) return {};
  auto const take = [&](auto const& is_it) {
    auto const found = std::find_if(m.outputs.begin(), m.outputs.end(), is_it);
    if (found != m.outputs.end()) key.push_back(columns[static_cast<std::size_t>(found - m.outputs.begin())].name);
    return found != m.outputs.end();
  };
  if (group) {
    for (auto const* term : group->children()) {
      bool const bare = term->kind == kind::column && term->qualifier.empty();
      if (!take([&](auto const& o) { return (o.at && *o.at == *term) || (bare && text::same(o.name, term->name.view())); })) return {};
    }
    return key;
  }
  if (m.at->has(flag::distinct)) {
    for (auto const& c : columns) key.push_back(c.name);
    return key;
  }
  auto const* const t = m.sources.size() == 1 ? m.sources.front().relation->table : nullptr;
  if (!t) return {};
  for (auto const& c : t->columns)
    if (c.key_position != 0 && !take([&](auto const& o) { return o.base.column == &c; })) return {};
  return key.empty() ? std::nullopt : std::optional(std::move(key));
}

/// Finds the columns and sources that have one value, given that some have.
class determined {
 public:
  explicit determined(select_view const& s) : select_(s), whole_(s.sources().size(), false) {
    for (auto const& [column, at] : s.fixed) columns_.push_back(column);
  }

  void add(place const& p) { columns_.push_back(p); }
  void add_source(std::uint32_t i) { whole_[i] = true; }

  /// Follows equalities and primary keys. O((columns + equalities) * sources).
  void close() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto const& e : select_.equalities) changed = follow(e.a, e.b) || follow(e.b, e.a) || changed;
      for (std::uint32_t i = 0; i < whole_.size(); ++i)
        if (!whole_[i] && has_key(i)) changed = whole_[i] = true;
    }
  }

  [[nodiscard]] bool has(place const& p) const {
    return whole_[p.source] || std::find(columns_.begin(), columns_.end(), p) != columns_.end();
  }
  [[nodiscard]] bool has_source(std::uint32_t i) const { return whole_[i]; }

 private:
  bool follow(place const& from, place const& to) {
    if (!has(from) || has(to)) return false;
    columns_.push_back(to);
    return true;
  }

  [[nodiscard]] bool has_key(std::uint32_t i) const {
    auto const key = key_of(select_.source(i));
    return key && std::all_of(key->begin(), key->end(), [&](std::string_view name) { return has({i, name, {}}); });
  }

  select_view const& select_;
  std::vector<place> columns_{};
  std::vector<bool> whole_;
};

inline bool has_primary_key(schema::table const& t) {
  return std::any_of(t.columns.begin(), t.columns.end(), [](auto const& c) { return c.key_position != 0; });
}

/// Whether a column is the whole primary key.
inline bool is_primary_key(base_column const& c) {
  return c.column->key_position != 0 &&
         std::count_if(c.table->columns.begin(), c.table->columns.end(), [](auto const& other) { return other.key_position != 0; }) == 1;
}

}  // namespace t2s::sql::detail::linting

#endif
