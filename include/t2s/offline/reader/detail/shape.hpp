// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_SHAPE_HPP
#define T2S_OFFLINE_READER_DETAIL_SHAPE_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/offline/reader/detail/plan.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/parse.hpp"

namespace t2s::reader::detail {

/// The skeleton of a query, as far as the meaning of a question decides it: its operations, without names, values and joins. Equivalent
/// forms have one shape: `x = (SELECT max(x) ...)` is ordering with a limit, EXCEPT and NOT IN both exclude.
struct shape {
  enum class sorting : std::uint8_t { none, column, aggregate };  ///< the sort key

  std::array<std::uint8_t, 6> columns{};  ///< result columns by aggregate, in the order of `detail::aggregate`
  std::uint8_t conditions = 0;            ///< in WHERE, at the outermost level
  bool grouped = false, having = false, limited = false, descending = false;               ///< which clauses there are
  bool excludes = false, intersects = false, unites = false, compares_with_query = false;  ///< which other queries there are
  sorting sorted = sorting::none;                                                          ///< the sort key

  friend bool operator==(shape const&, shape const&) = default;

  void add_column(aggregate how) { ++columns[static_cast<std::size_t>(how)]; }                             ///< adds a result column
  void sort_by(aggregate how) { sorted = how == aggregate::none ? sorting::column : sorting::aggregate; }  ///< sorts by a term
};

inline aggregate aggregate_of(sql::node const& n) noexcept {
  if (n.kind != sql::kind::call) return aggregate::none;
  for (std::size_t i = 1; i < aggregate_names.size(); ++i)
    if (text::same(n.name.view(), aggregate_names[i])) return static_cast<aggregate>(i);
  return aggregate::none;
}

/// Adds a condition on a query: an extreme counts as an order with a limit, others as comparisons.
inline void add_query(shape& out, sql::node const& query) {
  auto const* s = query.find(sql::kind::select);
  auto const* columns = s ? s->find(sql::kind::columns) : nullptr;
  auto const how = columns && columns->count > 0 ? aggregate_of((*columns)[0]) : aggregate::none;
  if (how != aggregate::max && how != aggregate::min) {
    out.compares_with_query = true;
    return;
  }
  out.sorted = shape::sorting::column;
  out.limited = true;
  out.descending = how == aggregate::max;
}

inline void add_conditions(shape& out, sql::node const& e) {
  if (e.kind == sql::kind::operation && (e.op == sql::op::and_ || e.op == sql::op::or_)) {
    out.unites = out.unites || e.op == sql::op::or_;
    for (auto const* part : e.children()) add_conditions(out, *part);
    return;
  }
  if (e.kind == sql::kind::in && e.count > 1 && e[1].kind == sql::kind::subquery && e.has(sql::flag::negated)) {
    out.excludes = true;
    return;
  }
  for (auto const* side : e.children())
    if (side->kind == sql::kind::subquery) return add_query(out, (*side)[0]);
  ++out.conditions;
}

inline void add_select(shape& out, sql::node const& s) {
  for (auto const* part : s.children()) {
    if (part->kind == sql::kind::columns)
      for (auto const* c : part->children()) {
        while (c->kind == sql::kind::alias) c = &(*c)[0];
        out.add_column(aggregate_of(*c));
      }
    if (part->kind == sql::kind::where) add_conditions(out, (*part)[0]);
    out.grouped = out.grouped || part->kind == sql::kind::group_by;
    out.having = out.having || part->kind == sql::kind::having;
  }
}

/// Reads the shape of SQL text in the dialect of a database. False if it is not a SELECT. `room` is used for parsing.
[[nodiscard]] inline bool read_shape(shape& out, std::string_view sql, schema::database const& d, sql::query& room) {
  bool const is_sql = !sql::parse_into(room, sql, {.grammar = sql::dialect_of(d)});
  if (!is_sql || room.root().kind != sql::kind::query) return false;
  bool first = true;
  for (auto const* part : room.root().children()) {
    if (part->kind == sql::kind::select) {
      if (first) add_select(out, *part);
      if (!first) (part->op == sql::op::intersect ? out.intersects : part->op == sql::op::except ? out.excludes : out.unites) = true;
      first = false;
    } else if (part->kind == sql::kind::order_by) {
      auto const& key = (*part)[0];
      out.sort_by(aggregate_of(key[0]));
      out.descending = key.has(sql::flag::descending);
    }
    out.limited = out.limited || part->kind == sql::kind::limit;
  }
  return true;
}

/// The shape of a plan's SQL.
[[nodiscard]] inline shape shape_of(plan const& p) {
  shape s;
  for (auto const& t : p.select) s.add_column(t.how);
  for (auto const& c : p.where) {
    if (c.nested)
      (c.op == comparison::not_in ? s.excludes : s.compares_with_query) = true;
    else
      ++s.conditions;
    s.unites = s.unites || c.or_before;
  }
  s.grouped = !p.group_by.empty();
  s.having = !p.having.empty();
  s.limited = p.limit != 0;
  s.descending = p.order && p.descending;
  if (p.order) s.sort_by(p.order->how);
  (p.unites ? s.unites : s.intersects) |= p.both != nullptr;
  return s;
}

/// How much two shapes agree, from 0 to 1, weighted by the effect of each part on the rows.
[[nodiscard]] inline double agreement(shape const& a, shape const& b) noexcept {
  double score = 0;
  auto const add = [&score](bool agrees, double weight) { score += agrees ? weight : 0.0; };
  add(a.columns[0] == b.columns[0], 0.18);
  bool same_aggregates = true;
  for (std::size_t i = 1; i < a.columns.size(); ++i) same_aggregates = same_aggregates && a.columns[i] == b.columns[i];
  add(same_aggregates, 0.2);
  add(std::min<int>(a.conditions, 2) == std::min<int>(b.conditions, 2), 0.08);
  add(a.grouped == b.grouped, 0.1);
  add(a.having == b.having, 0.08);
  add(a.limited == b.limited, 0.08);
  add(a.descending == b.descending, 0.04);
  add(a.sorted == b.sorted, 0.1);
  add(a.excludes == b.excludes, 0.06);
  add(a.intersects == b.intersects, 0.03);
  add(a.unites == b.unites, 0.02);
  add(a.compares_with_query == b.compares_with_query, 0.03);
  return score;
}

}  // namespace t2s::reader::detail

#endif
