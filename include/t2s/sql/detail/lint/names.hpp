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

// ---- clause_as_name

/// Whether a source has a name without AS before it, which no column and no star uses.
inline bool has_idle_name(review const& r, resolving::source const& source) {
  auto const text = r.tree.text();
  auto const offset = static_cast<std::size_t>(source.name.data() - text.data());
  if (source.name.empty() || offset >= text.size()) return false;
  if (source.relation->table && text::same(source.relation->table->name, source.name)) return false;
  auto const before = text::trim(text.substr(0, offset));
  if (before.size() > 2 && text::same(before.substr(before.size() - 2), "as") && text::is_space(before[before.size() - 3])) return false;
  return visit(r.tree.root(), [&](node const& n) {
    bool const qualifies = (n.kind == kind::column || n.kind == kind::star) && text::same(n.qualifier.view(), source.name);
    return qualifies ? walk::stop : walk::into;
  });
}

/// What follows a clause's word in a name: "flag" of WHEREflag; empty for other names.
inline std::string_view after_clause(std::string_view name) {
  for (std::string_view const clause : {"where", "having", "groupby", "orderby", "limit", "offset", "on"})
    if (name.size() > clause.size() && text::same(name.substr(0, clause.size()), clause)) return name.substr(clause.size());
  return {};
}

inline void clause_as_name(review& r, select_view const& s) {
  auto const is_name = [&](std::string_view word) {
    return std::any_of(s.sources().begin(), s.sources().end(), [&](resolving::source const& other) {
      return text::same(other.name, word) || other.relation->find(word) != resolving::none;
    });
  };
  for (auto const& source : s.sources()) {
    auto const alias = source.name, rest = after_clause(alias);
    if (rest.empty() || !(text::is_digit(rest.front()) || is_name(rest)) || !has_idle_name(r, source)) continue;
    r.report(lint_rule::clause_as_name, *source.at,
             concat({alias, " is read as a name for the table: a space is missing between ", alias.substr(0, alias.size() - rest.size()),
                     " and ", rest}));
  }
}

}  // namespace t2s::sql::detail::linting

#endif
