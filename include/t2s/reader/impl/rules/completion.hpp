// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_RULES_COMPLETION_HPP
#define T2S_READER_IMPL_RULES_COMPLETION_HPP

#include "t2s/reader/impl/reading.hpp"

#include <cstdlib>
#include <memory>

namespace t2s::reader {

[[nodiscard]] inline bool is_aggregate(term const& t) { return t.how != aggregate::none; }

/// "Show all types with the number of students": the rows of a table are asked for, and an aggregate for each.
[[nodiscard]] inline bool lists_rows(reading const& r) {
  if (r.selected.empty() || r.selected.front().at < 2) return false;
  auto const token = r.selected.front().at;
  return r.any_word(token - std::min<std::size_t>(token, 3), token, "and", "with", "along") &&
         r.previous(token, 4, [&](std::size_t i) { return r.table_at(i) == r.focus; });
}

[[nodiscard]] inline bool asks_for_everything(reading const& r) {
  for (std::size_t t = 0; t < r.size(); ++t) {
    if (r.is_word(t, "everything")) return true;
    bool const all = r.is_word(t, "information", "details", "data", "info", "records", "attributes");
    if (all && t < 8 && r.any_word(t - std::min<std::size_t>(t, 4), t, "all")) return true;
  }
  return false;
}

/// "When was the school with the largest enrollment founded": a column after the condition is what is asked for after all.
inline void select_left_over(reading& r) {
  if (!r.is_word(0, "when", "where", "what", "how", "which")) return;
  double const least = r.is_word(0, "when", "where") ? 0.45 : 0.7;
  for (std::size_t i = r.used.size(); i-- > 0;) {
    if (!r.is_free_column(i) || r.is_table_first(i)) continue;
    auto const* o = r.resolve.column(r.at(i));
    if (o->score < least) continue;
    r.used[i] = true;
    r.score += 0.3 * o->score;
    return r.plan.select.push_back(plain(o->where));
  }
}

inline void select_names(reading& r, std::uint32_t table) {
  std::vector<term> all;
  for (auto const c : r.resolve.names_of(table)) all.push_back(plain(c));
  r.plan.select.insert(r.plan.select.begin(), all.begin(), all.end());
}

/// Sorted by what the question does not name: numbers if there are any and letters are not spoken of, else what is selected first.
inline void order_by_selected(reading& r) {
  bool const letters = std::ranges::any_of(r.question.linked->tokens,
                                           [](auto const& t) { return t.text.starts_with("alphabet") || t.text.starts_with("lexic"); });
  auto const& all = r.plan.select;
  auto const number = std::ranges::find_if(all, is_aggregate);
  r.plan.order = letters || number == all.end() ? all.front() : *number;
}

inline void complete_selection(reading& r) {
  auto& select = r.plan.select;
  auto& tables = r.plan.tables;
  for (auto const& s : r.selected)
    if (std::ranges::find(select, s.what) == select.end()) select.push_back(s.what);
  bool const only_aggregates = std::ranges::all_of(select, is_aggregate);
  if (only_aggregates && !r.grouped_table && r.plan.group_by.empty() && lists_rows(r)) {
    r.group_by_table(r.focus);
    if (tables.empty() || tables.front() != r.focus) tables.insert(tables.begin(), r.focus);
  }
  if (select.empty() && asks_for_everything(r)) select.push_back({});
  if (select.empty()) select_left_over(r);
  if (select.empty() || (only_aggregates && r.grouped_table)) select_names(r, r.grouped_table.value_or(r.focus));
  if (r.order_by_first) order_by_selected(r);
}

/// Below one number and above a greater one.
[[nodiscard]] inline bool contradict(condition const& a, condition const& b) {
  auto const below = [](comparison op) { return op == comparison::less || op == comparison::at_most; };
  auto const above = [](comparison op) { return op == comparison::greater || op == comparison::at_least; };
  auto const number = [](condition const& c) { return std::strtod(c.operand.c_str() + (c.operand.starts_with('\'') ? 1 : 0), nullptr); };
  auto const at_most = [&](condition const& x, condition const& y) {  // dates of one year differ after it
    return number(x) < number(y) || (number(x) <= number(y) && x.operand <= y.operand);
  };
  return (below(a.op) && above(b.op) && at_most(a, b)) || (above(a.op) && below(b.op) && at_most(b, a));
}

/// The column by which rows are grouped that are counted, or that are sorted by an aggregate.
[[nodiscard]] inline std::optional<column_id> group_of(reading const& r, std::optional<column_id> selected) {
  auto const table = selected ? selected->table : r.focus;
  auto const key = r.resolve.key_of(table);
  bool const entity = r.counted && *r.counted != table && !r.resolve.refers_by_key(*r.counted, table);
  if (entity && key && (!selected || r.resolve.is_name(*selected))) return key;
  return selected ? selected : key;
}

inline void join_tables(reading& r) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    if (!r.is_free(i) || !r.is_table_first(i) || r.at(i).option(kind::table)->score < 0.9) continue;
    auto const t = *r.table_at(i);
    r.used[i] = true;
    auto const tables = tables_of(r.plan);
    if (tables.empty() || std::ranges::find(tables, t) != tables.end() || r.resolve.path_between(tables.front(), t))
      r.plan.tables.push_back(t);
  }
  if (tables_of(r.plan).empty()) r.plan.tables.push_back(r.focus);
}

