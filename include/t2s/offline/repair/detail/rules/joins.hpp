// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_JOINS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_JOINS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/detail/join_path.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/sql/detail/ast.hpp"

namespace t2s::repair {

/// A table that was joined: the name by which columns refer to it, the source where the path begins, and the column where it ends (empty if
/// there are several). Without steps nothing was joined.
struct joined_in {
  std::string visible{}, to{}, key{};
  std::size_t steps = 0;  // number of tables that it added
};

/// The joins from one table to another. Empty if nothing connects them, or they are the same.
inline std::vector<schema::join_step> way_between(schema::table const& a, schema::table const& b, known_facts const& known) {
  std::array<std::string, 2> const ends{a.name, b.name};
  schema::join_path path;
  if (!schema::find_path(*known.connected, ends, schema::longest_join, path)) path.steps.clear();
  return std::move(path.steps);
}

/// A shortest path over the keys from a source of a scope to a table, and that source; nullptr if there is none.
inline sql::table_use const* find_way(statement const& s, known_facts const& known, std::uint32_t scope, schema::table const& wanted,
                                      std::vector<schema::join_step>& way) {
  sql::table_use const* from = nullptr;
  for (auto const i : s.sources(scope)) {
    auto const* t = s.table_of(s.source(i));
    if (!t) continue;
    auto other = way_between(*t, wanted, known);
    if (other.empty() || (from && other.size() >= way.size())) continue;
    from = &s.source(i);
    way.swap(other);
  }
  return from;
}

inline sql::node& join_node(edited& edit, schema::join_step const& step, std::string const& to) {
  std::vector<sql::node*> all;
  for (std::size_t i = 0; i < step.columns.size(); ++i)
    all.push_back(&edit.joined(sql::op::eq, {&edit.column(to, step.before[i]), &edit.column(step.table, step.columns[i])}));
  auto& on = edit.query().make(sql::kind::on, {&edit.joined(sql::op::and_, all)});
  return edit.query().make(sql::kind::join, {&edit.table(step.table), &on});
}

/// Qualifies columns and stars whose meaning would change by joining a table.
inline void keep_meanings(statement const& s, edited& edit, std::uint32_t scope, schema::table const& joined) {
  for (auto const& c : s.used().columns) {
    if (c.scope != scope || !c.qualifier.empty() || c.what != sql::reference::column || !joined.find_column(c.name)) continue;
    auto const* source = s.source_of(c);
    auto const* t = source ? s.table_of(*source) : nullptr;
    if (t && t->find_column(c.name)) edit.rename(edit[*c.at], source->visible_name(), c.name);
  }
  auto const own = s.sources(scope);
  auto const* from = own.count == 1 ? s.around(s.source(own.first).at, sql::kind::from) : nullptr;
  auto const* select = from ? s.parent_of(*from) : nullptr;
  auto const* columns = select ? select->find(sql::kind::columns) : nullptr;
  if (!columns) return;
  for (auto const* c : columns->children())
    if (c->kind == sql::kind::star && c->qualifier.empty())
      edit[*c].qualifier = edit.query().make_qualifier(s.source(own.first).visible_name());
}

inline bool is_visible(statement const& s, std::uint32_t scope, std::string_view name) {
  for (auto const i : s.sources(scope))
    if (text::same(s.source(i).visible_name(), name)) return true;
  return false;
}

// ---- conditions

struct side {
  sql::node const* at{};
  sql::table_use const* source{};
  schema::table const* table{};

