// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_SELECTS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_SELECTS_HPP

#include "t2s/sql/detail/transpile/groupings.hpp"
#include "t2s/sql/detail/transpile/sources.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// SELECT with its clauses, ORDER BY and LIMIT.
namespace t2s::sql::detail::transpiling {

inline std::optional<std::size_t> position_of(node const& n) {
  if (n.kind != kind::number) return {};
  std::size_t place = 0;
  auto const v = n.name.view();
  auto const [end, error] = std::from_chars(v.data(), v.data() + v.size(), place);
  if (error != std::errc() || end != v.data() + v.size() || place == 0) return {};
  return place;
}

inline bool is_constant(node const& n) { return n.kind == kind::string || n.kind == kind::null || n.kind == kind::blob; }

// ---- ORDER BY

/// Whether NULLs come first by default.
constexpr bool nulls_first_by_default(dialect d, bool descending) noexcept {
  return d == dialect::duckdb ? false : d == dialect::postgres ? descending : !descending;
}

/// The expression that a position in ORDER BY refers to, or nullptr.
inline node const* expression_at(translation& t, node const& term) {
  auto const place = position_of(term);
  if (!place || !t.scope || !t.scope->member || *place > t.scope->member->outputs.size()) return nullptr;
  auto const& o = t.scope->member->outputs[*place - 1];
  return o.source == resolving::none ? o.at : nullptr;
}

inline bool sorts_nulls(translation& t, node const& term) {
  if (t.scope && !t.scope->select) return true;  // a compound: any of its members may have them
  if (auto const* at = expression_at(t, term)) return !is_never_null(t, *at);
  return !is_never_null(t, term);
}

/// Adds the target's terms for a sort term of the source.
inline void add_sort(translation& t, node const& sort, std::vector<node*>& terms, bool is_window) {
  auto const& term = sort[0];
  if (term.kind == kind::star) {  // ORDER BY ALL
    if (!t.scope || !t.scope->member) return;
    for (std::size_t i = 0; i < t.scope->member->outputs.size(); ++i) {
      auto& as_place = t.pretend(term);
      as_place = node{};
      as_place.kind = kind::number;
      as_place.name = t.word(std::to_string(i + 1));
      auto& as_sort = t.pretend(sort);
      as_sort.items = t.pretend_children({&as_place});
      add_sort(t, as_sort, terms, is_window);
    }
    return;
  }
  if (is_constant(term)) return;  // a constant sorts nothing
  bool const descending = sort.has(flag::descending);
  bool const first = sort.has(flag::nulls_first) || (!sort.has(flag::nulls_last) && nulls_first_by_default(t.from, descending));
  bool const said = first != nulls_first_by_default(t.to, descending) && sorts_nulls(t, term);
  auto& made = t.make(kind::sort);
  if (descending) made.set(flag::descending);
  if (sort.has(flag::ascending)) made.set(flag::ascending);
  if (!sort.name.empty()) {
    bool const less = sort.name.view().find('<') != std::string_view::npos, more = sort.name.view().find('>') != std::string_view::npos;
    if (!less && !more) t.note(fidelity::impossible, sort, t.target_title() + " has no equivalent of " + std::string(sort.name.view()));
    if (more) made.set(flag::descending);
  }
  auto const* const behind = expression_at(t, term);
  if (said && t.to == dialect::mysql && position_of(term) && !behind) {
    t.nearly(term, "NULLs sort at the other end in MySQL, and the column at this position has no name to sort them by");
  } else if (said && t.to == dialect::mysql) {
    auto* const test = t.write("a IS NULL", {behind ? t.value(*behind) : t.value(term)});
    auto& nulls = t.make(kind::sort, {test});
    if (first) nulls.set(flag::descending);
    terms.push_back(&nulls);
  } else if (said) {
    made.set(first ? flag::nulls_first : flag::nulls_last);
  }
  bool const place = position_of(term) && !is_window;
  t.target().set_children(made, std::array<node*, 1>{place ? t.as_it_stands(term) : t.value(term)});
  terms.push_back(&made);
}

inline node* order_of(translation& t, node const& order_by) {
  bool const window = order_by.count > 0 && t.scope && t.scope->where != clause::order_by;
  std::vector<node*> terms;
  for (auto const* sort : order_by.children()) add_sort(t, *sort, terms, window);
  return &t.make(kind::order_by, terms);
}

// ---- LIMIT

inline node* limit_of(translation& t, node const& n) {
  if (n.has(flag::percent) && t.to != dialect::duckdb) return t.impossible(n, t.target_title() + " has no LIMIT in percent");
  if (n.has(flag::with_ties) && t.to != dialect::postgres) return t.impossible(n, t.target_title() + " has no FETCH FIRST WITH TIES");
  bool const all = n.has(flag::all) || n[0].kind == kind::null || (is_negative(n[0]) && t.from == dialect::sqlite);
  auto* const offset = n.count > 1 ? t.value(n[1]) : nullptr;
  if (all && !offset) return nullptr;
  node* count = nullptr;
  auto& made = t.make(kind::limit);
  if (!all) {
    count = t.value(n[0]);
  } else if (translation::is_strict(t.to)) {
    count = t.null();
    made.set(flag::all);
  } else {
    count = t.to == dialect::sqlite ? t.prefix(op::negate, t.number_literal("1")) : t.number_literal("18446744073709551615");
  }
  bool const plain = count->kind == kind::number || count->kind == kind::parameter || count->kind == kind::null || t.to != dialect::mysql;
  if (!plain) return t.impossible(n, "MySQL's LIMIT takes only a plain number");
  std::vector<node*> parts{count};
  if (offset) parts.push_back(offset);
  t.target().set_children(made, parts);
  for (auto const f : {flag::with_ties, flag::percent})
    if (n.has(f)) made.set(f);
  return &made;
}

// ---- results

/// Writes out the columns that a star stands for.
inline bool spell_star_out(translation& t, node const& star, std::vector<node*>& columns) {
  auto* const m = t.scope->member;
  if (!m) return false;
  for (auto const& s : m->sources)
    if (s.relation->open) return false;
  bool any = false;
  for (std::size_t i = 0; i < m->outputs.size(); ++i) {
    auto const& o = m->outputs[i];
    if (o.source == resolving::none) {
      bool const inside = o.at != &star && star.count != 0;
      if (inside && o.named) {
        for (auto const* changes : star.children())
          if (changes->kind == kind::columns)
            for (auto const* change : changes->children())
              if (&(*change)[0] == o.at) columns.push_back(aliased(t, t.value(*o.at), t.given_name(o.name))), any = true;
      }
      continue;
    }
    if (o.at != &star) continue;
    auto const& s = m->sources[o.source];
    auto& made = t.make(kind::column);
    made.name = name_of_column(t, s, o.column);
    if (m->sources.size() > 1 && !s.relation->in_brackets) made.qualifier = name_of_source(t, s);
    bool const renamed = !text::same(o.name, s.relation->columns[o.column].name);
    columns.push_back(renamed ? aliased(t, &made, t.given_name(o.name)) : &made);
    any = true;
  }
  return any;
}

inline bool joins_by_name(resolving::member const* m) {
  return m && std::any_of(m->sources.begin(), m->sources.end(), [](auto const& s) { return !s.shared.empty(); });
}

inline void add_star(translation& t, node const& star, std::vector<node*>& columns) {
  bool const changed = star.count != 0 && t.to != dialect::duckdb;
  bool const order_differs = star.qualifier.empty() && joins_by_name(t.scope->member) && t.from != t.to;
  if ((changed || order_differs || t.scope->checks_columns) && spell_star_out(t, star, columns)) return;
  if (changed)
    return columns.push_back(t.impossible(star, t.target_title() + " has no EXCLUDE, REPLACE or RENAME, and the columns are not known"));
  auto& made = t.make(kind::star);
  if (star.count != 0) {
    columns.push_back(t.as_it_stands(star));
    return;
  }
  if (!star.qualifier.empty()) {
    made.qualifier = t.given_name(star.qualifier.view());
    if (t.scope->member)
      for (auto const& s : t.scope->member->sources)
        if (text::same(s.name, star.qualifier.view())) made.qualifier = name_of_source(t, s);
  }
  columns.push_back(&made);
}

/// A result column that is no longer a plain column keeps its name by an alias.
inline node* result_of(translation& t, node const& n) {
  if (n.kind == kind::alias) return aliased(t, t.value(n[0]), t.given_name(n.name.view()));
  auto* const made = t.value(n);
  if (n.kind != kind::column || made->kind == kind::column) return made;
  auto const* const use = t.types.use_of(n);
  if (t.types.is_truth_word(n) || (use && use->what == reference::literal)) return made;
  return aliased(t, made, plain_column(t, n)->name);
}

inline node* columns_of(translation& t, node const& n) {
  std::vector<node*> columns;
  for (auto const* child : n.children()) {
    in_clause const here(t, clause::select);
    child->kind == kind::star ? add_star(t, *child, columns) : columns.push_back(result_of(t, *child));
  }
  return &t.make(kind::columns, columns);
}

// ---- groups

/// The expression that a term of GROUP BY refers to.
inline node const& grouping_behind(translation& t, node const& n) {
  if (auto const* at = expression_at(t, n)) return *at;
  auto const* const use = n.kind == kind::column ? t.types.use_of(n) : nullptr;
  auto const* const o = use && use->what == reference::result ? t.types.result_of(n) : nullptr;
  return o && o->source == resolving::none ? *o->at : n;
}

inline void note_groups(translation& t, node const& select, node const* order) {
  auto& s = *t.scope;
  auto const* const group = select.find(kind::group_by);
  std::vector<node const*> aggregates;
  auto const collect = [&](node const& n) { visit_aggregates(n, [&](node const& a) { aggregates.push_back(&a); }); };
  collect(*select.find(kind::columns));
  if (auto const* having = select.find(kind::having)) collect(*having);
  if (order) collect(*order);
  s.groups = group || !aggregates.empty();
  s.checks_columns = s.groups && t.to != dialect::sqlite && t.from != t.to;
  if (!s.groups) return;
  if (group) add_grouped(t, *group, s.grouped);
  bool const lone = std::all_of(aggregates.begin(), aggregates.end(), [&](node const* a) { return *a == *aggregates.front(); });
  bool const extreme =
      t.from == dialect::sqlite && !aggregates.empty() && lone && is_one_of(aggregates.front()->name.view(), {"min", "max"});
  if (extreme) s.extreme = aggregates.front();
}

inline node* group_by_of(translation& t, node const& n) {
  in_clause const here(t, clause::group_by);
  std::vector<node*> groups;
  for (auto const* g : n.children()) {
    if (is_constant(*g)) continue;
    groups.push_back(position_of(*g) ? t.as_it_stands(*g) : t.value(*g));
  }
  if (n.has(flag::all) && n.count == 0) {
    if (t.to == dialect::duckdb) return t.like(n, {});
    for (auto const* g : t.scope->grouped) groups.push_back(t.value(*g));
  }
  if (groups.empty()) return nullptr;
  auto& made = t.make(kind::group_by, groups);
  if (n.has(flag::distinct)) made.set(flag::distinct);
  return &made;
}

inline node* conjunction(translation& t, std::vector<node*> const& conditions) {
  if (conditions.size() == 1) return conditions.front();
  auto& made = t.make(kind::operation, conditions);
  made.op = op::and_;
  return &made;
}

// ---- the whole

/// Whether a term of ORDER BY is one of the result columns.
inline bool is_result(translation& t, node const& term) {
  if (position_of(term) || is_constant(term)) return true;
  auto const* const use = term.kind == kind::column ? t.types.use_of(term) : nullptr;
  if (use && use->what == reference::result) return true;
  if (!t.scope->member) return true;
  for (auto const& o : t.scope->member->outputs) {
    if (o.source == resolving::none && same_expression(t, *o.at, term)) return true;
    if (o.source != resolving::none && use) {
      auto const& s = t.scope->member->sources[o.source];
      if (t.types.source_of(*use) == &s && o.column == s.relation->find(use->column)) return true;
    }
  }
  return false;
}

inline bool sorts_beyond_results(translation& t, node const* order) {
  return order && std::any_of(order->items, order->items + order->count, [&](node const* sort) { return !is_result(t, (*sort)[0]); });
}

/// SELECT DISTINCT that sorts by something outside the result: the rows become groups, and each is sorted by its least or greatest value.
inline bool distinct_as_groups(translation& t, node const& n, node const* order, node& select, node*& made_order) {
  bool const strict = t.to != dialect::sqlite && t.from != t.to;
  if (!n.has(flag::distinct) || !strict || !sorts_beyond_results(t, order)) return false;
  auto const* const columns = n.find(kind::columns);
  bool const plain = !columns->find(kind::star) && !t.scope->groups;
  if (t.scope->groups) {
    bool const same_groups = t.scope->grouped.size() == columns->count &&
                             std::all_of(columns->items, columns->items + columns->count,
                                         [&](node const* c) { return is_grouped(t, *t.scope, c->kind == kind::alias ? (*c)[0] : *c); });
    if (!same_groups) return false;
    select.clear(flag::distinct);  // the groups are distinct already
    return false;
  }
  if (!plain) return false;
  std::vector<node*> groups;
  for (std::size_t i = 0; i < columns->count; ++i) {
    auto const& c = columns->items[i]->kind == kind::alias ? (*columns->items[i])[0] : *columns->items[i];
    groups.push_back(t.value(c));
  }
  std::vector<node*> terms;
  for (std::size_t i = 0; i < order->count; ++i) {
    auto const& sort = *order->items[i];
    std::vector<node*> one;
    add_sort(t, sort, one, false);
    if (!is_result(t, sort[0]))
      for (auto* term : one)
        t.target().set_children(*term, std::array<node*, 1>{t.call(sort.has(flag::descending) ? "max" : "min", {term->items[0]})});
    terms.insert(terms.end(), one.begin(), one.end());
  }
  t.nearly(*order, "rows that are distinct but sort in several places are sorted by the first of these");
  select.clear(flag::distinct);
  std::vector<node*> children(select.items, select.items + select.count);
  children.push_back(&t.make(kind::group_by, groups));
  t.target().set_children(select, children);
  made_order = &t.make(kind::order_by, terms);
  return true;
}

/// SQLite walks the groups in the order of their keys (in the direction of ORDER BY if it has as many terms) and sorts them stably. With
/// LIMIT this decides which rows are returned, so the keys are added to ORDER BY.
inline void keep_ties(translation& t, node const& select, node const& order, node& made) {
  auto const* const group = select.find(kind::group_by);
  bool const here = t.from == dialect::sqlite && t.to != dialect::sqlite && t.options().keep_ties;
  if (!here || !group || select.has(flag::distinct)) return;
  bool const same_count = group->count == order.count;
  std::vector<node*> terms(made.items, made.items + made.count);
  for (std::size_t i = 0; i < group->count; ++i) {
    auto const& key = grouping_behind(t, (*group)[i]);
    bool const sorted = std::any_of(order.items, order.items + order.count,
                                    [&](node const* sort) { return same_expression(t, grouping_behind(t, (*sort)[0]), key); });
    if (sorted || is_constant(key) || position_of(key)) continue;
    auto& sort = t.pretend(order[0]);
    sort.flags = 0;
    if (same_count && order[i].has(flag::descending)) sort.set(flag::descending);
    sort.items = t.pretend_children({const_cast<node*>(&key)});
    add_sort(t, sort, terms, false);
  }
  if (terms.size() == made.count) return;
  t.kept(order, "groups that tie are taken in the order in which SQLite has them, because of LIMIT");
  t.target().set_children(made, terms);
}

/// Whether a part of a query names a window.
inline bool names_window(node const& tree, std::string_view name) {
  return !visit(tree, [name](node const& n) {
    bool const here = (n.kind == kind::window_name || n.kind == kind::window) && text::same(n.name.view(), name);
    return here ? walk::stop : walk::into;
  });
}

/// A translated select with its ORDER BY and LIMIT.
struct made_select {
  node* select{};
  node* order{};
  node* limit{};
};

inline made_select select_of(translation& t, node const& n, node const* order, node const* limit) {
  select_scope scope;
  scope.select = &n;
  scope.member = t.types.member_of(n);
  scope.around = std::exchange(t.scope, &scope);
  note_groups(t, n, order);
  auto const* const from = n.find(kind::from);
  auto* const made_from = from ? from_of(t, *from) : nullptr;
  std::vector<node*> children;
  if (auto const* on = n.find(kind::distinct_on)) {
    in_clause const here(t, clause::select);
    children.push_back(t.around(*on));
  }
  children.push_back(columns_of(t, *n.find(kind::columns)));
  if (made_from) children.push_back(made_from);
  std::vector<node*> conditions;
  bool const having_is_where = n.find(kind::having) && !scope.groups;
  if (auto const* where = n.find(kind::where)) {
    in_clause const here(t, clause::where);
    conditions.push_back(t.truth((*where)[0]));
  }
  if (having_is_where) {
    in_clause const here(t, clause::where);
    conditions.push_back(t.truth((*n.find(kind::having))[0]));
  }
  conditions.insert(conditions.end(), scope.conditions.begin(), scope.conditions.end());
  if (!conditions.empty()) children.push_back(&t.make(kind::where, {conjunction(t, conditions)}));
  if (auto const* group = n.find(kind::group_by))
    if (auto* const made = groupings_of(t, *group)) children.push_back(made);
  if (auto const* having = n.find(kind::having); having && !having_is_where) {
    in_clause const here(t, clause::having);
    children.push_back(&t.make(kind::having, {t.truth((*having)[0])}));
  }
  for (auto const* child : n.children()) {
    in_clause const here(t, clause::window);
    if (child->kind == kind::window_definition &&
        (names_window(n, child->name.view()) || (order && names_window(*order, child->name.view())))) {
      auto& made = t.make(kind::window_definition, {window_of(t, (*child)[0])});
      made.name = t.given_name(child->name.view());
      children.push_back(&made);
    }
    if (child->kind == kind::qualify) children.push_back(&t.make(kind::qualify, {t.truth((*child)[0])}));
    if (child->kind == kind::sample) t.note(fidelity::impossible, *child, t.target_title() + " has no equivalent of this sample");
  }
  auto& select = t.make(kind::select, children);
  select.op = n.op;
  if (n.has(flag::distinct)) select.set(flag::distinct);
  if (n.has(flag::all)) select.set(flag::all);
  made_select result{&select, nullptr, nullptr};
  {
    in_clause const here(t, clause::order_by);
    bool const grouped = order && distinct_as_groups(t, n, order, select, result.order);
    if (order && !grouped) result.order = order_of(t, *order);
    if (limit && result.order && !grouped) keep_ties(t, n, *order, *result.order);
  }
  if (result.order && result.order->count == 0) result.order = nullptr;
  if (limit) result.limit = limit_of(t, *limit);
  t.scope = scope.around;
  return result;
}

}  // namespace t2s::sql::detail::transpiling

#endif
