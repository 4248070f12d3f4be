// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_NAMES_HPP
#define T2S_SQL_DETAIL_LINT_NAMES_HPP

#include "t2s/core/detail/text_distance.hpp"
#include "t2s/sql/detail/lint/edit.hpp"
#include "t2s/sql/detail/lint/select.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Rules about names.
namespace t2s::sql::detail::linting {

/// Whether an expression is a name in double quotes that SQLite reads as a text, since no column has it.
inline bool is_name_as_text(review const& r, node const& n) { return n.kind == kind::column && r.string_of(n); }

/// Whether only a column makes sense as the i-th child of a node. Compared with a column, given as a result of several selects or joined to
/// a text, a text in double quotes is meant as one.
inline bool wants_column(review const& r, select_view const& s, node const& parent, std::size_t i) {
  auto const is_fixed = [&](node const* n) { return is_constant(*n) || r.string_of(*n) || n->kind == kind::null; };
  switch (parent.kind) {
    case kind::columns: return s.alone;
    case kind::sort:
    case kind::group_by:
    case kind::partition_by: return true;
    case kind::call: return i == 0 && (parent.count == 1 || is_aggregate_call(parent));
    case kind::like:
    case kind::between: return i == 0;
    case kind::in: return i == 0 && parent[1].kind == kind::list;
    case kind::operation:
      if (is_comparison(parent.op) || parent.op == op::is || parent.op == op::is_not)
        return std::all_of(parent.items, parent.items + parent.count, is_fixed);
      return parent.op == op::add || parent.op == op::sub || parent.op == op::mul || parent.op == op::div || parent.op == op::mod;
    default: return false;
  }
}

/// The column whose name is nearest; empty if none is near.
inline std::string nearest_column(review const& r, select_view const& s, std::string_view name) {
  std::vector<std::string> known;
  for (auto const& source : s.sources())
    for (auto const& c : source.relation->columns) known.emplace_back(c.name);
  auto const* const nearest = text::nearest(name, known);
  return nearest ? r.named(*nearest) : std::string();
}

inline void name_as_text(review& r, select_view const& s) {
  if (!r.in_sqlite() || !s.from) return;
  auto const look = [&](node const& parent) {
    for (std::size_t i = 0; i < parent.count; ++i) {
      auto const& n = parent[i];
      if (!is_name_as_text(r, n) || !wants_column(r, s, parent, i)) continue;
      auto const name = n.name.view();
      auto const meant = nearest_column(r, s, name);
      r.report(lint_rule::name_as_text, n,
               concat({"no column is called ", name, ", so SQLite reads ", r.text_of(n), " as a text, the same in every row"}),
               meant.empty() ? std::string() : with(r, n, meant));
      if (parent.kind == kind::operation) return;  // one of two texts that are compared
    }
  };
  visit_expression(*s.at, look);
  if (s.order) visit_expression(*s.order, look);
}

}  // namespace t2s::sql::detail::linting

#endif
