// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_VISIT_HPP
#define T2S_SQL_VISIT_HPP

#include "t2s/sql/query.hpp"

#include <type_traits>
#include <utility>
#include <vector>

/// Walks and changes trees without knowing the grammar.
namespace t2s::sql {

/// What a visitor that returns something says about the children.
enum class walk { into, over, stop };

namespace detail {

template <class Node, class Visitor>
walk ask(Visitor& visitor, Node& n) {
  if constexpr (std::is_void_v<std::invoke_result_t<Visitor&, Node&>>) {
    visitor(n);
    return walk::into;
  } else {
    return visitor(n);
  }
}

template <class Node, class Visitor>
bool visit(Node& n, Visitor& visitor) {
  auto const answer = ask(visitor, n);
  if (answer == walk::stop) return false;
  if (answer == walk::over) return true;
  for (auto* child : n.children())
    if (!visit(*child, visitor)) return false;
  return true;
}

}  // namespace detail

/// Calls `visitor(node&)` for a node and all below it, parents first, in the order of the text. The visitor may return `walk` to leave
/// out what lies below a node, or to stop. Returns false if it was stopped. Recursion as deep as the tree is high.
template <class Visitor>
bool visit(node const& tree, Visitor visitor) {
  return detail::visit(tree, visitor);
}
/// The same, with nodes that may be changed.
template <class Visitor>
bool visit(node& tree, Visitor visitor) {
  return detail::visit(tree, visitor);
}

/// All nodes of a kind, in the order of the text.
[[nodiscard]] inline std::vector<node const*> all_of(node const& tree, kind k) {
  std::vector<node const*> found;
  visit(tree, [&](node const& n) {
    if (n.kind == k) found.push_back(&n);
  });
  return found;
}

namespace detail {

template <class Change>
node* transform(query& q, node* n, Change& change) {
  bool changed = false;
  for (std::size_t i = 0; i < n->count; ++i) {
    node* const now = transform(q, n->items[i], change);
    changed |= now != std::exchange(n->items[i], now);
  }
  if (changed) q.set_children(*n, {n->items, n->count});
  return change(*n);
}

}  // namespace detail

/// Replaces nodes, children first: `change(node&)` returns the node that is to stand there, most often the one that it was given,
/// perhaps changed. Make new ones with `query::make`. The root can be changed, but not replaced.
///
/// Heights are put right on the way up from a replaced child; brackets need no care, the printer sets them.
template <class Change>
void transform(query& q, Change change) {
  auto& root = q.root();
  for (std::size_t i = 0; i < root.count; ++i) root.items[i] = detail::transform(q, root.items[i], change);
  q.set_children(root, {root.items, root.count});
}

}  // namespace t2s::sql

#endif
