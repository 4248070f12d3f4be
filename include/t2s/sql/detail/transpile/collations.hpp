// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_COLLATIONS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_COLLATIONS_HPP

#include "t2s/sql/detail/transpile/selects.hpp"

/// Places where texts are compared, grouped or sorted: MySQL does so by the collation of the column, by default ignoring case.
namespace t2s::sql::detail::transpiling {

/// Whether a part is a text, for sure.
inline bool is_text(translation& t, node const& n) {
  bool const bytes = t.from == dialect::mysql && n.kind == kind::number && is_bytes(n);
  return bytes || t.type_of(n) == type::text;
}

/// Whether a part is a text without an explicit collation, or a column that may be one because the schema is missing.
inline bool is_by_collation(translation& t, node const& n) {
  bool const binary = n.kind == kind::prefix && n.op == op::custom;
  return n.kind != kind::collate && !binary && (is_text(t, n) || (n.kind == kind::column && t.lacks_type(n)));
}

inline void note_collation(translation& t, node const& at) {
  t.nearly(at, "MySQL compares, groups and sorts texts by the collation of their column, by default without the case of letters");
}

inline bool compares_texts(translation& t, node const& n) {
  bool const compares = n.op == op::eq || n.op == op::ne || n.op == op::lt || n.op == op::le || n.op == op::gt || n.op == op::ge ||
                        n.op == op::null_safe || n.op == op::is_distinct || n.op == op::is_not_distinct;
  return compares && n.count > 1 && is_by_collation(t, n[0]) && is_by_collation(t, n[1]) && (is_text(t, n[0]) || is_text(t, n[1]));
}

/// Whether an output of a query's members is a text.
inline bool gives_text(translation& t, resolving::member& m, std::size_t place) {
  return place < m.outputs.size() && t.types.of_output(m, place) == type::text &&
         (m.outputs[place].source != resolving::none || is_by_collation(t, *m.outputs[place].at));
}

inline bool gives_texts(translation& t, resolving::member& m) {
  for (std::size_t i = 0; i < m.outputs.size(); ++i)
    if (gives_text(t, m, i)) return true;
  return false;
}

/// Notes texts that a select makes distinct or groups by.
inline void note_groups_of_texts(translation& t, node const& select) {
  auto* const m = t.types.member_of(select);
  if (select.has(flag::distinct) && m && gives_texts(t, *m)) note_collation(t, select);
  auto const* const group = select.find(kind::group_by);
  if (!group) return;
  if (group->has(flag::all) && m && gives_texts(t, *m)) note_collation(t, *group);
  for (auto const* g : group->children()) {
    auto const place = position_of(*g);
    if (place ? m && gives_text(t, *m, *place - 1) : is_by_collation(t, *g)) note_collation(t, *g);
  }
}

/// Notes texts in compounds that compare rows, and in the sort order of a query.
inline void note_rows_of_texts(translation& t, node const& q) {
  auto* const b = t.model.body_of(q);
  if (!b || b->members.empty()) return;
  bool const texts = gives_texts(t, b->members.front());
  for (auto const* child : q.children())
    if (texts && (child->kind == kind::select || child->kind == kind::subquery || child->kind == kind::values) &&
        (child->op != op::none && child->op != op::union_all && child->op != op::union_all_by_name))
      note_collation(t, *child);
  auto const* const order = q.find(kind::order_by);
  if (!order) return;
  for (auto const* sort : order->children())
    if (auto const place = position_of((*sort)[0]); place && gives_text(t, b->members.front(), *place - 1)) note_collation(t, (*sort)[0]);
}

inline void note_collation_of_part(translation& t, node const& n) {
  switch (n.kind) {
    case kind::operation:
      if (compares_texts(t, n)) note_collation(t, n);
      return;
    case kind::in:
      if (n.count > 1 && (n[1].kind == kind::list || n[1].kind == kind::subquery) && is_by_collation(t, n[0]) &&
          (is_text(t, n[0]) || (n[1].count > 0 && is_text(t, n[1][0]))))
        note_collation(t, n);
      return;
    case kind::like:
      if (t.from == dialect::mysql && n.op == op::regexp && is_by_collation(t, n[0]) && is_by_collation(t, n[1]))
        t.nearly(n, "MySQL's REGEXP ignores the case of letters, unless the collation of the column is a binary one");
      return;
    case kind::between:
      if (is_by_collation(t, n[0]) && is_by_collation(t, n[1]) && (is_text(t, n[0]) || is_text(t, n[1]))) note_collation(t, n);
      return;
    case kind::case_:
      if (n[0].kind != kind::when && is_by_collation(t, n[0]) && (is_text(t, n[0]) || is_text(t, n[1][0]))) note_collation(t, n);
      return;
    case kind::sort:
    case kind::partition_by:
      for (auto const* child : n.children())
        if (child->kind == kind::star || (!position_of(*child) && is_by_collation(t, *child))) note_collation(t, *child);
      return;
    case kind::call:
      if (n.count > 0 &&
          (n.has(flag::distinct) ||
           is_one_of(n.name.view(), {"min", "max", "greatest", "least", "nullif", "field", "find_in_set", "strcmp"})) &&
          is_by_collation(t, n[0]) && (n.has(flag::distinct) || is_text(t, n[0]) || (n.count > 1 && is_text(t, n[1]))))
        note_collation(t, n);
      return;
    case kind::select: return note_groups_of_texts(t, n);
    case kind::query: return note_rows_of_texts(t, n);
    default: return;
  }
}

/// Adds a note at each place where the collation of texts matters, if MySQL is the source or the target.
inline void note_collations(translation& t) {
  if (t.from == t.to || (t.from != dialect::mysql && t.to != dialect::mysql)) return;
  visit(t.source.root(), [&](node const& n) { note_collation_of_part(t, n); });
}

}  // namespace t2s::sql::detail::transpiling

#endif
