// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_STRICT_MATCH_IPP
#define T2S_EVALUATION_IMPL_STRICT_MATCH_IPP

#include "t2s/evaluation/impl/strict_match/conditions.hpp"
#include "t2s/evaluation/impl/strict_match/joins.hpp"
#include "t2s/evaluation/impl/strict_match/names.hpp"
#include "t2s/evaluation/strict_match.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cstddef>

namespace t2s::evaluation {
namespace detail::strict {

/// A list whose order does not count, as `x IN (...)`, whose order `sql::fingerprint` overlooks; no text has a star before IN.
inline void make_bag(sql::query& q, node& list) {
  if (list.count < 2) return;
  auto& values = q.make(kind::list);
  q.set_children(values, {list.items, list.count});
  q.set_children(list, std::vector<node*>{&q.make(kind::in, {&q.make(kind::star), &values})});
}

/// The columns of a compound's members correspond by their order; of a single select they may change places.
inline void make_bags(sql::query& q, node& n, bool column_order) {
  for (auto* child : n.children()) make_bags(q, *child, column_order);
  if (n.kind == kind::group_by && !n.has(flag::rollup)) make_bag(q, n);
  if (n.kind != kind::query || column_order) return;
  if (std::ranges::any_of(n.children(), [](node const* child) { return child->op != op::none; })) return;
  if (auto* select = n.find(kind::select)) make_bag(q, *select->find(kind::columns));
}

inline bool is_set_operation(op how) noexcept { return how == op::union_ || how == op::intersect || how == op::except; }

/// The members of set operations, and what stands after IN, are sets anyhow.
inline void drop_needless_distinct(sql::query& q) {
  sql::visit(q.root(), [](node& n) {
    auto* const body = n.kind == kind::in && n[1].kind == kind::subquery ? &n[1][0] : &n;
    if (body->kind != kind::query || (body != &n && body->find(kind::limit))) return;
    auto const members = std::ranges::count_if(body->children(), [](node const* m) { return m->kind == kind::select; });
    auto const operations = std::ranges::count_if(body->children(), [](node const* m) { return is_set_operation(m->op); });
    if (operations != members - 1 || (body == &n && members == 1)) return;
    for (auto* member : body->children())
      if (member->kind == kind::select && !member->find(kind::limit)) member->clear(flag::distinct);
  });
}

/// EXISTS asks only whether there is a row.
inline void drop_results_of_exists(sql::query& q) {
  sql::visit(q.root(), [&](node& n) {
    auto* const select = n.kind == kind::exists && n[0].count == 1 ? n[0].find(kind::select) : nullptr;
    if (select && select->count > 1 && !select->find(kind::group_by) && sql::all_of(*select->find(kind::columns), kind::call).empty())
      q.set_children(*select->find(kind::columns), std::vector<node*>{&q.make(kind::null)});
  });
}

/// What the normal form of one order says.
struct normal_form {
  std::uint64_t print = 0;
  std::size_t pairs = 0;  // of equal tables, that could change places
  std::size_t size = 0;   // in nodes
};

/// The normal form of a query whose `swapped` pairs of equal tables change places, hashed.
inline normal_form normalized(sql::query const& original, schema::database const& d, strict_match_options const& o, std::size_t swapped) {
  auto q = original.clone();
  names known(q, d);
  known.settle();
  drop_results_of_exists(q);
  drop_needless_distinct(q);
  conditions(q).settle();
  if (!o.values) values(q).hide();
  joins joined(q, known, swapped);
  joined.settle();
  std::size_t size = 0;
  sql::visit(q.root(), [&size](node const&) { ++size; });
  make_bags(q, q.root(), o.column_order);
  return {sql::fingerprint(q), joined.pairs(), size};
}

}  // namespace detail::strict

T2S_DECL std::optional<std::uint64_t> strict_fingerprint(std::string_view sql, schema::database const& d,
                                                         strict_match_options const& options) {
  constexpr std::size_t most_pairs = 6;        // four uses of one table
  constexpr std::size_t most_nodes = 200'000;  // of all orders
  auto const q = sql::parse(sql);
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