  [[nodiscard]] std::string visible() const { return std::string(source->visible_name()); }
};

inline side side_of(statement const& s, sql::node const& n) {
  if (n.kind != sql::kind::column) return {};
  auto const* use = s.use_at(n);
  auto const* source = use ? s.likely_source_of(*use) : nullptr;
  return {&n, source, source ? s.table_of(*source) : nullptr};
}

inline bool is_key_pair(side const& a, side const& b, schema::database const& d) {
  auto const pairs = [](schema::table const& t, std::string_view column, schema::table const& other, std::string_view referenced) {
    for (auto const& k : t.foreign_keys)
      for (std::size_t i = 0; k.resolved && k.table == other.name && i < k.columns.size(); ++i)
        if (text::same(k.columns[i], column) && text::same(k.referenced[i], referenced)) return true;
    return false;
  };
  auto const &one = *d.find_table(a.table->name), &other = *d.find_table(b.table->name);
  return pairs(one, a.at->name.view(), other, b.at->name.view()) || pairs(other, b.at->name.view(), one, a.at->name.view());
}

/// All one-column keys between two tables, in both directions, each as the step that joins the other table to the first.
inline std::vector<schema::join_step> keys_between(schema::table const& one, schema::table const& other, schema::database const& d) {
  std::vector<schema::join_step> all;
  auto const add = [&](schema::table const& t, schema::table const& to, bool turned) {
    for (auto const& k : t.foreign_keys) {
      if (!k.resolved || k.columns.size() != 1 || k.table != to.name) continue;
      all.push_back({other.name, one.name, turned ? k.columns : k.referenced, turned ? k.referenced : k.columns});
    }
  };
  auto const *a = d.find_table(one.name), *b = d.find_table(other.name);
  if (!a || !b) return all;
  add(*a, *b, false);
  add(*b, *a, true);
  return all;
}

/// Whether another equality joins the two sources by a key: then this one is a condition of its own.
inline bool joined_otherwise(statement const& s, known_facts const& known, side const& a, side const& b) {
  for (auto const* n : sql::all_of(s.query().root(), sql::kind::operation)) {
    if (!is_binary(*n, sql::op::eq)) continue;
    auto const one = side_of(s, (*n)[0]), other = side_of(s, (*n)[1]);
    bool const same = (one.source == a.source && other.source == b.source) || (one.source == b.source && other.source == a.source);
    if (same && is_key_pair(one, other, *known.connected)) return true;
  }
  return false;
}

/// Changes the two sides of an equality without a key to each key between their tables.
inline void by_key(statement const& s, std::vector<schema::join_step> const& keys, side const& a, side const& b, proposals& into) {
  auto const one = a.visible(), other = b.visible();
  double cost = 0.15;
  for (auto const& key : keys) {
    auto const &mine = key.before.front(), &its = key.columns.front();
    edited edit(s.query());
    edit.rename(edit[*a.at], {}, mine);
    edit.rename(edit[*b.at], {}, its);
    auto why = one + " and " + other + " are joined by " + one + "." + mine + " = " + other + "." + its;
    into.push_back({repair_kind::join_condition, cost, edit.sql(), std::move(why)});
    cost += 0.1;
  }
}

/// Routes a join of two tables that no key joins over the tables between them.
inline void over_others(statement const& s, known_facts const& known, side const& a, side const& b, proposals& into) {
  auto const* equality = s.parent_of(*a.at);
  auto const* on = equality ? s.parent_of(*equality) : nullptr;
  auto const* join = on && on->kind == sql::kind::on ? s.parent_of(*on) : nullptr;
  auto const* from = join ? s.parent_of(*join) : nullptr;
  if (!from || from->kind != sql::kind::from) return;
  auto const holds = [&](side const& x) {  // a source that this join adds, possibly within parentheses
    auto const* n = x.source->at;
    while (n && n != join) n = s.parent_of(*n);
    return n == join;
  };
  bool const adds_b = holds(b);
  if (!adds_b && !holds(a)) return;
  auto const &old = adds_b ? a : b, &added = adds_b ? b : a;
  auto const way = way_between(*old.table, *added.table, known);
  if (way.size() < 2) return;
  auto const scope = s.use_at(*a.at)->scope;
  edited edit(s.query());
  std::vector<sql::node*> parts;
  auto before = old.visible();
  for (auto* part : edit[*from].children()) {
    if (part == &edit[*join])
      for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        auto const& step = way[i];
        if (is_visible(s, scope, step.table)) return;
        parts.push_back(&join_node(edit, step, before));
        before = step.table;
      }
    parts.push_back(part);
  }
  auto const& last = way.back();
  edit.set(edit[*from], parts);
  edit.rename(edit[*old.at], before, last.before.front());
  edit.rename(edit[*added.at], added.visible(), last.columns.front());
  into.push_back({repair_kind::join_condition, 0.2 + 0.1 * static_cast<double>(way.size()), edit.sql(),
                  "no key joins " + old.visible() + " and " + added.visible() + ": they are joined through " + before});
}

