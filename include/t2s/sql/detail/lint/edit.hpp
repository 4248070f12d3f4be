// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_EDIT_HPP
#define T2S_SQL_DETAIL_LINT_EDIT_HPP

#include "t2s/sql/detail/lint/select.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Edits of copies of the query, for proposals.
namespace t2s::sql::detail::linting {

/// Parses an expression into a node of a query; nullptr if it does not parse.
inline node* expression_in(query& q, std::string_view sql) {
  auto const parsed = parse(concat({"SELECT ", sql}), {.grammar = q.grammar()});
  if (!parsed) return nullptr;
  auto const* const select = parsed->root().find(kind::select);
  auto const* const columns = select ? select->find(kind::columns) : nullptr;
  return columns && columns->count == 1 ? &q.copy((*columns)[0]) : nullptr;
}

/// Replaces a node by an expression.
inline void replace(query& q, node const& old, std::string_view sql) {
  auto* const made = expression_in(q, sql);
  if (made) transform(q, [&](node& n) { return &n == &old ? made : &n; });
}

/// Adds a condition to the WHERE of a select.
inline void add_condition(query& q, node& select, std::string_view sql) {
  auto* const added = expression_in(q, sql);
  if (!added) return;
  if (auto* const where = select.find(kind::where)) {
    auto& before = (*where)[0];
    std::vector<node*> operands;
    if (before.kind == kind::operation && before.op == op::and_)
      operands.assign(before.children().begin(), before.children().end());
    else
      operands.push_back(&before);
    operands.push_back(added);
    auto& both = q.make(kind::operation);
    both.op = op::and_;
    q.set_children(both, operands);
    node* const only[] = {&both};
    return q.set_children(*where, only);
  }
  std::vector<node*> parts;
  for (auto* const child : select.children()) {
    parts.push_back(child);
    if (child->kind == kind::from) parts.push_back(&q.make(kind::where, {added}));
  }
  q.set_children(select, parts);
}

/// Removes a child.
inline void drop_child(query& q, node& parent, node const* child) {
  std::vector<node*> kept;
  for (auto* const c : parent.children())
    if (c != child) kept.push_back(c);
  q.set_children(parent, kept);
}

/// Adds a child at the end.
inline void append_child(query& q, node& parent, node& child) {
  std::vector<node*> all(parent.children().begin(), parent.children().end());
  all.push_back(&child);
  q.set_children(parent, all);
}

/// The statement with a node replaced by an expression.
inline std::string with(review const& r, node const& at, std::string_view expression) {
  return r.edited(at, [&](query& q, node& there) { replace(q, there, expression); });
}

/// The statement with one more condition in a select.
inline std::string with_condition(review const& r, select_view const& s, std::string_view condition) {
  return r.edited(*s.at, [&](query& q, node& select) { add_condition(q, select, condition); });
}

}  // namespace t2s::sql::detail::linting

#endif
