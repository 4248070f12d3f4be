// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_COMPOUNDS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_COMPOUNDS_HPP

#include "t2s/sql/detail/transpile/wrapping.hpp"

#include <string>
#include <vector>

/// Whole queries: WITH, set operations, VALUES.
namespace t2s::sql::detail::transpiling {

inline bool is_member(node const& n) noexcept { return n.kind == kind::select || n.kind == kind::values || n.kind == kind::subquery; }

inline node* as_query(translation& t, std::vector<node*> const& parts) { return &t.make(kind::query, parts); }

/// VALUES as SELECTs: MySQL and MariaDB spell VALUES differently, and name its columns differently.
inline std::vector<node*> values_as_selects(translation& t, node const& n) {
  std::vector<node*> selects;
  for (std::size_t i = 0; i < n.count; ++i) {
    std::vector<node*> columns;
    for (std::size_t k = 0; k < n[i].count; ++k) {
      auto* const value = t.value(n[i][k]);
      columns.push_back(i == 0 ? aliased(t, value, t.word("column" + std::to_string(k + 1))) : value);
    }
    auto& select = t.make(kind::select, {&t.make(kind::columns, columns)});
    if (i > 0) select.op = op::union_all;
    selects.push_back(&select);
  }
  return selects;
}

/// A member of a compound in brackets, in a form for SQLite.
inline node* bracketed_member(translation& t, node* query) {
  auto& made = t.make(kind::subquery, {query});
  if (t.to != dialect::sqlite) return &made;
  auto* const outer = t.write_query("SELECT * FROM x", {});
  auto* const select = outer->find(kind::select);
  select->find(kind::from)->items[0] = &made;
  return select;
}

/// SQLite evaluates set operations from the left; elsewhere INTERSECT binds tighter.
inline std::vector<node*> regrouped(translation& t, std::vector<node*> members) {
  bool const left_there = t.from == dialect::sqlite, left_here = t.to == dialect::sqlite;
  if (left_there == left_here) return members;
  auto const intersects = [](node const* m) { return m->op == op::intersect || m->op == op::intersect_all; };
  std::vector<node*> made;
  for (std::size_t i = 0; i < members.size(); ++i) {
    bool const loose_before = made.size() > 1 && std::any_of(made.begin() + 1, made.end(), [&](node const* m) { return !intersects(m); });
    if (i > 0 && intersects(members[i]) && left_there && loose_before) {
      auto* const group = bracketed_member(t, as_query(t, made));
      made = {group};
    }
    if (i > 0 && intersects(members[i]) && left_here && made.size() > 1) {
      auto* const before = made.back();
      auto const how = std::exchange(before->op, op::none);
      auto* const group = bracketed_member(t, as_query(t, {before, members[i]}));
      group->op = how;
      made.back() = group;
      continue;
    }
    made.push_back(members[i]);
  }
  return made;
}

inline std::string_view word_of(op o) {
  return o == op::intersect_all ? "INTERSECT ALL" : o == op::except_all ? "EXCEPT ALL" : "this set operation";
}

inline void check_set_operation(translation& t, node const& n) {
  bool const all = n.op == op::intersect_all || n.op == op::except_all;
  if (all && t.to == dialect::sqlite) t.note(fidelity::impossible, n, "SQLite has no " + std::string(word_of(n.op)));
  if ((n.op == op::union_by_name || n.op == op::union_all_by_name) && t.to != dialect::duckdb)
    t.note(fidelity::impossible, n, t.target_title() + " has no UNION BY NAME");
}

/// The common type of a compound's column: only SQLite and MySQL accept numbers beside texts or truth values.
enum class shared : std::uint8_t { as_it_is, number, text };

inline std::vector<shared> shared_types(translation& t, node const& q) {
  std::vector<shared> as_text;
  if (!translation::is_strict(t.to) || !translation::has_numeric_truth(t.from)) return as_text;
  auto* const b = t.model.body_of(q);
  if (!b || b->members.size() < 2) return as_text;
  for (std::size_t i = 0; i < b->members.front().outputs.size(); ++i) {
    bool text = false, number = false, truth = false;
    for (auto& m : b->members) {
      auto const is = t.types.of_output(m, i);
      text = text || is == type::text;
      number = number || is_number(is);
      truth = truth || is == type::boolean;
    }
    as_text.push_back(text && (number || truth) ? shared::text : number && truth ? shared::number : shared::as_it_is);
  }
  return as_text;
}

inline void make_shared(translation& t, node const& at, node& select, std::vector<shared> const& as) {
  auto* const columns = select.find(kind::columns);
  if (!columns || columns->find(kind::star)) return;
  for (std::size_t i = 0; i < columns->count && i < as.size(); ++i) {
    if (as[i] == shared::as_it_is) continue;
    if (as[i] == shared::text) t.nearly(at, "a column of numbers and texts together becomes one of texts");
    auto const* const written = at.find(kind::columns);
    if (as[i] == shared::number && written && i < written->count) {
      auto const& one = (*written)[i];
      if (!is_stored_truth(t, one.kind == kind::alias ? one[0] : one)) continue;
    }
    auto const type_name = as[i] == shared::text ? text_type(t.to) : std::string_view("INTEGER");
    auto* const item = columns->items[i];
    if (item->kind == kind::alias)
      item->items[0] = t.cast(item->items[0], type_name);
    else
      columns->items[i] = item->kind == kind::column ? aliased(t, t.cast(item, type_name), item->name) : t.cast(item, type_name);
  }
}

inline std::vector<node*> members_of(translation& t, node const& q) {
  std::vector<node*> members;
  auto const as = shared_types(t, q);
  for (auto const* m : q.children()) {
    if (!is_member(*m)) continue;
    check_set_operation(t, *m);
    if (m->kind == kind::subquery) {
      auto* const made = bracketed_member(t, t.whole_query((*m)[0]));
      made->op = m->op;
      members.push_back(made);
      continue;
    }
    bool const names_columns = t.to == dialect::sqlite && t.from != dialect::sqlite && m->count <= 100;  // allows AS v (x, y)
    if (m->kind == kind::values && (t.to == dialect::mysql || names_columns)) {
      auto const selects = values_as_selects(t, *m);
      auto* const made = selects.size() == 1 || members.empty() ? selects.front() : &t.make(kind::subquery, {as_query(t, selects)});
      made->op = m->op;
      members.push_back(made);
      if (made == selects.front()) members.insert(members.end(), selects.begin() + 1, selects.end());
      continue;
    }
    if (m->kind == kind::values) {
      std::vector<node*> rows;
      for (auto const* row : m->children()) {
        auto* const made = t.around(*row);
        made->clear(flag::keyword);
        rows.push_back(made);
      }
      members.push_back(t.like(*m, rows));
      continue;
    }
    auto const made = whole_select(t, *m, m->find(kind::order_by), m->find(kind::limit));
    if (!as.empty()) make_shared(t, *m, *made.select, as);
    if (!made.order && !made.limit) {
      members.push_back(made.select);
      continue;
    }
    auto const how = std::exchange(made.select->op, op::none);
    std::vector<node*> parts{made.select};
    if (made.order) parts.push_back(made.order);
    if (made.limit) parts.push_back(made.limit);
    auto* const group = bracketed_member(t, as_query(t, parts));
    group->op = how;
    members.push_back(group);
  }
  return regrouped(t, std::move(members));
}

// ---- WITH

inline bool names_table(node const& tree, std::string_view name) {
  bool found = false;
  visit(tree, [&](node const& n) { found = found || (n.kind == kind::table && n.qualifier.empty() && text::same(n.name.view(), name)); });
  return found;
}

/// In MySQL, the texts of a recursive query are as wide as its first rows; in PostgreSQL they have their type.
inline void widen_first_member(translation& t, node const& cte, node& query) {
  auto* const b = t.model.body_of(cte[cte.count - 1]);
  auto* const select = query.find(kind::select);
  auto* const columns = select ? select->find(kind::columns) : nullptr;
  bool const same_types = t.to == dialect::sqlite || t.to == dialect::duckdb || t.from == t.to;
  if (!b || !columns || same_types) return;
  for (std::size_t i = 0; i < columns->count && i < b->members.front().outputs.size(); ++i) {
    if (t.types.of_output(b->members.front(), i) != type::text) continue;
    auto* const item = columns->items[i];
    if (item->kind == kind::star) return;
    auto const type_name = t.to == dialect::mysql ? std::string_view("CHAR(1000)") : text_type(t.to);
    if (item->kind == kind::alias)
      item->items[0] = t.cast(item->items[0], type_name);
    else
      columns->items[i] = item->kind == kind::column ? aliased(t, t.cast(item, type_name), item->name) : t.cast(item, type_name);
  }
}

inline node* with_of(translation& t, node const& n) {
  std::vector<node*> ctes;
  bool recursive = false;
  for (auto const* cte : n.children()) {
    if (!cte->qualifier.empty() && t.from != t.to) t.note(fidelity::impossible, *cte, t.target_title() + " has no SEARCH and CYCLE");
    auto* const query = t.whole_query((*cte)[cte->count - 1]);
    bool const own = names_table((*cte)[cte->count - 1], cte->name.view());
    recursive = recursive || own;
    auto const& body = (*cte)[cte->count - 1];
    if (own && t.from != t.to && (body.find(kind::limit) || body.find(kind::order_by)))
      t.note(fidelity::impossible, *cte, t.target_title() + " has no LIMIT and no ORDER BY in a recursive query");
    if (own) widen_first_member(t, *cte, *query);
    std::vector<node*> parts;
    if (cte->count == 2) {
      std::vector<node*> names;
      for (auto const* name : (*cte)[0].children()) {
        auto& made = t.make(kind::name);
        made.name = t.given_name(name->name.view());
        names.push_back(&made);
      }
      parts.push_back(&t.make(kind::names, names));
    }
    parts.push_back(query);
    auto& made = t.make(kind::cte, parts);
    made.name = t.given_name(cte->name.view());
    if (t.to != dialect::mysql)
      for (auto const f : {flag::materialized, flag::not_materialized})
        if (cte->has(f)) made.set(f);
    ctes.push_back(&made);
  }
  auto& made = t.make(kind::with, ctes);
  if (recursive || n.has(flag::recursive)) made.set(flag::recursive);
  return &made;
}

// ---- queries

/// In ORDER BY, a compound can name only result columns.
inline node* order_of_compound(translation& t, node const& q, node const& order) {
  select_scope scope;
  auto* const b = t.model.body_of(q);
  scope.member = b && !b->members.empty() ? &b->members.front() : nullptr;
  scope.where = clause::order_by;
  scope.around = std::exchange(t.scope, &scope);
  auto* const made = order_of(t, order);
  t.scope = scope.around;
  return made;
}

inline node* query_of(translation& t, node const& q) {
  std::vector<node*> parts;
  if (auto const* with = q.find(kind::with)) parts.push_back(with_of(t, *with));
  std::size_t count = 0;
  node const* only = nullptr;
  for (auto const* child : q.children())
    if (is_member(*child)) {
      ++count;
      only = child;
    }
  auto const* const order = q.find(kind::order_by);
  auto const* const limit = q.find(kind::limit);
  if (count == 1 && only->kind == kind::select) {
    auto const made = whole_select(t, *only, order, limit);
    parts.push_back(made.select);
    if (made.order) parts.push_back(made.order);
    if (made.limit) parts.push_back(made.limit);
    return as_query(t, parts);
  }
  auto const members = members_of(t, q);
  parts.insert(parts.end(), members.begin(), members.end());
  if (order) {
    auto* const made = order_of_compound(t, q, *order);
    bool const expressions = t.to == dialect::mysql && std::any_of(made->items, made->items + made->count, [](node const* sort) {
                               return (*sort)[0].kind != kind::column && (*sort)[0].kind != kind::number;
                             });
    if (expressions) {  // MySQL sorts a compound only by its columns
      auto* const outer = t.write_query("SELECT * FROM (SELECT 1) AS " + t.free_name("rows"), {});
      (*(*outer->find(kind::select)).find(kind::from))[0].items[0] = &t.make(kind::subquery, {as_query(t, members)});
      parts.erase(parts.end() - static_cast<std::ptrdiff_t>(members.size()), parts.end());
      parts.push_back(outer->find(kind::select));
    }
    if (made->count > 0) parts.push_back(made);
  }
  if (limit)
    if (auto* const made = limit_of(t, *limit)) parts.push_back(made);
  return as_query(t, parts);
}

inline node* translation::whole_query(node const& q) { return is_mixed() ? raw(q) : query_of(*this, q); }

/// Whether a LIMIT may allow several rows. One that is not a number is assumed not to.
inline bool allows_several_rows(node const& limit) {
  if (is_negative(limit[0])) return true;
  return limit[0].kind == kind::number && limit[0].name.view() != "0" && limit[0].name.view() != "1";
}

/// Whether a query cannot give more than one row.
inline bool gives_one_row(node const& q) {
  if (auto const* limit = q.find(kind::limit); limit && !allows_several_rows(*limit)) return true;
  node const* only = nullptr;
  for (auto const* child : q.children()) {
    if (!is_member(*child)) continue;
    if (only) return false;
    only = child;
  }
  if (!only || only->kind != kind::select) return false;
  if (!only->find(kind::from)) return true;
  bool aggregates = false;
  visit_aggregates(*only->find(kind::columns), [&](node const&) { aggregates = true; });
  return aggregates && !only->find(kind::group_by);
}

/// A subquery as a value: SQLite uses its first row.
inline node* scalar_subquery(translation& t, node const& n) {
  auto* const query = t.whole_query(n[0]);
  if (t.from == dialect::sqlite && t.to != dialect::sqlite && !gives_one_row(n[0])) {
    t.kept(n, "SQLite takes the first row if a subquery gives several, elsewhere that is an error: LIMIT 1 is added");
    std::vector<node*> parts(query->items, query->items + query->count);
    if (auto* const limit = query->find(kind::limit)) {
      limit->items[0] = t.number_literal("1");
      limit->clear(flag::all);
    } else {
      parts.push_back(&t.make(kind::limit, {t.number_literal("1")}));
    }
    t.target().set_children(*query, parts);
  }
  return &t.make(kind::subquery, {query});
}

}  // namespace t2s::sql::detail::transpiling

#endif