/// Whether a side belongs to a primary or foreign key. Other results of a subquery, a city or a sum, are compared as values.
inline bool is_of_key(side const& a, schema::database const& d) {
  if (!a.table) return false;
  auto const name = a.at->name.view();
  auto const* c = a.table->find_column(name);
  if (c && c->key_position > 0) return true;
  for (auto const& k : d.find_table(a.table->name)->foreign_keys)
    for (auto const& each : k.columns)
      if (text::same(each, name)) return true;
  return false;
}

inline void follow_keys(statement const& s, known_facts const& known, side const& a, side const& b, proposals& into) {
  if (!a.table || !b.table || a.source == b.source) return;
  if (a.table == b.table && text::same(a.at->name.view(), b.at->name.view())) return;
  if (is_key_pair(a, b, *known.connected) || joined_otherwise(s, known, a, b)) return;
  auto const keys = keys_between(*a.table, *b.table, *known.connected);
  keys.empty() ? over_others(s, known, a, b, into) : by_key(s, keys, a, b, into);
}

/// The column that the subquery after an IN or a comparison selects; nullptr if it is not a column.
inline sql::node const* selected_column(sql::node const& subquery) {
  if (subquery.kind != sql::kind::subquery) return nullptr;
  auto const* select = subquery[0].find(sql::kind::select);
  auto const* columns = select ? select->find(sql::kind::columns) : nullptr;
  bool const one = columns && columns->count == 1 && (*columns)[0].kind == sql::kind::column;
  return one ? &(*columns)[0] : nullptr;
}

/// Joins a table into a scope by the shortest path over the keys. Unqualified columns keep their meaning. Nothing, and no edit, if there is
/// no path.
inline joined_in join_in(statement const& s, known_facts const& known, edited& edit, std::uint32_t scope, schema::table const& wanted) {
  std::vector<schema::join_step> way;
  auto const* source = find_way(s, known, scope, wanted, way);
  auto const* from = source ? s.around(source->at, sql::kind::from) : nullptr;
  if (!from) return {};
  std::string const first(source->visible_name());
  for (auto const& step : way) {
    if (is_visible(s, scope, step.table)) return {};
    edit.append(edit[*from], join_node(edit, step, step.to == way.front().to ? first : step.to));
    keep_meanings(s, edit, scope, *known.schema->find_table(step.table));
  }
  auto const& last = way.back();
  return {wanted.name, first, last.columns.size() == 1 ? last.columns.front() : std::string(), way.size()};
}

/// Makes conditions follow the keys: an equality of columns of two sources without a key between them, and an IN whose sides have no key.
/// With `only`, only the conditions that have this node as a side.
inline void propose_keys(statement const& s, known_facts const& known, sql::node const* only, proposals& into) {
  sql::visit(s.query().root(), [&](sql::node const& n) {
    if (!is_binary(n, sql::op::eq) && n.kind != sql::kind::in) return;
    auto const* left = &n[0];
    auto const* selected = selected_column(n[1]);
    auto const* right = selected ? selected : &n[1];
    if (only && left != only && right != only) return;
    auto const a = side_of(s, *left), b = side_of(s, *right);
    bool const meant = selected && !is_of_key(a, *known.connected) && !is_of_key(b, *known.connected);
    if (only || !meant) follow_keys(s, known, a, b, into);
  });
}

}  // namespace t2s::repair

#endif
