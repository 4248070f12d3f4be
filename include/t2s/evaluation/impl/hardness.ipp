// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_HARDNESS_IPP
#define T2S_EVALUATION_IMPL_HARDNESS_IPP

#include "t2s/evaluation/hardness.hpp"
#include "t2s/evaluation/impl/condition_lists.hpp"

#include <cstddef>

namespace t2s::evaluation {
namespace detail {

/// Clauses, joins, OR and LIKE.
inline std::size_t count_of_parts(official_query const& q) {
  std::size_t n = 0;
  for (bool const present : {!q.where.empty(), !q.group_by.empty(), q.order_by.has_value(), q.limited}) n += present ? 1U : 0U;
  if (!q.from.empty()) n += q.from.size() - 1;
  return n + count_of_or(q) + count_of(official_comparison::like, q);
}

inline std::size_t count_of_subqueries(official_query const& q) {
  std::size_t n = 0;
  for (auto const* c : conditions_of(q))
    for (auto const* v : {&c->value, &c->upper}) n += std::holds_alternative<official_subquery>(*v) ? 1U : 0U;
  for (auto const* s : {&q.intersect, &q.except, &q.union_}) n += *s ? 1U : 0U;
  return n;
}

inline std::size_t count_of_aggregates(official_query const& q) {
  std::size_t n = 0;
  auto const count = [&n](bool counts) { n += counts ? 1U : 0U; };
  auto const has = [](auto const& unit) { return unit.aggregate != official_aggregate::none; };
  for (auto const& s : q.select) count(has(s));
  for (auto const* c : conditions_of({&q.where})) count(c->negated);
  for (auto const& c : q.group_by) count(has(c));
  if (q.order_by)
    for (auto const& t : q.order_by->terms) count(has(t.left)), count(t.right && has(*t.right));
  for (auto const& element : q.having) {
    auto const* c = std::get_if<official_condition>(&element);
    count(!c || c->negated);
  }
  return n;
}

inline std::size_t count_of_plurals(official_query const& q) {
  std::size_t n = 0;
  for (bool const plural : {count_of_aggregates(q) > 1, q.select.size() > 1, q.where.size() > 1, q.group_by.size() > 1})
    n += plural ? 1U : 0U;
  return n;
}

}  // namespace detail

T2S_DECL hardness hardness_of(official_query const& query) {
  auto const parts = detail::count_of_parts(query), subqueries = detail::count_of_subqueries(query),
             plurals = detail::count_of_plurals(query);
  if (subqueries == 0) {
    if (parts <= 1 && plurals == 0) return hardness::easy;
    if ((parts <= 1 && plurals <= 2) || (parts <= 2 && plurals < 2)) return hardness::medium;
    if ((parts <= 2 && plurals > 2) || (parts == 3 && plurals <= 2)) return hardness::hard;
  }
  return subqueries <= 1 && parts <= 1 && plurals == 0 ? hardness::hard : hardness::extra;
}

}  // namespace t2s::evaluation

#endif
