// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_ENTITIES_IPP
#define T2S_SQL_DETAIL_ENTITIES_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/sql/entities.hpp"

#include <algorithm>
#include <array>

namespace t2s::sql {
namespace detail {

class entity_collector {
 public:
  explicit entity_collector(entities& into) : out_(into) {}

  void query(node const& q, std::uint32_t parent) {
    auto const visible = ctes_.size();
    std::uint32_t first_scope = scope::none;
    for (auto const* child : q.children()) {
      switch (child->kind) {
        case kind::with: with(*child, parent); break;
        case kind::select: select(*child, parent, first_scope); break;
        case kind::subquery:
          first_scope == scope::none ? void(first_scope = static_cast<std::uint32_t>(out_.scopes.size())) : void();
          query((*child)[0], parent);
          break;
        case kind::values:
          first_scope == scope::none ? void(first_scope = open_scope(parent)) : void();
          walk_children(*child, first_scope, clause::select, nullptr);
          break;
        case kind::order_by: walk_children(*child, first_scope, clause::order_by, q.find(kind::select)); break;
        default: walk_children(*child, first_scope, clause::limit, nullptr); break;
      }
    }
    ctes_.resize(visible);
  }

 private:
  std::uint32_t open_scope(std::uint32_t parent) {
    out_.scopes.push_back({parent, {static_cast<std::uint32_t>(out_.tables.size()), 0}});
    return static_cast<std::uint32_t>(out_.scopes.size() - 1);
  }

  void with(node const& n, std::uint32_t parent) {
    for (auto const* cte : n.children()) {  // a CTE may name itself and those before it
      ctes_.push_back(cte->name.view());
      query((*cte)[cte->count - 1], parent);
    }
  }

  void select(node const& n, std::uint32_t parent, std::uint32_t& first_scope) {
    auto const own = open_scope(parent);
    if (first_scope == scope::none) first_scope = own;
    if (auto const* from = n.find(kind::from)) sources(*from, own, parent);
    for (auto const* child : n.children()) {
      switch (child->kind) {
        case kind::from: break;
        case kind::distinct_on:
        case kind::columns: walk_children(*child, own, clause::select, nullptr); break;
        case kind::where: walk_children(*child, own, clause::where, &n); break;
        case kind::group_by: walk_children(*child, own, clause::group_by, &n); break;
        case kind::having: walk_children(*child, own, clause::having, &n); break;
        case kind::order_by: walk_children(*child, own, clause::order_by, &n); break;
        case kind::limit: walk_children(*child, own, clause::limit, nullptr); break;
        default: walk_children(*child, own, clause::window, nullptr); break;
      }
    }
  }

  // ---- FROM: first all sources, so that they are adjacent; then their contents; then the conditions, which may name each of them

  void sources(node const& from, std::uint32_t own, std::uint32_t parent) {
    bool has_inside = false;
    for_each_source(from, [&](node const& n, std::string_view alias) {
      add({n.name.view(), n.qualifier.view(), alias, n.kind == kind::subquery ? source_kind::subquery : what_is(n), own, &n});
      has_inside = has_inside || n.count != 0;
    });
    if (has_inside) inside(from, own, parent);
    conditions(from, own);
  }

  void inside(node const& from, std::uint32_t own, std::uint32_t parent) {
    for_each_source(from, [&](node const& n, std::string_view) {
      if (n.kind == kind::subquery)
        query(n[0], n.has(flag::lateral) ? own : parent);
      else
        walk_children(n, own, clause::from, nullptr);  // arguments
    });
  }

  template <class Visitor>
  static void for_each_source(node const& n, Visitor const& visitor, std::string_view alias = {}) {
    switch (n.kind) {
      case kind::from:
        for (auto const* child : n.children()) for_each_source(*child, visitor);
        return;
      case kind::join:
      case kind::sample:
      case kind::indexed: return for_each_source(n[0], visitor, alias);
      case kind::alias: return for_each_source(n[0], visitor, n.name.view());
      default: visitor(n, alias);
    }
  }

  void conditions(node const& from, std::uint32_t own) {
    for (auto const* child : from.children()) {
      bool const joined = child->kind == kind::join;
      auto const* source = joined ? child->items[0] : child;
      if (source->kind == kind::alias) source = source->items[0];
      if (source->kind == kind::from) conditions(*source, own);
      if (joined && child->count == 2) walk_children((*child)[1], own, clause::on, nullptr);
    }
  }

  [[nodiscard]] source_kind what_is(node const& table) const {
    if (table.count != 0) return source_kind::function;
    bool const is_cte =
        table.qualifier.empty() && t2s::detail::any_of(ctes_, [&](std::string_view c) { return text::same(c, table.name.view()); });
    return is_cte ? source_kind::cte : source_kind::table;
  }

