// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_CLAUSES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_CLAUSES_HPP

#include "t2s/core/detail/text_number.hpp"
#include "t2s/offline/repair/detail/statement.hpp"

namespace t2s::repair {

/// Whether an expression contains an aggregate of this select, not of a subquery.
inline bool has_aggregate(sql::node const& expression) {
  bool found = false;
  sql::visit(expression, [&](sql::node const& n) {
    if (n.kind == sql::kind::query) return sql::walk::over;
    found = found || is_aggregate(n);
    return found ? sql::walk::stop : sql::walk::into;
  });
  return found;
}

/// The conditions of a WHERE or HAVING.
inline std::vector<sql::node const*> conditions_of(sql::node const& clause) {
  std::vector<sql::node const*> all;
  add_conditions(clause[0], all);
  return all;
}

/// Whether the name is an alias of an aggregate in the select's result: `count(*) AS n`.
inline bool names_aggregate(sql::node const& select, sql::node const& column) {
  auto const* columns = select.find(sql::kind::columns);
  if (column.kind != sql::kind::column || !columns) return false;
  for (auto const* c : columns->children())
    if (c->kind == sql::kind::alias && text::same(c->name.view(), column.name.view()) && has_aggregate(*c)) return true;
  return false;
}

inline bool needs_groups(sql::node const& select, sql::node const& condition) {
  bool found = has_aggregate(condition);
  sql::visit(condition, [&](sql::node const& n) { found = found || names_aggregate(select, n); });
  return found;
}

/// The selected plain columns, which a GROUP BY must name.
inline std::vector<sql::node*> plain_columns(edited& edit, sql::node const& select) {
  std::vector<sql::node*> all;
  auto const* columns = select.find(sql::kind::columns);
  if (!columns) return all;
  for (auto const* c : columns->children()) {
    auto const& expression = c->kind == sql::kind::alias ? (*c)[0] : *c;
    if (expression.kind == sql::kind::column) all.push_back(&edit.query().copy(expression));
  }
  return all;
}

inline bool group(edited& edit, sql::node const& select) {
  if (select.find(sql::kind::group_by)) return true;
  auto const by = plain_columns(edit, select);
  if (by.empty()) return false;
  auto& clause = edit.query().make(sql::kind::group_by);
  edit.set(clause, by);
  edit.set_clause(edit[select], sql::kind::group_by, &clause);
  return true;
}

/// `x = max(x)` as `x = (SELECT max(x) FROM t)`: the aggregate, if the condition compares a column with one.
inline sql::node const* compared_aggregate(sql::node const& condition) {
  if (condition.kind != sql::kind::operation || condition.count != 2) return nullptr;
  for (std::size_t i = 0; i < 2; ++i)
    if (is_aggregate(condition[i]) && condition[i].count == 1 && condition[i][0].kind == sql::kind::column &&
        condition[1 - i].kind == sql::kind::column)
      return &condition[i];
  return nullptr;
}

inline void ask_table(statement const& s, sql::node const& aggregate, proposals& into) {
  auto const* use = s.use_at(aggregate[0]);
  auto const* source = use ? s.likely_source_of(*use) : nullptr;
  auto const* t = source ? s.table_of(*source) : nullptr;
  if (!t) return;
  edited edit(s.query());
  auto& call = edit.query().copy(aggregate);
  call[0].qualifier = {};
  edit.replace(aggregate, edit.subquery(call, t->name));
  into.push_back({repair_kind::aggregate, 0.15, edit.sql(),
                  "WHERE looks at one row at a time: " + sql::print(aggregate) + " is computed over the whole table " + t->name});
}

/// The conditions of WHERE with an aggregate move to HAVING.
inline void move_to_having(statement const& s, sql::node const& select, sql::node const& where, proposals& into) {
  edited edit(s.query());
  std::vector<sql::node*> rows, groups;
  if (auto const* having = select.find(sql::kind::having)) groups.push_back(&edit[(*having)[0]]);
  auto const before = groups.size();
  for (auto const* c : conditions_of(where)) (needs_groups(select, *c) ? groups : rows).push_back(&edit[*c]);
  if (groups.size() == before || !group(edit, select)) return;
  edit.set_conditions(edit[select], sql::kind::where, rows);
  edit.set_conditions(edit[select], sql::kind::having, groups);
  into.push_back(
      {repair_kind::aggregate, 0.2, edit.sql(), "WHERE looks at one row at a time: the conditions on aggregates are moved to HAVING"});
}

/// `max(count(*))` selects the count of the first group.
inline void unnest(statement const& s, sql::node const& select, sql::node const& outer, proposals& into) {
  bool const most = text::same(outer.name.view(), "max");
  auto const* query = s.parent_of(select);
  if ((!most && !text::same(outer.name.view(), "min")) || outer.count != 1 || !has_aggregate(outer[0])) return;
  if (!query || query->kind != sql::kind::query || query->count != 1 || select.find(sql::kind::order_by)) return;
  edited edit(s.query());
  if (!group(edit, select)) return;
  auto& q = edit.query();
  auto& sort = q.make(sql::kind::sort, {&q.copy(outer[0])});
  sort.set(most ? sql::flag::descending : sql::flag::ascending);
  auto& inner = q.copy(outer[0]);
  auto& asked = edit[*query];
  edit.replace(outer, inner);
  edit.append(asked, q.make(sql::kind::order_by, {&sort}));
  edit.append(asked, q.make(sql::kind::limit, {&edit.number("1")}));
  into.push_back({repair_kind::aggregate, 0.25, edit.sql(),
                  "an aggregate cannot contain another one: the groups are sorted by " + sql::print(outer[0]) + " and the first is taken"});
}

inline void having_to_where(statement const& s, sql::node const& select, sql::node const& having, proposals& into) {
  edited edit(s.query());
  if (has_aggregate(having[0])) {
    if (!group(edit, select)) return;
    into.push_back({repair_kind::aggregate, 0.15, edit.sql(), "HAVING needs groups: GROUP BY has the columns that are selected"});
    return;
  }
  std::vector<sql::node*> all;
  if (auto const* where = select.find(sql::kind::where)) all.push_back(&edit[(*where)[0]]);
  all.push_back(&edit[having[0]]);
  edit.set_conditions(edit[select], sql::kind::having, {});
  edit.set_conditions(edit[select], sql::kind::where, all);
  into.push_back(
      {repair_kind::aggregate, 0.1, edit.sql(), "HAVING without groups or aggregates is a condition on rows: it is moved to WHERE"});
}

// ---- contradictions

inline std::optional<double> number_of(sql::node const& n) {
  double read = 0;
  if (n.kind != sql::kind::number || text::to_number(n.name.view(), read) == std::errc::invalid_argument) return {};
  return read;
}

/// Whether no row satisfies two comparisons of one column with literals.
inline bool exclude_each_other(sql::node const& a, sql::node const& b) {
  bool const one_column = text::same(a[0].name.view(), b[0].name.view()) && text::same(a[0].qualifier.view(), b[0].qualifier.view());
  if (!one_column) return false;
  if (a.op == sql::op::eq && b.op == sql::op::eq) return a[1].name.view() != b[1].name.view();
  bool const below = (a.op == sql::op::lt || a.op == sql::op::le) && (b.op == sql::op::gt || b.op == sql::op::ge);
  auto const most = number_of(a[1]), least = number_of(b[1]);
  return below && most && least && *most < *least;
}

using contradiction = std::pair<sql::node const*, sql::node const*>;

inline std::optional<contradiction> contradiction_in(statement const& s, sql::node const& where) {
  auto all = conditions_of(where);
  std::erase_if(all, [&](sql::node const* n) {
    return n->kind != sql::kind::operation || n->count != 2 || (*n)[0].kind != sql::kind::column || !is_literal((*n)[1], s.means());
  });
  for (auto const* a : all)
    for (auto const* b : all)
      if (a != b && exclude_each_other(*a, *b)) return contradiction(a, b);
  return {};
}

/// Whether a select is a whole query, without groups.
inline bool is_simple(statement const& s, sql::node const& select) {
  auto const* query = s.parent_of(select);
  auto const* columns = select.find(sql::kind::columns);
  return query && query->kind == sql::kind::query && query->count == 1 && !select.find(sql::kind::group_by) &&
         !select.find(sql::kind::having) && columns && !has_aggregate(*columns);
}

/// Removes one condition from the WHERE of a select.
inline void leave_out(edited& edit, sql::node& select, sql::node const& gone) {
  auto* where = select.find(sql::kind::where);
  std::vector<sql::node*> left;
  for (auto const* c : conditions_of(*where))
    if (!(*c == gone)) left.push_back(&edit.query().copy(*c));
  edit.set_conditions(select, sql::kind::where, left);
}

inline void intersect(statement const& s, sql::node const& select, contradiction const& both, proposals& into) {
  edited edit(s.query());
  auto& second = edit.query().copy(select);
  leave_out(edit, edit[select], *both.second);
  leave_out(edit, second, *both.first);
  second.op = sql::op::intersect;
  edit.append(edit[*s.parent_of(select)], second);
  into.push_back(
      {repair_kind::contradiction, 0.3, edit.sql(),
       "no row has both " + sql::print(*both.first) + " and " + sql::print(*both.second) + ": each is looked for in a row of its own"});
}

/// Misplaced aggregates: `x = max(x)` in WHERE means the extreme of the table; any other condition with an aggregate moves to HAVING, and
/// the selected plain columns become GROUP BY; `max(count(*))` means the group that comes first; a HAVING without groups and without an
/// aggregate is a WHERE.
inline void propose_aggregates(statement const& s, known_facts const&, sql::problem const& misuse, proposals& into) {
  auto const* select = s.around(misuse.at, sql::kind::select);
  if (!select) return;
  auto const *where = select->find(sql::kind::where), *having = select->find(sql::kind::having);
  if (where && needs_groups(*select, (*where)[0])) {
    for (auto const* c : conditions_of(*where))
      if (auto const* aggregate = compared_aggregate(*c)) ask_table(s, *aggregate, into);
    move_to_having(s, *select, *where, into);
  }
  if (having && !select->find(sql::kind::group_by)) having_to_where(s, *select, *having, into);
  for (auto const* call : sql::all_of(*select, sql::kind::call))
    if (s.around(call, sql::kind::select) == select) unnest(s, *select, *call, into);
}

/// Conditions on one column that no row satisfies together (`x = 1 AND x = 2`, `x < 1 AND x > 2`) mean two rows with the same selected
/// values: INTERSECT. Only for selects without groups, order and limit.
inline void propose_intersections(statement const& s, known_facts const&, proposals& into) {
  for (auto const* select : sql::all_of(s.query().root(), sql::kind::select)) {
    auto const* where = select->find(sql::kind::where);
    auto const both = where && is_simple(s, *select) ? contradiction_in(s, *where) : std::nullopt;
    if (both) intersect(s, *select, *both, into);
  }
}

}  // namespace t2s::repair

#endif
