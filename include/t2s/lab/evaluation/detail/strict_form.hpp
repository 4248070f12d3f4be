// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_STRICT_FORM_HPP
#define T2S_LAB_EVALUATION_DETAIL_STRICT_FORM_HPP

#include "t2s/lab/evaluation/detail/strict_joins.hpp"

#include <algorithm>

namespace t2s::evaluation::detail::strict {

inline bool is_set_operation(op how) noexcept { return how == op::union_ || how == op::intersect || how == op::except; }

/// The members of set operations, and the operand of IN, are sets in any case.
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

/// EXISTS depends only on the presence of a row.
inline void drop_results_of_exists(sql::query& q) {
  sql::visit(q.root(), [&](node& n) {
    auto* const select = n.kind == kind::exists && n[0].count == 1 ? n[0].find(kind::select) : nullptr;
    if (select && select->count > 1 && !select->find(kind::group_by) && sql::all_of(*select->find(kind::columns), kind::call).empty())
      q.set_children(*select->find(kind::columns), std::vector<node*>{&q.make(kind::null)});
  });
}

}  // namespace t2s::evaluation::detail::strict

#endif
