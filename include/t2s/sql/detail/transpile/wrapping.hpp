// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_WRAPPING_HPP
#define T2S_SQL_DETAIL_TRANSPILE_WRAPPING_HPP

#include "t2s/sql/detail/transpile/selects.hpp"

#include <optional>
#include <string>
#include <vector>

/// Clauses that become a select around a select: QUALIFY, DISTINCT ON, FETCH FIRST WITH TIES.
namespace t2s::sql::detail::transpiling {

/// A name for each result column of a translated select; columns without one get one. Nothing if there is a star.
inline std::optional<std::vector<identifier>> names_of_results(translation& t, node& columns) {
  std::vector<identifier> names;
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < columns.count; ++i) {
    auto* const item = columns.items[i];
    if (item->kind == kind::star) return {};
    bool const named = item->kind == kind::alias || item->kind == kind::column;
    bool const twice = named && ++seen[text::lower(item->name.view())] > 1;
    if (named && !twice) {
      names.push_back(item->name);
      continue;
    }
    auto* const inner = item->kind == kind::alias ? item->items[0] : item;
    columns.items[i] = aliased(t, inner, t.given_name(t.free_name("column")));
    names.push_back(columns.items[i]->name);
  }
  return names;
}

/// A condition on window functions, for the outer select.
struct condition_above {
  node* value{};       ///< computed in the inner select
  std::string name{};  ///< its name there
  node* condition{};   ///< the condition on it in the outer select
};

inline node* column_named(translation& t, identifier name) {
  auto& made = t.make(kind::column);
  made.name = name;
  return &made;
}

/// ORDER BY in the outer select: by result columns, and by columns added for it.
inline node* order_above(translation& t, node const& order, std::vector<identifier> const& names, std::vector<node*>& added) {
  in_clause const here(t, clause::select);
  std::vector<node*> terms;
  for (auto const* sort : order.children()) {
    std::vector<node*> one;
    add_sort(t, *sort, one, false);
    for (auto* term : one) {
      if (position_of(term->items[0][0])) {
        terms.push_back(term);
        continue;
      }
      node* by = nullptr;
      for (std::size_t i = 0; i < names.size() && !by; ++i)
        if (term->items[0]->kind == kind::column && term->items[0]->qualifier.empty() &&
            text::same(term->items[0]->name.view(), names[i].view()))
          by = column_named(t, names[i]);
      if (!by) {
        auto const name = t.given_name(t.free_name("sorted"));
        added.push_back(aliased(t, term->items[0], name));
        by = column_named(t, name);
      }
      t.target().set_children(*term, std::array<node*, 1>{by});
      terms.push_back(term);
    }
  }
  return &t.make(kind::order_by, terms);
}

/// The outer select: the rows of another select that satisfy a condition.
inline made_select wrapped(translation& t, node const& at, made_select inner, condition_above const& above, node* order,
                           std::vector<node*> const& added) {
  auto* const columns = inner.select->find(kind::columns);
  auto const names = names_of_results(t, *columns);
  std::vector<node*> inside(columns->items, columns->items + columns->count);
  inside.insert(inside.end(), added.begin(), added.end());
  if (above.value) inside.push_back(aliased(t, above.value, t.given_name(above.name)));
  if (inside.size() == columns->count && !names) return {inner.select, order, inner.limit};  // it adds nothing
  t.target().set_children(*columns, inside);
  std::vector<node*> outside;
  if (names) {
    for (auto const& name : *names) outside.push_back(column_named(t, name));
  } else {
    t.note(fidelity::impossible, at, "the columns that the star stands for are not known, and a column is added to them: give the schema");
    outside.push_back(&t.make(kind::star));
  }
  auto& query = t.make(kind::query, {inner.select});
  auto* const source = aliased(t, &t.make(kind::subquery, {&query}), t.given_name(t.free_name("rows")));
  std::vector<node*> parts{&t.make(kind::columns, outside), &t.make(kind::from, {source})};
  if (above.condition) parts.push_back(&t.make(kind::where, {above.condition}));
  auto& select = t.make(kind::select, parts);
  select.op = inner.select->op;
  inner.select->op = op::none;
  if (inner.select->has(flag::distinct)) select.set(flag::distinct), inner.select->clear(flag::distinct);
  return {&select, order, inner.limit};
}

inline node* without(translation& t, node& select, kind k) {
  std::vector<node*> children;
  node* found = nullptr;
  for (auto* child : select.children()) child->kind == k ? void(found = child) : children.push_back(child);
  t.target().set_children(select, children);
  return found;
}

/// A select of the source, wrapped in a select for each clause that the target lacks.
inline made_select whole_select(translation& t, node const& n, node const* order, node const* limit) {
  bool const qualifies = n.find(kind::qualify) && t.to != dialect::duckdb;
  bool const distinct_on = n.find(kind::distinct_on) && !translation::is_strict(t.to);
  bool const ties = limit && limit->has(flag::with_ties) && t.to != dialect::postgres && order;
  bool const rollup =
      order && t.to == dialect::mysql && n.find(kind::group_by) && has_grouping_sets(*n.find(kind::group_by));  // it has no ORDER BY
  if (!qualifies && !distinct_on && !ties && !rollup) return select_of(t, n, order, limit);
  select_scope scope;  // for translating the outer terms in the names of the inner select
  scope.select = &n;
  scope.member = t.types.member_of(n);
  auto inner = select_of(t, n, nullptr, ties ? nullptr : limit);
  scope.around = std::exchange(t.scope, &scope);
  note_groups(t, n, order);
  auto const names = names_of_results(t, *inner.select->find(kind::columns));
  std::vector<node*> added;
  node* made_order = order ? order_above(t, *order, names.value_or(std::vector<identifier>()), added) : nullptr;
  made_select made{};
  if (qualifies) {
    auto* const condition = without(t, *inner.select, kind::qualify);
    auto const name = t.free_name("qualified");
    made = wrapped(t, n, inner, {condition->items[0], name, column_named(t, t.given_name(name))}, made_order, added);
  } else if (rollup) {
    made = wrapped(t, n, inner, {}, made_order, added);
  } else {
    auto const name = t.free_name("place");
    auto* const row_number = t.write(distinct_on ? "row_number() OVER (PARTITION BY 1 ORDER BY 1)" : "rank() OVER (ORDER BY 1)", {});
    auto& window = *row_number->find(kind::window);
    std::vector<node*> parts;
    if (distinct_on) {
      auto* const on = without(t, *inner.select, kind::distinct_on);
      parts.push_back(&t.make(kind::partition_by, std::vector<node*>(on->items, on->items + on->count)));
      inner.select->clear(flag::distinct);
    }
    in_clause const here(t, clause::window);
    if (order) {
      std::vector<node*> terms;
      for (auto const* sort : order->children()) {
        auto const* const behind = expression_at(t, (*sort)[0]);
        auto& by_expression = t.pretend(*sort);
        if (behind) by_expression.items = t.pretend_children({const_cast<node*>(behind)});
        add_sort(t, by_expression, terms, true);
      }
      parts.push_back(&t.make(kind::order_by, terms));
    }
    t.target().set_children(window, parts);
    auto* const place = column_named(t, t.given_name(name));
    auto* const condition =
        distinct_on ? t.operation(op::eq, place, t.number_literal("1")) : t.operation(op::le, place, t.value((*limit)[0]));
    made = wrapped(t, n, inner, {row_number, name, condition}, made_order, added);
  }
  t.scope = scope.around;
  return made;
}

}  // namespace t2s::sql::detail::transpiling

#endif
