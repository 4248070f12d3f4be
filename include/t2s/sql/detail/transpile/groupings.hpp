// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_GROUPINGS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_GROUPINGS_HPP

#include "t2s/sql/detail/transpile/columns.hpp"

#include <vector>

/// GROUP BY with ROLLUP, CUBE and GROUPING SETS.
namespace t2s::sql::detail::transpiling {

node const& grouping_behind(translation& t, node const& n);  // selects.hpp
node* group_by_of(translation& t, node const& n);

inline bool is_grouping_call(node const& n) {
  return n.kind == kind::call && n.name.quoted == quote::none && is_one_of(n.name.view(), {"rollup", "cube", "grouping sets"});
}

inline bool has_grouping_sets(node const& group) {
  return group.has(flag::rollup) || std::any_of(group.items, group.items + group.count, [](node const* g) { return is_grouping_call(*g); });
}

/// Adds the expressions that a select groups by, including those in ROLLUP and the like.
inline void add_grouped(translation& t, node const& n, std::vector<node const*>& grouped) {
  if (n.kind == kind::group_by && n.has(flag::all) && n.count == 0) {
    if (!t.scope->member) return;
    for (auto const& o : t.scope->member->outputs) {
      bool aggregates = false;
      if (o.source == resolving::none) visit_aggregates(*o.at, [&](node const&) { aggregates = true; });
      if (o.source == resolving::none && !aggregates) grouped.push_back(o.at);
    }
    return;
  }
  for (auto const* g : n.children()) {
    if (is_grouping_call(*g) || g->kind == kind::list || (g->kind == kind::row && n.kind != kind::group_by))
      add_grouped(t, *g, grouped);
    else
      grouped.push_back(&grouping_behind(t, *g));
  }
}

/// A term of GROUP BY; ROLLUP and the like with their contents.
inline node* grouping_term(translation& t, node const& n) {
  bool const nests = is_grouping_call(n) || n.kind == kind::list || n.kind == kind::row;
  if (!nests) return t.value(grouping_behind(t, n));
  std::vector<node*> parts;
  for (auto const* child : n.children()) parts.push_back(grouping_term(t, *child));
  return t.like(n, parts);
}

inline node* groupings_of(translation& t, node const& group) {
  if (!has_grouping_sets(group)) return group_by_of(t, group);
  if (translation::is_strict(t.to)) {
    std::vector<node*> parts;
    in_clause const here(t, clause::group_by);
    for (auto const* g : group.children()) parts.push_back(grouping_term(t, *g));
    if (!group.has(flag::rollup)) return t.like(group, parts);
    auto& rollup = t.make(kind::call, parts);
    rollup.name = t.word("ROLLUP");
    return &t.make(kind::group_by, {&rollup});
  }
  bool const lone_rollup = group.count == 1 && is_grouping_call(group[0]) && text::same(group[0].name.view(), "rollup");
  if (t.to == dialect::mysql && (lone_rollup || group.has(flag::rollup))) {
    std::vector<node*> parts;
    for (auto const* g : (lone_rollup ? group[0] : group).children()) parts.push_back(t.value(*g));
    auto& made = t.make(kind::group_by, parts);
    made.set(flag::rollup);
    return &made;
  }
  return t.impossible(group, t.target_title() + " has no equivalent of these groupings");
}

}  // namespace t2s::sql::detail::transpiling

#endif
