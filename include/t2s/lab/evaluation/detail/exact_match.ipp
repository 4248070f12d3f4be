// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_EXACT_MATCH_IPP
#define T2S_LAB_EVALUATION_DETAIL_EXACT_MATCH_IPP

#include "t2s/lab/evaluation/detail/exact_match.hpp"
#include "t2s/lab/evaluation/detail/strict_form.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>

namespace t2s::evaluation {
namespace detail {

// The official program reads the elements of a list alternately as a condition and a connective, even if they are not.

using condition_list = std::vector<std::reference_wrapper<official_condition const>>;

inline condition_list conditions_of(std::initializer_list<official_conditions const*> lists) {
  condition_list out;
  for (auto const* list : lists)
    for (std::size_t i = 0; i < list->size(); i += 2) out.emplace_back(std::get<official_condition>((*list)[i]));
  return out;
}
inline condition_list conditions_of(official_query const& q) { return conditions_of({&q.on, &q.where, &q.having}); }

/// The number of connectives that are OR.
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
  return static_cast<std::size_t>(std::ranges::count(conditions_of(q), op, &official_condition::op));
}

inline partial_score scored(std::size_t label_total, std::size_t prediction_total, std::size_t common) {
  return {static_cast<std::uint32_t>(label_total), static_cast<std::uint32_t>(prediction_total),
          prediction_total == label_total && common == prediction_total};
}

/// The score of two multisets: how many elements of one are, by `part_of`, in the other.
template <class T, class Projection = std::identity>
partial_score bags_scored(std::vector<T> const& predicted, std::vector<T> gold, Projection part_of = {}) {
  auto const total = gold.size();
  for (auto const& element : predicted)
    if (auto const found = std::ranges::find(gold, std::invoke(part_of, element), part_of); found != gold.end()) gold.erase(found);
  return scored(total, predicted.size(), total - gold.size());
}

inline partial_score group_scored(official_query const& predicted, official_query const& gold) {
  std::size_t const label = gold.group_by.empty() ? 0 : 1, prediction = predicted.group_by.empty() ? 0 : 1;
  bool const same = label + prediction == 2 && predicted.having == gold.having &&
                    std::ranges::equal(predicted.group_by, gold.group_by, {}, &official_column::column, &official_column::column);
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
  if (std::ranges::is_permutation(p, g)) return scored(1, 1, 1);
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
  add(std::ranges::any_of(conditions_of(q), &official_condition::negated), "not");
  add(count_of(official_comparison::in, q) > 0, "in");
  add(count_of(official_comparison::like, q) > 0, "like");
  return out;
}

inline partial_scores parts_scored(official_query const& p, official_query const& g) {
  auto const group_name = [](official_column const& c) { return c.column.column; };
  auto const p_where = conditions_of({&p.where}), g_where = conditions_of({&g.where});
  return {bags_scored(p.select, g.select),
          bags_scored(p.select, g.select, &official_selected::term),
          bags_scored(p_where, g_where),
          bags_scored(p_where, g_where, &official_condition::term),
          bags_scored(p.group_by, g.group_by, group_name),
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
  for (official_condition const& c : conditions_of(q))
    for (auto const* v : {&c.value, &c.upper}) n += std::holds_alternative<official_subquery>(*v) ? 1U : 0U;
  for (auto const* s : {&q.intersect, &q.except, &q.union_}) n += *s ? 1U : 0U;
  return n;
}

inline std::size_t count_of_aggregates(official_query const& q) {
  std::size_t n = 0;
  auto const count = [&n](bool counts) { n += counts ? 1U : 0U; };
  auto const has = [](auto const& unit) { return unit.aggregate != official_aggregate::none; };
  for (auto const& s : q.select) count(has(s));
  for (official_condition const& c : conditions_of({&q.where})) count(c.negated);
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
  std::array const sizes{count_of_aggregates(q), q.select.size(), q.where.size(), q.group_by.size()};
  return static_cast<std::size_t>(std::ranges::count_if(sizes, [](std::size_t n) { return n > 1; }));
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
  bool const all = std::ranges::all_of(m.parts, &partial_score::agrees);
  m.equal = all && (gold.from.empty() || std::ranges::is_permutation(p.from, gold.from));
  return m;
}

namespace detail::strict {

/// Sorts a list whose order has no meaning, as `x IN (...)`, which `sql::fingerprint` ignores; no text has a star before IN.
inline void make_bag(sql::query& q, node& list) {
  if (list.count < 2) return;
  auto& values = q.make(kind::list);
  q.set_children(values, {list.items, list.count});
  q.set_children(list, std::vector<node*>{&q.make(kind::in, {&q.make(kind::star), &values})});
}

/// The columns of a compound's members correspond by position; those of a single select may be reordered.
inline void make_bags(sql::query& q, node& n, bool column_order) {
  for (auto* child : n.children()) make_bags(q, *child, column_order);
  if (n.kind == kind::group_by && !n.has(flag::rollup)) make_bag(q, n);
  if (n.kind != kind::query || column_order) return;
  if (std::ranges::any_of(n.children(), [](node const* child) { return child->op != op::none; })) return;
  if (auto* select = n.find(kind::select)) make_bag(q, *select->find(kind::columns));
}

/// The normal form for one order of equal tables.
struct normal_form {
  std::uint64_t print = 0;
  std::size_t pairs = 0;  // number of pairs of equal tables, whose order has no meaning
  std::size_t size = 0;   // in nodes
};

/// The normal form of a query with the `swapped` pairs of equal tables exchanged, hashed.
inline normal_form normalized(sql::query const& original, schema::database const& d, strict_match_options const& o, std::size_t swapped) {
  auto q = original.clone();
  names known(q, d);
  known.settle();
  drop_results_of_exists(q);
  drop_needless_distinct(q);
  conditions(q).settle();
  if (!o.values) hide_values(q);
  joins joined(q, known, swapped);
  joined.settle();
  std::size_t size = 0;
  sql::visit(q.root(), [&size](node const&) { ++size; });
  make_bags(q, q.root(), o.column_order);
  return {sql::fingerprint(q), joined.pairs, size};
}

}  // namespace detail::strict

T2S_DECL std::optional<std::uint64_t> strict_fingerprint(std::string_view sql, schema::database const& d,
                                                         strict_match_options const& options) {
  constexpr std::size_t most_pairs = 6;        // four uses of one table
  constexpr std::size_t most_nodes = 200'000;  // of all orders
  auto const q = sql::parse(sql, {.grammar = sql::dialect_of(d)});
  if (!q) return {};
  auto const first = detail::strict::normalized(*q, d, options, 0);
  auto orders = std::size_t{1} << std::min(first.pairs, most_pairs);
  while (orders > 1 && orders * first.size > most_nodes) orders /= 2;
  auto least = first.print;
  for (std::size_t swapped = 1; swapped < orders; ++swapped)
    least = std::min(least, detail::strict::normalized(*q, d, options, swapped).print);
  return least;
}

}  // namespace t2s::evaluation

#endif
