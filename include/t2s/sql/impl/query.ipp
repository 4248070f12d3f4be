// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_QUERY_IPP
#define T2S_SQL_IMPL_QUERY_IPP

#include "t2s/sql/query.hpp"

#include <algorithm>

namespace t2s::sql {
namespace detail {

inline identifier copy_text(arena& memory, std::string_view content, quote quoted) {
  char* const room = memory.room<char>(content.size());
  std::copy(content.begin(), content.end(), room);
  return {room, static_cast<std::uint32_t>(content.size()), quoted};
}

inline void measure(node& n) noexcept {
  std::uint32_t highest = 0;
  for (auto const* child : n.children()) highest = std::max(highest, child->height);
  n.height = highest + 1;
}

inline void adopt(arena& memory, node& parent, std::span<node* const> children) {
  if (children.size() > parent.count || !parent.items) parent.items = memory.room<node*>(children.size());
  std::copy(children.begin(), children.end(), parent.items);
  parent.count = static_cast<std::uint32_t>(children.size());
  measure(parent);
}

inline node* copy_tree(arena& memory, node const& tree) {
  auto* n = new (memory.room<node>()) node(tree);
  if (!tree.name.empty()) n->name = copy_text(memory, tree.name.view(), tree.name.quoted);
  if (!tree.qualifier.empty()) n->qualifier = copy_text(memory, tree.qualifier.view(), tree.qualifier.quoted);
  n->items = memory.room<node*>(tree.count);
  std::transform(tree.items, tree.items + tree.count, n->items, [&](node const* child) { return copy_tree(memory, *child); });
  return n;
}

}  // namespace detail

T2S_DECL query query::clone() const {
  query twin;
  if (empty()) return twin;
  auto& s = detail::access::of(twin);
  s.text = held_->text;
  s.dialect = held_->dialect;
  s.root = detail::copy_tree(s.memory, root());
  return twin;
}

T2S_DECL node& query::make(sql::kind k, std::initializer_list<node*> children) {
  auto* n = new (held_->memory.room<node>()) node();
  n->kind = k;
  set_children(*n, {children.begin(), children.size()});
  return *n;
}

T2S_DECL node& query::copy(node const& tree) { return *detail::copy_tree(held_->memory, tree); }

T2S_DECL identifier query::make_name(std::string_view content) {
  return detail::copy_text(held_->memory, content,
                           is_plain_name(content)             ? quote::none
                           : held_->dialect == dialect::mysql ? quote::backtick
                                                              : quote::twofold);
}

T2S_DECL identifier query::make_literal(std::string_view content) { return detail::copy_text(held_->memory, content, quote::none); }

T2S_DECL void query::set_children(node& parent, std::span<node* const> children) { detail::adopt(held_->memory, parent, children); }

}  // namespace t2s::sql

#endif
