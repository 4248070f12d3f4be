// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_VALUES_FIRST_HPP
#define T2S_OFFLINE_READER_DETAIL_VALUES_FIRST_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/plan.hpp"

#include <optional>
#include <string>
#include <utility>

/// The first rows of an order have a value: "the cheapest lamp" is not the one without a price, and "what colours are there" asks for none
/// that is missing.
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

/// Requires a value of what a plan, or a query within it, sorts by or lists. Returns the column; nothing if no first row can lack a value.
inline std::optional<knowledge::column_id> require_value_of_order(plan& p, knowledge::lexicon const& names) {
  bool const has_or = t2s::detail::any_of(p.where, [](condition const& c) { return c.or_before; });  // OR binds less
  if (p.lists_values && !has_or && !p.both && !names.column(*p.select.front().what).not_null) {
    p.where.push_back({p.select.front(), comparison::not_null});
    return p.select.front().what;
  }
  if (auto const found = first_without_value(p, names)) {
    auto left = *p.order;
    left.part = time_part::whole;
    left.factor.reset();
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

/// The statement that finds a row without a value of a column.
[[nodiscard]] inline std::string asks_for_missing(knowledge::lexicon const& names, knowledge::column_id c) {
  auto const d = names.schema().sql_dialect();
  return "SELECT 1 FROM " + schema::sql_name(names.table(c).name, d) + " WHERE " + schema::sql_name(names.column(c).name, d) +
         " IS NULL LIMIT 1";
}

}  // namespace t2s::reader::detail

#endif
