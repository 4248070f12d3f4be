// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_GROUPS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_GROUPS_HPP

#include "t2s/offline/reader/detail/rules/joins.hpp"

#include <optional>
#include <vector>

namespace t2s::reader::detail {

/// The groups of rows that are counted or summed.

/// The column by which counted rows, or rows sorted by an aggregate, are grouped.
[[nodiscard]] inline std::optional<column_id> group_of(reading const& r, std::optional<column_id> selected) {
  bool const refers =
      selected && r.counted && r.counted != r.focus && selected->table != r.focus && only_refers(r, r.focus, selected->table);
  auto const table = selected && !refers ? selected->table : r.focus;
  auto const key = r.resolve.key_of(table);
  if (refers && key) return key;
  bool const entity = r.counted && *r.counted != table && !r.resolve.refers_by_key(*r.counted, table);
  if (entity && key && (!selected || r.resolve.is_name(*selected))) return key;
  return selected ? selected : key;
}

inline void complete_groups(reading& r) {
  if (!r.plan.group_by.empty()) return;
  std::vector<column_id> columns;
  for (auto const& t : r.plan.select)
    if (!is_aggregate(t) && t.what && t.part == time_part::whole) columns.push_back(*t.what);
  if (r.plan.period && columns.empty()) return;
  if (!r.plan.having.empty() || (r.plan.order && is_aggregate(*r.plan.order))) {
    if (auto const c = group_of(r, columns.empty() ? std::nullopt : std::optional(columns.front()))) r.plan.group_by.push_back(*c);
  } else if (has_aggregates(r.plan.select)) {
    r.plan.group_by.swap(columns);
  }
}

/// Whether the rows of a column's table are in groups of several.
[[nodiscard]] inline bool groups_rows_of(reading const& r, column_id c) {
  return t2s::detail::all_of(r.plan.group_by, [&](column_id g) {
    return g.table == c.table ? r.resolve.key_of(g.table) != g && !r.resolve.is_name(g) : leads_to_many(r, g.table, c.table);
  });
}

/// "How many spectators came to the games": the column's sum, which of one row is its value.
inline void sum_counted(reading& r) {
  auto& p = r.plan;
  if (r.counted_number && !p.group_by.empty() && !p.order && !p.computed && !p.both && p.having.empty() &&
      groups_rows_of(r, *r.counted_number)) {  // "how many seats were booked for each type"
    for (auto& t : p.select)
      if (t == plain(*r.counted_number) && !t2s::detail::has(p.group_by, *r.counted_number)) t.how = aggregate::sum;
    return;
  }
  if (!r.counted_number || p.select.size() != 1 || p.select.front() != plain(*r.counted_number)) return;
  if (p.order || p.computed || p.both || p.period || !p.group_by.empty() || !p.having.empty()) return;
  p.select.front().how = aggregate::sum;
}

}  // namespace t2s::reader::detail

#endif