  void add(table_use use) {
    ++out_.scopes[use.scope].sources.count;
    out_.tables.push_back(use);
  }

  // ---- expressions

  void walk_children(node const& n, std::uint32_t own, clause where, node const* results) {
    for (auto const* child : n.children()) expression(*child, own, where, results);
  }

  /// `results` is the select whose result columns can be named here.
  void expression(node const& n, std::uint32_t own, clause where, node const* results) {
    switch (n.kind) {
      case kind::query: return query(n, own);
      case kind::column: return column(n, own, where, results);
      case kind::name: return column(n, own, where, nullptr);  // after USING
      case kind::table: {                                      // after IN
        auto const inner = open_scope(own);
        add({n.name.view(), n.qualifier.view(), {}, what_is(n), inner, &n});
        return walk_children(n, own, where, results);
      }
      case kind::window:
      case kind::filter: return walk_children(n, own, where, nullptr);
      default: return walk_children(n, own, where, results);
    }
  }

  void column(node const& n, std::uint32_t own, clause where, node const* results) {
    auto& use =
        out_.columns.emplace_back(column_use{n.name.view(), n.qualifier.view(), column_use::unknown, own, where, reference::column, &n});
    if (!n.qualifier.empty())
      use.source = find_source(n.qualifier.view(), own);
    else
      unqualified(use, n, results);
  }

  void unqualified(column_use& use, node const& n, node const* results) {
    if (names_result(n, results))
      use.what = reference::result;
    else if (is_truth_value(n))
      use.what = reference::literal;
    else if (auto const found = out_.candidates(use); found.count == 1)
      use.source = found.first;
  }

  static bool is_truth_value(node const& n) {
    return n.name.quoted == quote::none && (text::same(n.name.view(), "true") || text::same(n.name.view(), "false"));
  }

  static bool names_result(node const& n, node const* results) {
    if (!results) return false;
    auto const* columns = results->find(kind::columns);
    return columns && t2s::detail::any_of(columns->children(), [&](node const* c) {
             return c->kind == kind::alias && text::same(c->name.view(), n.name.view());
           });
  }

  [[nodiscard]] std::uint32_t find_source(std::string_view name, std::uint32_t from) const {
    for (auto s = from; s != scope::none; s = out_.scopes[s].parent)
      for (auto const i : out_.scopes[s].sources)
        if (text::same(out_.tables[i].visible_name(), name)) return i;
    return column_use::unknown;
  }

  entities& out_;
  std::vector<std::string_view> ctes_{};
};

inline std::vector<std::string> sorted_once(std::vector<std::string> names) {
  t2s::detail::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace detail

T2S_DECL std::string_view name_of(clause c) noexcept {
  static constexpr std::array<std::string_view, 9> names{"select", "from",     "on",    "where", "group_by",
                                                         "having", "order_by", "limit", "window"};
  return names[static_cast<std::size_t>(c)];
}

T2S_DECL std::string_view entities::table_of(column_use const& c) const noexcept {
  if (c.source == column_use::unknown || tables[c.source].what != source_kind::table) return {};
  return tables[c.source].name;
}

T2S_DECL index_range entities::candidates(column_use const& c) const noexcept {
  if (c.source != column_use::unknown) return {c.source, 1};
  for (auto s = c.scope; s != scope::none; s = scopes[s].parent)
    if (!scopes[s].sources.empty()) return scopes[s].sources;
  return {};
}

T2S_DECL std::vector<std::string> entities::table_names() const {
  std::vector<std::string> names;
  for (auto const& t : tables)
    if (t.what == source_kind::table) names.push_back(text::lower(t.name));
  return detail::sorted_once(std::move(names));
}

T2S_DECL std::vector<std::string> entities::column_names() const {
  std::vector<std::string> names;
  for (auto const& c : columns) {
    if (c.what != reference::column) continue;
    bool const derived = c.source != column_use::unknown && tables[c.source].what != source_kind::table;
    if (derived) continue;
    auto const table = text::lower(table_of(c));
    names.push_back(table.empty() ? text::lower(c.name) : table + "." + text::lower(c.name));
  }
  return detail::sorted_once(std::move(names));
}

T2S_DECL entities entities_of(query const& q) {
  entities found;
  found.tables.reserve(4);
  found.columns.reserve(12);
  found.scopes.reserve(2);
  detail::entity_collector(found).query(q.root(), scope::none);
  return found;
}

}  // namespace t2s::sql

#endif