inline void order_conditions(reading& r) {
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (std::size_t i = 0; i < r.plan.where.size(); ++i) order.emplace_back(r.stated_at[i], i);
  std::ranges::sort(order);
  auto const joined_by_or = [&](std::size_t from, std::size_t to) {  // but for the "or" of an amount, as in "2 or more"
    while (from < to && !(r.is_word(from, "or") && !r.read[from])) ++from;
    return from < to;
  };
  std::vector<condition> sorted;
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted.push_back(std::move(r.plan.where[order[i].second]));
    sorted.back().or_before = i > 0 && joined_by_or(order[i - 1].first, order[i].first);
  }
  r.plan.where = std::move(sorted);
}

inline void choose_keys(reading& r) {
  std::vector<std::pair<std::ptrdiff_t, column_id>> keys;
  for (auto const& item : r.names.items())
    if (r.names.is_foreign_key(item.where))
      if (auto const words = r.resolve.telling_words(item.where); words > 0)
        keys.emplace_back(-static_cast<std::ptrdiff_t>(words), item.where);
  std::ranges::sort(keys);
  for (auto const& [words, key] : keys) r.plan.keys.push_back(key);
}

inline void complete_groups(reading& r) {
  if (!r.plan.group_by.empty()) return;
  std::vector<column_id> columns;
  for (auto const& t : r.plan.select)
    if (!is_aggregate(t) && t.what) columns.push_back(*t.what);
  if (!r.plan.having.empty() || (r.plan.order && is_aggregate(*r.plan.order))) {
    if (auto const c = group_of(r, columns.empty() ? std::nullopt : std::optional(columns.front()))) r.plan.group_by.push_back(*c);
  } else if (std::ranges::any_of(r.plan.select, is_aggregate)) {
    r.plan.group_by = std::move(columns);
  }
}

inline void split_conditions(reading& r) {
  auto& where = r.plan.where;
  for (std::size_t i = 1; i < where.size(); ++i) {
    auto &a = where[i - 1], &b = where[i];
    if (a.left != b.left || b.or_before || r.plan.both) continue;
    bool const ranges = contradict(a, b);
    if (!ranges && (a.op != comparison::equal || b.op != comparison::equal)) continue;
    if (ranges ? r.has_cue(cue::kind::either) : !r.lean.intersects.value_or(r.has_cue(cue::kind::both))) {
      b.or_before = true;
      continue;
    }
    plan other = r.plan;
    other.where.erase(other.where.begin() + static_cast<std::ptrdiff_t>(i - 1));
    where.erase(where.begin() + static_cast<std::ptrdiff_t>(i));
    r.plan.both = std::make_shared<plan const>(std::move(other));
    return;
  }
}

inline void charge_for_unused(reading& r) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    auto const& m = r.at(i);
    if (!r.used[i] || r.refused[m.first]) r.score -= m.is(kind::value) ? 0.8 : m.is(kind::table) ? 0.1 : m.number ? 0.5 : 0.2;
  }
}

}  // namespace t2s::reader

#endif
