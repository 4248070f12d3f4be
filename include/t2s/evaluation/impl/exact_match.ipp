// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_EXACT_MATCH_IPP
#define T2S_EVALUATION_IMPL_EXACT_MATCH_IPP

#include "t2s/evaluation/exact_match.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <string_view>
#include <variant>
#include <vector>

namespace t2s::evaluation {
namespace detail {

// The official program takes every other element of a list for a condition, the rest for connectives, whatever they are.

inline std::vector<official_condition const*> conditions_of(std::initializer_list<official_conditions const*> lists) {
  std::vector<official_condition const*> out;
  for (auto const* list : lists)
    for (std::size_t i = 0; i < list->size(); i += 2) out.push_back(&std::get<official_condition>((*list)[i]));
  return out;
}
inline std::vector<official_condition const*> conditions_of(official_query const& q) { return conditions_of({&q.on, &q.where, &q.having}); }

/// How often OR stands for a connective.
inline std::size_t count_of_or(official_query const& q) {
  std::size_t n = 0;
  for (auto const* list : {&q.on, &q.where, &q.having})
    for (std::size_t i = 1; i < list->size(); i += 2) {
      auto const* c = std::get_if<official_connective>(&(*list)[i]);
      n += c && *c == official_connective::or_ ? 1U : 0U;
    }
  return n;
}

inline std::size_t count_of(official_comparison op, official_query const& q) {
  return static_cast<std::size_t>(std::ranges::count(conditions_of(q), op, [](auto const* c) { return c->op; }));
}

inline partial_score scored(std::size_t label_total, std::size_t prediction_total, std::size_t common) {
  int const right = prediction_total == label_total && common == prediction_total ? 1 : 0;
  return {label_total, prediction_total, right, right, right};
}

/// The score of two bags: how many elements of the one are found in the other.
template <class T>
partial_score bags_scored(std::vector<T> const& predicted, std::vector<T> gold) {
  auto const total = gold.size();
  for (auto const& element : predicted)
    if (auto const found = std::ranges::find(gold, element); found != gold.end()) gold.erase(found);
  return scored(total, predicted.size(), total - gold.size());
}

template <class Range, class Projection>
auto each(Range const& range, Projection projection) {
  std::vector<std::remove_cvref_t<std::invoke_result_t<Projection, std::ranges::range_reference_t<Range const>>>> out;
  for (auto const& element : range) out.push_back(projection(element));
  return out;
}

inline std::vector<official_condition> where_of(official_query const& q) {
  return each(conditions_of({&q.where}), [](auto const* c) { return *c; });
}

/// Grouping counts by the names of its columns, whatever their tables.
inline std::vector<std::uint32_t> group_names(official_query const& q) {
  return each(q.group_by, [](auto const& c) { return c.column.column; });
}

inline partial_score group_scored(official_query const& predicted, official_query const& gold) {
  auto const columns = [](official_query const& q) { return each(q.group_by, [](auto const& c) { return c.column; }); };
  std::size_t const label = gold.group_by.empty() ? 0 : 1, prediction = predicted.group_by.empty() ? 0 : 1;
  bool const same = label + prediction == 2 && columns(predicted) == columns(gold) && predicted.having == gold.having;
  return scored(label, prediction, same ? 1 : 0);
}

inline partial_score order_scored(official_query const& predicted, official_query const& gold) {
  bool const same = gold.order_by && predicted.order_by == gold.order_by && predicted.limited == gold.limited;
  return scored(gold.order_by ? 1 : 0, predicted.order_by ? 1 : 0, same ? 1 : 0);
}

/// The connectives of WHERE, each once.
inline official_conditions connectives_of(official_query const& q) {
  official_conditions out;
  for (std::size_t i = 1; i < q.where.size(); i += 2)
    if (std::ranges::find(out, q.where[i]) == out.end()) out.push_back(q.where[i]);
  return out;
}

inline partial_score connectives_scored(official_query const& predicted, official_query const& gold) {
  auto const p = connectives_of(predicted), g = connectives_of(gold);
  if (std::ranges::is_permutation(p, g)) return {1, 1, 1, 1, 1};  // as scored(1, 1, 1)
  return scored(p.size(), g.size(), 0);
}

inline partial_score combined_scored(official_query const& predicted, official_query const& gold) {
  std::size_t label = 0, prediction = 0, common = 0;
  for (auto const part : {&official_query::intersect, &official_query::except, &official_query::union_}) {
    auto const &p = predicted.*part, &g = gold.*part;
    label += g ? 1U : 0U;
    prediction += p ? 1U : 0U;
    common += p && g && compare(*p.query, *g.query).equal ? 1U : 0U;
  }
  return scored(label, prediction, common);
}

inline std::vector<std::string_view> keywords_of(official_query const& q) {
  std::vector<std::string_view> out;
  auto const add = [&out](bool present, std::string_view keyword) {
    if (present) out.push_back(keyword);
  };
  add(!q.where.empty(), "where");
  add(!q.group_by.empty(), "group");
  add(!q.having.empty(), "having");
  add(q.order_by.has_value(), "order");
  add(q.order_by && q.order_by->descending, "desc");
  add(q.order_by && !q.order_by->descending, "asc");
  add(q.limited, "limit");
  add(static_cast<bool>(q.except), "except");
  add(static_cast<bool>(q.union_), "union");
  add(static_cast<bool>(q.intersect), "intersect");
  add(count_of_or(q) > 0, "or");
  add(std::ranges::any_of(conditions_of(q), [](auto const* c) { return c->negated; }), "not");
  add(count_of(official_comparison::in, q) > 0, "in");
  add(count_of(official_comparison::like, q) > 0, "like");
  return out;
}

inline std::array<partial_score, 10> parts_scored(official_query const& p, official_query const& g) {
  auto const term = [](auto const& unit) { return unit.term; };
  auto const p_where = where_of(p), g_where = where_of(g);
  return {bags_scored(p.select, g.select),
          bags_scored(each(p.select, term), each(g.select, term)),
          bags_scored(p_where, g_where),
          bags_scored(each(p_where, term), each(g_where, term)),
          bags_scored(group_names(p), group_names(g)),
          group_scored(p, g),
          order_scored(p, g),
          connectives_scored(p, g),
          combined_scored(p, g),
          bags_scored(keywords_of(p), keywords_of(g))};
}

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

T2S_DECL exact_match compare(std::optional<official_query> const& predicted, official_query const& gold) {
  static official_query const empty{};
  auto const& p = predicted ? *predicted : empty;
  exact_match m;
  m.parts = detail::parts_scored(p, gold);
  bool const all = std::ranges::all_of(m.parts, [](partial_score const& s) { return s.f1 == 1; });
  m.equal = all && (gold.from.empty() || std::ranges::is_permutation(p.from, gold.from));
  return m;
}

}  // namespace t2s::evaluation

#endif
