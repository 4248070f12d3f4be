// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_SHAPE_IPP
#define T2S_GENERATE_OFFLINE_IMPL_SHAPE_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/offline/shape.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cstddef>

namespace t2s::generate::offline {
namespace detail {

inline aggregate aggregate_of(sql::node const& n) noexcept {
  static constexpr std::array<std::string_view, 6> names{"", "count", "sum", "avg", "min", "max"};
  if (n.kind != sql::kind::call) return aggregate::none;
  for (std::size_t i = 1; i < names.size(); ++i)
    if (text::same(n.name.view(), names[i])) return static_cast<aggregate>(i);
  return aggregate::none;
}

/// Takes the shape of a tree, clause by clause.
class shape_reader {
 public:
  shape read(sql::node const& query) {
    bool first = true;
    for (auto const* part : query.children()) {
      if (part->kind == sql::kind::select && first)
        select(*part), first = false;
      else if (part->kind == sql::kind::select)
        combine(part->op);
      else if (part->kind == sql::kind::order_by)
        sort(*part);
      else if (part->kind == sql::kind::limit)
        out_.limited = true;
    }
    return out_;
  }

 private:
  void select(sql::node const& s) {
    for (auto const* part : s.children()) {
      if (part->kind == sql::kind::columns)
        for (auto const* c : part->children()) column(*c);
      if (part->kind == sql::kind::where) conditions((*part)[0]);
      if (part->kind == sql::kind::group_by) out_.grouped = true;
      if (part->kind == sql::kind::having) out_.having = true;
    }
  }

  void column(sql::node const& c) {
    if (c.kind == sql::kind::alias) return column(c[0]);
    auto const how = aggregate_of(c);
    if (how == aggregate::none)
      ++out_.columns;
    else
      ++out_.aggregates[static_cast<std::size_t>(how)];
  }

  void conditions(sql::node const& e) {
    if (e.kind == sql::kind::operation && (e.op == sql::op::and_ || e.op == sql::op::or_)) {
      if (e.op == sql::op::or_) out_.unites = true;
      for (auto const* part : e.children()) conditions(*part);
      return;
    }
    if (e.kind == sql::kind::in && e.count > 1 && e[1].kind == sql::kind::subquery && e.has(sql::flag::negated)) {
      out_.excludes = true;
      return;
    }
    for (auto const* side : e.children())
      if (side->kind == sql::kind::subquery) return nested((*side)[0]);
    ++out_.conditions;
  }

  /// A condition on a query: an extreme is an order with a limit, all else compares.
  void nested(sql::node const& query) {
    auto const* s = query.find(sql::kind::select);
    auto const* columns = s ? s->find(sql::kind::columns) : nullptr;
    auto const how = columns && columns->count > 0 ? aggregate_of((*columns)[0]) : aggregate::none;
    if (how == aggregate::max || how == aggregate::min) {
      out_.sorted = shape::sorting::column;
      out_.limited = true;
      out_.descending = how == aggregate::max;
    } else {
      out_.compares_with_query = true;
    }
  }

  void combine(sql::op o) {
    if (o == sql::op::intersect)
      out_.intersects = true;
    else if (o == sql::op::except)
      out_.excludes = true;
    else
      out_.unites = true;
  }

  void sort(sql::node const& order) {
    auto const& key = order[0];
    out_.sorted = aggregate_of(key[0]) == aggregate::none ? shape::sorting::column : shape::sorting::aggregate;
    out_.descending = key.has(sql::flag::descending);
  }

  shape out_{};
};

}  // namespace detail

T2S_DECL shape shape_of(plan const& p) {
  shape s;
  for (auto const& t : p.select)
    if (t.how == aggregate::none)
      ++s.columns;
    else
      ++s.aggregates[static_cast<std::size_t>(t.how)];
  for (auto const& c : p.where) {
    if (c.op == comparison::not_in)
      s.excludes = true;
    else if (c.nested)
      s.compares_with_query = true;
    else
      ++s.conditions;
    s.unites = s.unites || c.or_before;
  }
  s.grouped = !p.group_by.empty();
  s.having = !p.having.empty();
  s.limited = p.limit != 0;
  s.descending = p.order && p.descending;
  if (p.order) s.sorted = p.order->how == aggregate::none ? shape::sorting::column : shape::sorting::aggregate;
  s.intersects = p.combined == combination::intersect;
  s.excludes = s.excludes || p.combined == combination::except;
  s.unites = s.unites || p.combined == combination::union_;
  return s;
}

T2S_DECL std::optional<shape> shape_of(std::string_view sql) {
  auto const parsed = sql::parse(sql);
  if (!parsed || parsed->root().kind != sql::kind::query) return {};
  return detail::shape_reader().read(parsed->root());
}

T2S_DECL double agreement(shape const& a, shape const& b) noexcept {
  double score = 0;
  auto const compare = [&score](auto x, auto y, double weight) { score += x == y ? weight : 0.0; };
  compare(a.columns, b.columns, 0.18);
  compare(a.aggregates, b.aggregates, 0.2);
  compare(std::min<int>(a.conditions, 2), std::min<int>(b.conditions, 2), 0.08);
  compare(a.grouped, b.grouped, 0.1);
  compare(a.having, b.having, 0.08);
  compare(a.limited, b.limited, 0.08);
  compare(a.descending, b.descending, 0.04);
  compare(a.sorted, b.sorted, 0.1);
  compare(a.excludes, b.excludes, 0.06);
  compare(a.intersects, b.intersects, 0.03);
  compare(a.unites, b.unites, 0.02);
  compare(a.compares_with_query, b.compares_with_query, 0.03);
  return score;
}

}  // namespace t2s::generate::offline

#endif
