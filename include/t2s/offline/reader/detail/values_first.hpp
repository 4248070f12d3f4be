// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_VALUES_FIRST_HPP
#define T2S_OFFLINE_READER_DETAIL_VALUES_FIRST_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/plan.hpp"

#include <optional>
#include <string>
#include <utility>

/// What the stored values decide: "the cheapest lamp" is not the one without a price, "what colours are there" asks for none that is
/// missing, and "no errors" are 0 errors if some rows have 0.
namespace t2s::reader::detail {

/// Whether an order begins with the rows that have no value.
[[nodiscard]] constexpr bool begins_with_null(sql::dialect d, bool descending) noexcept {
  return d == sql::dialect::duckdb ? false : d == sql::dialect::postgres ? descending : !descending;
}

/// The column whose missing values would be the first rows of a plan: it may be empty, and the plan takes only the first rows by it.
[[nodiscard]] inline std::optional<knowledge::column_id> first_without_value(plan const& p, knowledge::lexicon const& names) {
  if (!p.order || p.limit == 0 || p.both || !p.order->what || p.order->what->is_table() || p.order->how == aggregate::count) return {};
  if (!begins_with_null(names.schema().sql_dialect(), p.descending)) return {};
  if (t2s::detail::any_of(p.where, [](condition const& c) { return c.or_before; })) return {};  // OR binds less
  auto const& column = names.column(*p.order->what);
  return column.not_null || column.key_position != 0 ? std::nullopt : p.order->what;
}

/// The column of the groups of which a plan takes the first ones by their number of rows: rows without a value are no such group.
[[nodiscard]] inline std::optional<knowledge::column_id> first_group(plan const& p, knowledge::lexicon const& names) {
  if (!p.order || p.limit == 0 || p.both || p.group_by.size() != 1 || p.order->how != aggregate::count) return {};
  auto const c = p.group_by.front();
  auto const& column = names.column(c);
  bool const shown = p.select.size() == 1 && p.select.front() == plain(c);
  return !shown || column.not_null || column.key_position != 0 ? std::nullopt : std::optional(c);
}

/// Requires a value of what a plan, or a query within it, sorts by or lists. Returns the column; nothing if no first row can lack a value.
inline std::optional<knowledge::column_id> require_value_of_order(plan& p, knowledge::lexicon const& names) {
  bool const has_or = t2s::detail::any_of(p.where, [](condition const& c) { return c.or_before; });  // OR binds less
  if (p.lists_values && !has_or && !p.both && !names.column(*p.select.front().what).not_null) {
    p.where.push_back({p.select.front(), comparison::not_null});
    return p.select.front().what;
  }
  if (auto const found = has_or ? std::nullopt : first_group(p, names)) {
    p.where.push_back({plain(*found), comparison::not_null});
    return found;
  }
  if (auto const found = first_without_value(p, names)) {
    auto left = *p.order;
    left.part = time_part::whole;
    left.factor.reset();
    left.since.reset();
    (is_aggregate(left) ? p.having : p.where).push_back({std::move(left), comparison::not_null});
    return found;
  }
  for (auto& c : p.where) {
    if (!c.nested) continue;
    plan inner = *c.nested;
    auto const found = require_value_of_order(inner, names);
    if (!found) continue;
    c.nested = inner_plan(std::move(inner));
    return found;
  }
  return {};
}

/// "No errors": requires 0 of a number instead of no value. Returns the column; nothing if a plan requires that of no number.
inline std::optional<knowledge::column_id> require_zero(plan& p, knowledge::lexicon const& names) {
  for (auto& c : p.where) {
    auto const what = c.op == comparison::null && !is_aggregate(c.left) && !c.left.via ? c.left.what : std::nullopt;
    if (!what || what->is_table() || names.content_of(*what) != knowledge::content::number) continue;
    if (names.is_key(*what) || names.is_time(*what)) continue;
    c.op = comparison::equal;
    c.operand = "0";
    return what;
  }
  return {};
}

/// The statement that finds a row in which a column is like that.
[[nodiscard]] inline std::string asks_for_rows(knowledge::lexicon const& names, knowledge::column_id c, std::string_view like) {
  auto const d = names.schema().sql_dialect();
  return ("SELECT 1 FROM " + schema::sql_name(names.table(c).name, d) + " WHERE " + schema::sql_name(names.column(c).name, d))
      .append(like)
      .append(" LIMIT 1");
}

}  // namespace t2s::reader::detail

#endif
