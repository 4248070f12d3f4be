// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_AST_IPP
#define T2S_SQL_DETAIL_AST_IPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace t2s::sql {

namespace detail {

inline constexpr std::array<std::string_view, static_cast<std::size_t>(kind::qualify) + 1> node_names{
    "query",   "with",        "cte",          "select",      "values",        "columns",  "alias",  "star",
    "from",    "join",        "table",        "indexed",     "subquery",      "names",    "name",   "on",
    "using",   "where",       "group_by",     "having",      "order_by",      "sort",     "limit",  "window_definition",
    "window",  "window_name", "partition_by", "frame",       "bound",         "column",   "number", "string",
    "blob",    "null",        "parameter",    "now",         "operation",     "prefix",   "like",   "between",
    "in",      "exists",      "list",         "row",         "case",          "when",     "else",   "cast",
    "collate", "call",        "filter",       "distinct_on", "sample",        "argument", "array",  "subscript",
    "field",   "struct",      "entry",        "lambda",      "comprehension", "qualify"};
static_assert(node_names.back() == "qualify");

/// A name in [brackets] or `backticks` is always a name; one in "quotes" may be a string.
inline quote meaning_of(quote q) noexcept { return q == quote::bracket || q == quote::backtick ? quote::none : q; }

inline bool same_name(identifier const& a, identifier const& b) noexcept {
  if (a.size != b.size || meaning_of(a.quoted) != meaning_of(b.quoted)) return false;
  return a.size == 0 || std::memcmp(a.data, b.data, a.size) == 0;  // most nodes have no name
}

/// The name of an operation is the spelling of its operator; it counts only for operators without another name.
inline bool has_name(node const& n) noexcept { return n.kind != kind::operation || n.op == op::custom; }

inline bool same_but_children(node const& a, node const& b) noexcept {
  if (a.kind != b.kind || a.op != b.op || a.flags != b.flags || a.count != b.count) return false;
  return (!has_name(a) || same_name(a.name, b.name)) && same_name(a.qualifier, b.qualifier);
}

/// Leaves are compared without a call, since most nodes are leaves.
inline bool same_children(node const& a, node const& b) noexcept {
  for (std::size_t i = 0; i < a.count; ++i) {
    if (!same_but_children(a[i], b[i])) return false;
    if (a[i].count != 0 && !same_children(a[i], b[i])) return false;
  }
  return true;
}

}  // namespace detail

T2S_DECL std::string_view name_of(kind k) noexcept { return detail::node_names[static_cast<std::size_t>(k)]; }

T2S_DECL bool operator==(node const& a, node const& b) noexcept { return detail::same_but_children(a, b) && detail::same_children(a, b); }

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
  query copy;
  if (empty()) return copy;
  auto& s = detail::access::of(copy);
  s.text = held_->text;
  s.grammar = held_->grammar;
  s.root = detail::copy_tree(s.memory, root());
  return copy;
}

T2S_DECL node& query::make(sql::kind k, std::initializer_list<node*> children) {
  auto* n = new (held_->memory.room<node>()) node();
  n->kind = k;
  set_children(*n, {children.begin(), children.size()});
  return *n;
}

T2S_DECL node& query::copy(node const& tree) { return *detail::copy_tree(held_->memory, tree); }

T2S_DECL identifier query::make_name(std::string_view content) {
  auto const d = dialect();
  bool const plain = is_plain_name(content) && (d == dialect::sqlite || !schema::needs_quotes(content, d));
  return detail::copy_text(held_->memory, content, plain ? quote::none : d == dialect::mysql ? quote::backtick : quote::twofold);
}

T2S_DECL identifier query::make_qualifier(std::string_view visible) {
  node const* alias = nullptr;
  visit(std::as_const(*this).root(), [&](node const& n) {
    if ((n.kind == kind::alias || n.kind == kind::cte) && n.name.view() == visible) alias = &n;
    return alias ? walk::stop : walk::into;
  });
  return alias ? detail::copy_text(held_->memory, visible, alias->name.quoted) : make_name(visible);
}

T2S_DECL identifier query::make_literal(std::string_view content) { return detail::copy_text(held_->memory, content, quote::none); }

T2S_DECL void query::set_children(node& parent, std::span<node* const> children) { detail::adopt(held_->memory, parent, children); }

}  // namespace t2s::sql

#endif
