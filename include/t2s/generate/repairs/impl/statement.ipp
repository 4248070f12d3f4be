// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_IMPL_STATEMENT_IPP
#define T2S_GENERATE_REPAIRS_IMPL_STATEMENT_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/repairs/statement.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/print.hpp"

#include <algorithm>
#include <utility>

namespace t2s::generate::repairs {

T2S_DECL double knowledge::asked(schema::table const& t, schema::column const* c) const {
  if (!linked || !names) return 0;
  double best = 0;
  for (auto const& l : linked->found) {
    if (!text::same(names->table(l.where).name, t.name)) continue;
    bool const meant = c ? !l.where.is_table() && text::same(names->column(l.where).name, c->name) : l.where.is_table();
    if (meant) best = std::max(best, l.score);
  }
  return std::min(best, 1.0);
}

T2S_DECL statement::statement(sql::query q, schema::database const& d)
    : query_(std::move(q)), means_(sql::resolve(query_, d)), used_(sql::entities_of(query_, d)), schema_(&d) {
  sql::visit(query_.root(), [this](sql::node const& n) {
    for (auto const* child : n.children()) parents_.emplace(child, &n);
  });
}

T2S_DECL sql::column_use const* statement::use_at(sql::node const& at) const {
  auto const found = std::ranges::find(used_.columns, &at, &sql::column_use::at);
  return found == used_.columns.end() ? nullptr : &*found;
}

T2S_DECL std::vector<sql::table_use const*> statement::sources(std::uint32_t scope) const {
  std::vector<sql::table_use const*> all;
  for (auto const s : used_.scopes[scope].sources) all.push_back(&used_.tables[s]);
  return all;
}

T2S_DECL sql::table_use const* statement::source_of(sql::column_use const& c) const {
  if (c.source != sql::column_use::unknown) return &used_.tables[c.source];
  auto const own = sources(c.scope);
  if (c.qualifier.empty()) return own.size() == 1 ? own.front() : nullptr;
  for (auto const* s : own)
    if (text::same(s->visible_name(), c.qualifier)) return s;
  return nullptr;
}

T2S_DECL schema::table const* statement::table_of(sql::table_use const& source) const {
  return source.what == sql::source_kind::table ? schema_->find_table(source.name) : nullptr;
}

T2S_DECL std::vector<sql::column_use const*> statement::uses(std::uint32_t scope, std::string_view name, std::string_view qualifier) const {
  std::vector<sql::column_use const*> all;
  for (auto const& c : used_.columns)
    if (c.scope == scope && text::same(c.name, name) && text::same(c.qualifier, qualifier)) all.push_back(&c);
  return all;
}

T2S_DECL sql::node const* statement::from_around(sql::table_use const& source) const {
  auto const* n = source.at;
  while (n && n->kind != sql::kind::from) n = parent_of(*n);
  return n;
}

T2S_DECL sql::node const* statement::parent_of(sql::node const& n) const {
  auto const found = parents_.find(&n);
  return found == parents_.end() ? nullptr : found->second;
}

namespace detail {

inline void pair_up(sql::node const& original, sql::node& copy, std::unordered_map<sql::node const*, sql::node*>& into) {
  into.emplace(&original, &copy);
  for (std::size_t i = 0; i < original.count; ++i) pair_up(original[i], copy[i], into);
}

}  // namespace detail

T2S_DECL edited::edited(sql::query const& original) : query_(original.clone()) { detail::pair_up(original.root(), query_.root(), copies_); }

T2S_DECL std::string edited::sql() const { return sql::print(query_); }

T2S_DECL sql::node& edited::column(std::string_view qualifier, std::string_view name) {
  auto& c = query_.make(sql::kind::column);
  rename(c, qualifier, name);
  return c;
}

T2S_DECL sql::node& edited::table(std::string_view name, std::string_view alias) {
  auto& t = query_.make(sql::kind::table);
  t.name = query_.make_name(name);
  if (alias.empty()) return t;
  auto& a = query_.make(sql::kind::alias, {&t});
  a.name = query_.make_name(alias);
  return a;
}

T2S_DECL sql::node& edited::text(std::string_view content) {
  auto& t = query_.make(sql::kind::string);
  t.name = query_.make_literal(content);
  t.name.quoted = sql::quote::single;
  return t;
}

T2S_DECL sql::node& edited::both(sql::op o, sql::node& a, sql::node& b) {
  auto& n = query_.make(sql::kind::operation, {&a, &b});
  n.op = o;
  return n;
}

T2S_DECL void edited::rename(sql::node& column, std::string_view qualifier, std::string_view name) {
  column.name = query_.make_name(name);
  if (!qualifier.empty()) column.qualifier = query_.make_qualifier(qualifier);
}

T2S_DECL void edited::replace(sql::node const& original, sql::node& by) {
  auto const* old = copies_.at(&original);
  sql::transform(query_, [&](sql::node& n) { return &n == old ? &by : &n; });
}

T2S_DECL void edited::append(sql::node& parent, sql::node& child) {
  std::vector<sql::node*> all(parent.children().begin(), parent.children().end());
  all.push_back(&child);
  query_.set_children(parent, all);
}

T2S_DECL std::optional<link::column_id> place_in(sql::base_column base, link::lexicon const& names) {
  if (!base.table || !base.column) return {};
  auto const& tables = names.schema().tables();
  auto const* t = names.schema().find_table(base.table->name);
  auto const* c = t ? t->find_column(base.column->name) : nullptr;
  if (!c) return {};
  return link::column_id{static_cast<std::uint32_t>(t - tables.data()), static_cast<std::uint32_t>(c - t->columns.data())};
}

}  // namespace t2s::generate::repairs

#endif
