// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_JOINS_HPP
#define T2S_SQL_DETAIL_LINT_JOINS_HPP

#include "t2s/sql/detail/lint/edit.hpp"
#include "t2s/sql/detail/lint/keys.hpp"
#include "t2s/sql/detail/lint/select.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Rules about joins.
namespace t2s::sql::detail::linting {

inline std::string column_text(review const& r, select_view const& s, std::uint32_t source, std::string_view column) {
  return concat({r.named(s.source(source).name), ".", r.named(column)});
}

/// The condition `a.x = b.y AND ...` for a foreign key between two sources.
inline std::string key_condition(review const& r, select_view const& s, std::uint32_t a, std::uint32_t b, key_between const& k) {
  std::string condition;
  for (std::size_t i = 0; i < k.key->columns.size() && i < k.key->referenced.size(); ++i) {
    auto const& here = k.from_first ? k.key->columns[i] : k.key->referenced[i];
    auto const& there = k.from_first ? k.key->referenced[i] : k.key->columns[i];
    condition.append(condition.empty() ? "" : " AND ");
    condition.append(column_text(r, s, a, here)).append(" = ").append(column_text(r, s, b, there));
  }
  return condition;
}

/// Whether a source has a name that columns can use.
inline bool is_named(select_view const& s, std::uint32_t i) { return !s.source(i).name.empty(); }

// ---- join_without_key

inline void judge_join(review& r, select_view const& s, key_columns& keys, equality const& e) {
  auto const *a = s.table(e.a.source), *b = s.table(e.b.source);
  if (!a || !b || a == b || !e.a.base.column || !e.b.base.column || keys.same(e.a.base, e.b.base)) return;
  // One equality along a key is enough; the others are conditions.
  for (auto const& other : s.equalities) {
    bool const same_tables =
        (other.a.source == e.a.source && other.b.source == e.b.source) || (other.a.source == e.b.source && other.b.source == e.a.source);
    if (same_tables && other.a.base.column && other.b.base.column && keys.same(other.a.base, other.b.base)) return;
  }
  auto const between = keys_between(*a, *b);
  bool const two_keys = keys.is_key(e.a.base) && keys.is_key(e.b.base);
  if (between.empty() && !two_keys) return;
  bool const one_way = between.size() == 1 && e.at->kind == kind::operation && is_named(s, e.a.source) && is_named(s, e.b.source);
  auto const wanted = one_way ? key_condition(r, s, e.a.source, e.b.source, between.front()) : std::string();
  r.report(lint_rule::join_without_key, *e.at,
           concat({review::shown(e.a.base), " = ", review::shown(e.b.base), " follows no foreign key",
                   wanted.empty() ? "" : "; the tables are joined by ", wanted}),
           wanted.empty() ? std::string() : with(r, *e.at, wanted));
}

inline void join_without_key(review& r, select_view const& s) {
  if (s.equalities.empty()) return;
  for (auto const& e : s.equalities) judge_join(r, s, r.keys, e);
}

inline void join_without_match(review& r, select_view const& s) {
  if (!r.has_facts()) return;
  for (auto const& e : s.equalities) {
    if (e.outer || !e.a.base.column || !e.b.base.column || e.a.base == e.b.base) continue;
    auto const stored = [&](base_column const& c) {
      return concat({"SELECT ", r.named(c.column->name), " FROM ", r.named(*c.table), " WHERE ", r.named(c.column->name), " IS NOT NULL"});
    };
    auto const matching = concat({stored(e.a.base), " AND ", r.named(e.a.base.column->name), " IN (", stored(e.b.base), ")"});
    if (r.any(matching) != false || r.any(stored(e.a.base)) != true || r.any(stored(e.b.base)) != true) continue;
    r.report(lint_rule::join_without_match, *e.at,
             concat({review::shown(e.a.base), " and ", review::shown(e.b.base), " have no value in common: this join gives no row"}));
  }
}

// ---- cartesian_product

/// Whether a source has at most one row, so that joining it multiplies no rows.
inline bool is_one_row(select_view const& s, std::uint32_t i) {
  auto const& source = s.source(i);
  if (!source.from) {
    determined fixed(s);
    fixed.close();
    return fixed.has_source(i);
  }
  auto const& members = source.from->members;
  if (members.size() != 1) return false;
  auto const& m = *members.front().at;
  if (m.kind == kind::values) return m.count == 1;
  auto const* const limit = source.from->at->kind == kind::query ? source.from->at->find(kind::limit) : nullptr;
  if (limit && limit->count > 0 && (*limit)[0].name.view() == "1") return true;
  if (m.kind != kind::select || m.find(kind::group_by)) return false;
  auto const* const columns = m.find(kind::columns);
  return !m.find(kind::from) || (columns && has_aggregate(*columns));
}

/// Connects the sources that a condition names, also in subqueries.
inline void link_sources(review const& r, select_view const& s, node const& condition, groups& linked) {
  std::optional<std::uint32_t> first;
  visit(condition, [&](node const& n) {
    if (n.kind != kind::column) return;
    auto const p = r.place_of(s, n);
    if (!p) return;
    if (first) linked.join(*first, p.source);
    first = p.source;
  });
}

/// The way to join two groups of tables, if there is exactly one.
inline std::string only_way(review const& r, select_view const& s, groups& linked) {
  std::string way;
  for (std::uint32_t a = 0; a < s.sources().size(); ++a)
    for (std::uint32_t b = a + 1; b < s.sources().size(); ++b) {
      if (linked.of(a) == linked.of(b) || !s.table(a) || !s.table(b) || !is_named(s, a) || !is_named(s, b)) continue;
      for (auto const& k : keys_between(*s.table(a), *s.table(b))) {
        if (!way.empty()) return {};
        way = key_condition(r, s, a, b, k);
      }
    }
  return way;
}

inline void cartesian_product(review& r, select_view const& s) {
  auto const n = s.sources().size();
  constexpr std::size_t most = 64;
  if (n < 2 || n > most || !s.plain_sources) return;
  groups linked(n);
  for (auto const& e : s.equalities) linked.join(e.a.source, e.b.source);
  if (s.where) {
    for (auto const* c : s.conditions) link_sources(r, s, *c, linked);
  }
  for (auto const& source : s.sources()) {
    auto const* const on = source.join ? source.join->find(kind::on) : nullptr;
    if (on) link_sources(r, s, *on, linked);
  }
  for (std::uint32_t i = 1; i < n; ++i) {
    auto const* const join = s.source(i).join;
    if (linked.of(i) == linked.of(0) || (join && join->has(flag::cross))) continue;
    if (is_one_row(s, i) || is_one_row(s, 0)) continue;
    auto const way = only_way(r, s, linked);
    auto const name = s.source(i).name;
    r.report(lint_rule::cartesian_product, *s.source(i).at,
             concat({name.empty() ? "this subquery" : name, " is joined to no other table: each of its rows comes with every row of them"}),
             way.empty() ? std::string() : with_condition(r, s, way));
    return;
  }
}

// ---- unused_table

/// The only equality that joins a source, if nothing else uses the source.
inline equality const* only_use(review const& r, select_view const& s, std::uint32_t i) {
  equality const* only = nullptr;
  for (auto const& e : s.equalities) {
    if (e.a.source != i && e.b.source != i) continue;
    if (only || e.outer) return nullptr;
    only = &e;
  }
  if (!only || only->at->kind != kind::operation) return nullptr;
  std::size_t uses = r.uses_of(s.source(i).table);
  return uses == 1 ? only : nullptr;
}

inline bool has_star(select_view const& s) {
  return std::any_of(s.columns->items, s.columns->items + s.columns->count, [](node const* n) { return n->kind == kind::star; });
}

inline std::string without_join(review const& r, select_view const& s, std::uint32_t i, equality const& e) {
  auto const* const join = s.source(i).join;
  auto const* const on = join ? join->find(kind::on) : nullptr;
  if (!on || &(*on)[0] != e.at) return {};
  return r.edited(*s.from, [&](query& q, node& from) {
    if (auto* const there = twin_of(*s.from, *join, from)) drop_child(q, from, there);
  });
}

/// Whether a foreign key has values without a referenced row, which SQLite allows. Without an answer, the declaration counts.
inline bool has_orphans(review const& r, base_column const& child, base_column const& parent) {
  auto const refers = concat({"? NOT IN (SELECT ", r.named(parent.column->name), " FROM ", r.named(*parent.table), ")"});
  return r.has_facts() && r.any_value(child, refers) != false;
}

inline void unused_table(review& r, select_view const& s) {
  if (s.sources().size() < 2 || !s.columns || !s.plain_sources || s.outer_joins || has_star(s)) return;
  for (std::uint32_t i = 0; i < s.sources().size(); ++i) {
    auto const* const e = s.table(i) ? only_use(r, s, i) : nullptr;
    if (!e) continue;
    auto const& own = e->a.source == i ? e->a : e->b;
    auto const& other = e->a.source == i ? e->b : e->a;
    if (!own.base.column || !other.base.column || !is_primary_key(own.base)) continue;
    bool const refers = std::any_of(other.base.table->foreign_keys.begin(), other.base.table->foreign_keys.end(), [&](auto const& key) {
      return key.resolved && key.columns.size() == 1 && text::same(key.columns.front(), other.base.column->name) &&
             text::same(key.table, own.base.table->name) && text::same(key.referenced.front(), own.base.column->name);
    });
    if (!refers || r.has_null(other.base).value_or(true) || has_orphans(r, other.base, own.base)) continue;
    r.report(lint_rule::unused_table, *s.source(i).at,
             concat({s.source(i).name, " changes nothing: each row has exactly one of it, and none of its columns is used"}),
             without_join(r, s, i, *e));
  }
}

}  // namespace t2s::sql::detail::linting

#endif
