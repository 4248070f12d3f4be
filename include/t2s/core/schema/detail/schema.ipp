// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_DETAIL_SCHEMA_IPP
#define T2S_CORE_SCHEMA_DETAIL_SCHEMA_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"

#include <utility>

namespace t2s::schema {

namespace detail {

/// Gives each name the spelling of its column in `owner`. Returns false if one is missing.
inline bool respell(std::vector<std::string>& names, table const& owner) {
  for (auto& name : names) {
    auto const* found = owner.find_column(name);
    if (!found) return false;
    name = found->name;
  }
  return true;
}

inline void resolve(foreign_key& key, table const& child, table const* parent) {
  if (!parent) return;
  foreign_key resolved = key;
  resolved.table = parent->name;
  if (resolved.referenced.empty()) resolved.referenced = parent->primary_key();
  bool const paired = !resolved.columns.empty() && resolved.columns.size() == resolved.referenced.size();
  resolved.resolved = paired && respell(resolved.columns, child) && respell(resolved.referenced, *parent);
  if (resolved.resolved) key = std::move(resolved);
}

}  // namespace detail

T2S_DECL affinity affinity_of(std::string_view declared_type) noexcept {
  auto const has = [declared_type](std::string_view part) {
    for (std::size_t i = 0; i + part.size() <= declared_type.size(); ++i)
      if (text::same(declared_type.substr(i, part.size()), part)) return true;
    return false;
  };
  if (has("int")) return affinity::integer;
  if (has("char") || has("clob") || has("text")) return affinity::text;
  if (has("blob") || declared_type.empty()) return affinity::blob;
  if (has("real") || has("floa") || has("doub")) return affinity::real;
  return affinity::numeric;
}

T2S_DECL column const* table::find_column(std::string_view column_name) const noexcept {
  return t2s::detail::find_if(columns, [&](column const& c) { return text::same(c.name, column_name); });
}

T2S_DECL std::vector<std::string> table::primary_key() const {
  std::vector<std::size_t> parts;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].key_position != 0) parts.push_back(i);
  t2s::detail::sort(parts, [this](std::size_t i, std::size_t j) {
    auto const &a = columns[i], &b = columns[j];
    return a.key_position != b.key_position ? a.key_position < b.key_position : a.name < b.name;
  });
  std::vector<std::string> names;
  for (auto const i : parts) names.push_back(columns[i].name);
  return names;
}

T2S_DECL database::database() {
  static std::shared_ptr<content const> const empty = std::make_shared<content>();
  held_ = empty;
}

T2S_DECL database::database(std::vector<table> tables, sql::grammar const* dialect) {
  auto const made = std::make_shared<content>();
  held_ = made;
  made->tables.swap(tables);
  made->dialect = dialect;
  for (auto const& t : made->tables) made->by_name.add(static_cast<std::size_t>(text::hash(t.name)));
  for (auto& child : made->tables)
    for (auto& key : child.foreign_keys) {
      key.resolved = false;  // a table taken from another database may have it set
      detail::resolve(key, child, find_table(key.table));
    }
  made->add_edges(*this);
}

/// Stores the resolved keys of each table, at both ends.
T2S_DECL void database::content::add_edges(database const& d) {
  std::vector<std::uint32_t> from;  // the table at this end of each edge
  std::vector<key_edge> all;
  for (std::uint32_t child = 0; child < tables.size(); ++child) {
    auto const& keys = tables[child].foreign_keys;
    for (std::uint32_t k = 0; k < keys.size(); ++k) {
      if (!keys[k].resolved) continue;
      auto const parent = static_cast<std::uint32_t>(d.place_of(*d.find_table(keys[k].table)));
      if (parent == child) continue;
      key_edge const to_parent{parent, child, k}, to_child{child, child, k};
      from.push_back(child);
      all.push_back(to_parent);
      from.push_back(parent);
      all.push_back(to_child);
    }
  }
  auto const is_before = [&](std::size_t a, std::size_t b) { return from[a] != from[b] ? from[a] < from[b] : all[a] < all[b]; };
  for (auto const i : t2s::detail::places_by(all.size(), is_before)) {
    while (edges_begin.size() <= from[i]) edges_begin.push_back(edges.size());
    edges.push_back(all[i]);
  }
  while (edges_begin.size() <= tables.size()) edges_begin.push_back(edges.size());
}

T2S_DECL table const* database::find_table(std::string_view name) const noexcept {
  auto const is_it = [&](std::size_t place) { return text::same(tables()[place].name, name); };
  auto const place = held_->by_name.find(static_cast<std::size_t>(text::hash(name)), is_it);
  return place < tables().size() ? &tables()[place] : nullptr;
}

namespace detail {

/// Adds the key to its table, unless the table has it or one of the columns does not exist.
inline void add_key(database const& d, added_key const& one, std::vector<table>& tables) {
  auto const *t = d.find_table(one.table), *parent = d.find_table(one.parent);
  auto const *c = t ? t->find_column(one.column) : nullptr, *referenced = parent ? parent->find_column(one.referenced) : nullptr;
  if (!c || !referenced) return;
  foreign_key k;
  k.columns.push_back(c->name);
  k.table = parent->name;
  k.referenced.push_back(referenced->name);
  k.added = true;
  auto& keys = tables[d.place_of(*t)].foreign_keys;
  bool const known = t2s::detail::any_of(keys, [&k](foreign_key const& other) {
    return other.columns == k.columns && other.table == k.table && other.referenced == k.referenced;
  });
  if (!known) keys.push_back(std::move(k));
}

}  // namespace detail

T2S_DECL database described(database const& d, descriptions const& all) {
  auto tables = d.tables();
  for (auto const& one : all.columns) {
    auto const* t = d.find_table(one.table);
    auto const* c = t ? t->find_column(one.column) : nullptr;
    if (t && one.column.empty()) tables[d.place_of(*t)].description = text::cut(one.text, all.bytes);
    if (c) tables[d.place_of(*t)].columns[static_cast<std::size_t>(c - t->columns.data())].description = text::cut(one.text, all.bytes);
  }
  for (auto const& one : all.keys) detail::add_key(d, one, tables);
  return database(std::move(tables), d.dialect());
}

T2S_DECL std::vector<table const*> database::tables_with(std::string_view column_name) const {
  std::vector<table const*> found;
  for (auto const& t : tables())
    if (t.find_column(column_name)) found.push_back(&t);
  return found;
}

}  // namespace t2s::schema

#endif
