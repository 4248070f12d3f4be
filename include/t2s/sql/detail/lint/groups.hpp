// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_GROUPS_HPP
#define T2S_SQL_DETAIL_LINT_GROUPS_HPP

#include "t2s/sql/detail/lint/edit.hpp"
#include "t2s/sql/detail/lint/joins.hpp"
#include "t2s/sql/detail/lint/keys.hpp"
#include "t2s/sql/detail/lint/select.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Rules about groups and aggregates.
namespace t2s::sql::detail::linting {

/// Whether the columns outside aggregates come from the row that min() or max() found. SQLite guarantees that for exactly one such
/// aggregate.
inline bool has_row_of_extreme(review const& r, select_view const& s) {
  if (!r.in_sqlite()) return false;
  bool found = false;
  for (auto const* part : {s.columns, s.having, s.order})
    if (part)
      visit_expression(*part, [&](node const& n) {
        found = found || (is_aggregate_call(n) && (text::same(n.name.view(), "max") || text::same(n.name.view(), "min")));
      });
  return found;
}

/// Calls `visitor(column)` for the columns of an expression outside aggregates and grouped expressions.
template <class Visitor>
void each_bare_column(review const& r, select_view const& s, node const& n, Visitor& visitor) {
  if (n.kind == kind::query || is_aggregate_call(n) || n.find(kind::window) || n.find(kind::window_name)) return;
  if (s.group)
    for (auto const* term : s.group->children()) {
      auto const* const result = r.result_of(*term);
      if ((result && result->at == &n) || *term == n) return;
    }
  if (n.kind == kind::column) return void(visitor(n));
  for (auto const* child : n.children()) each_bare_column(r, s, *child, visitor);
}

/// Whether some group has several values of a column.
inline std::optional<bool> varies(review const& r, select_view const& s, node const& column) {
  auto const rows = r.rows_of(s);
  if (!rows) return {};
  std::string keys;
  if (s.group)
    for (auto const* term : s.group->children()) {
      auto const* const result = r.result_of(*term);
      keys.append(keys.empty() ? " GROUP BY " : ", ").append(r.text_of(result ? *result->at : *term));
    }
  return r.any(concat({"SELECT 1 FROM (SELECT count(DISTINCT ", r.text_of(column), ") AS n ", *rows, keys,
                       keys.empty() || !s.having ? "" : " ", keys.empty() || !s.having ? "" : r.text_of(*s.having), ") AS a WHERE n > 1"}));
}

/// Whether all grouped terms are columns, or results that are columns, and not numbers or ROLLUP.
inline bool groups_by_names(review const& r, select_view const& s) {
  if (!s.group) return true;
  for (auto const* term : s.group->children())
    if (term->kind == kind::number || (term->kind == kind::call && !r.place_of(s, *term) && !is_aggregate(term->name.view(), 1) &&
                                       (text::same(term->name.view(), "rollup") || text::same(term->name.view(), "cube"))))
      return false;
  return !s.group->has(flag::all) && !s.group->has(flag::rollup);
}

inline void ungrouped_column(review& r, select_view const& s) {
  constexpr std::uint32_t most = 64;  // limits the expressions that are compared with each other
  if (!s.columns || (!s.group && !s.aggregates) || (s.group && s.group->count > most) || has_row_of_extreme(r, s) || !groups_by_names(r, s))
    return;
  determined grouped(s);
  if (s.group)
    for (auto const* term : s.group->children()) {
      auto const* const result = r.result_of(*term);
      if (auto const p = r.place_of(s, result ? *result->at : *term)) grouped.add(p);
    }
  grouped.close();
  auto const judge = [&](node const& n) {
    auto const p = r.place_of(s, n);
    if (!p || grouped.has(p)) return;
    bool const knows_keys = s.table(p.source) && has_primary_key(*s.table(p.source));
    if (r.has_facts() ? varies(r, s, n) != true : !knows_keys) return;
    auto const text = r.text_of(n);
    r.report(lint_rule::ungrouped_column, n,
             s.group
                 ? concat({text, " is not in GROUP BY and has several values in a group: which of them is given is arbitrary"})
                 : concat({text, " is selected with an aggregate and without GROUP BY: the result is one row, with the value of any row"}),
             s.group ? r.edited(*s.group,
                                [&](query& q, node& group) {
                                  if (auto* const added = expression_in(q, text)) append_child(q, group, *added);
                                })
                     : std::string(),
             r.has_facts());
  };
  for (auto const* result : s.columns->children()) each_bare_column(r, s, without_alias(*result), judge);
}

inline void aggregate_of_id(review& r, select_view const& s) {
  auto const look = [&](node const& n) {
    if (!is_aggregate_call(n)) return;
    auto const name = n.name.view();
    if (!text::same(name, "sum") && !text::same(name, "avg") && !text::same(name, "total")) return;
    auto const* const argument = only_argument(n);
    auto const base = argument ? r.base_of(*argument) : base_column();
    if (!base || (!is_primary_key(base) && !r.keys.is_key(base))) return;
    r.report(lint_rule::aggregate_of_id, n,
             concat({review::shown(base), " is a key: its numbers only name rows, so ", r.text_of(n), " means nothing"}),
             text::same(name, "sum") ? with(r, n, concat({"count(", r.text_of(*argument), ")"})) : std::string());
  };
  for (auto const* part : {s.columns, s.having, s.order})
    if (part) visit_expression(*part, look);
}

/// SELECT DISTINCT count(a): there is one row in any case.
inline void distinct_beside_aggregate(review& r, select_view const& s) {
  if (!s.at->has(flag::distinct) || s.group || !s.columns || s.columns->count != 1) return;
  auto const& call = without_alias((*s.columns)[0]);
  auto const* const argument = is_aggregate_call(call) && !call.has(flag::distinct) ? only_argument(call) : nullptr;
  auto const name = call.name.view();
  if (!argument || (!text::same(name, "count") && !text::same(name, "sum") && !text::same(name, "avg"))) return;
  auto const p = r.place_of(s, *argument);
  if (p && p.base.column && s.sources().size() == 1 && is_primary_key(p.base)) return;
  auto const inner = concat({name, "(DISTINCT ", r.text_of(*argument), ")"});
  if (r.has_facts()) {
    auto const rows = r.rows_of(s);
    if (!rows) return;
    if (r.holds(concat({"SELECT CASE WHEN ", inner, " <> ", r.text_of(call), " THEN 1 ELSE 0 END ", *rows})) != true) return;
  }
  r.report(lint_rule::distinct_beside_aggregate, *s.at,
           concat({"DISTINCT stands outside ", name, ", which gives one row: ", r.text_of(call), " still counts equal values each time"}),
           r.edited(*s.at, [&](query& q, node& select) {
             auto* const there = twin_of(*s.at, call, select);
             if (there) there->set(flag::distinct);
             select.clear(flag::distinct);
             static_cast<void>(q);
           }));
}

}  // namespace t2s::sql::detail::linting

#endif
