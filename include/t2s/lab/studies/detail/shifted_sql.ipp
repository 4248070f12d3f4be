// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFTED_SQL_IPP
#define T2S_LAB_STUDIES_DETAIL_SHIFTED_SQL_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/studies/detail/shifted_sql.hpp"
#include "t2s/sql/lineage.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace t2s::studies {
namespace detail {

/// One statement while it is rewritten.
class sql_shift {
 public:
  sql_shift(sql::query q, schema::database const& original, shift_plan const& plan)
      : query_(std::move(q)), original_(original), plan_(plan), meaning_(sql::resolve(query_, original)) {}

  [[nodiscard]] std::optional<shifted_statement> run() {
    if (!meaning_.ok()) return {};
    shifted_statement out;
    for (auto const& one : meaning_.output) {
      auto const* column = of(one.base);
      out.recodings.push_back(column && column->values ? &column->values : nullptr);
    }
    sql::visit(query_.root(), [&](sql::node& n) { recode(n); });  // before names change
    for (auto const& use : meaning_.columns) rename(use);
    for (auto const& t : meaning_.tables)
      if (t.table) writable(t.at).name = query_.make_name(plan_.tables[original_.place_of(*t.table)].name);
    if (failed_) return {};
    out.sql = sql::print(query_);
    return out;
  }

 private:
  /// `resolve` gives read-only nodes of this query.
  static sql::node& writable(sql::node const* n) { return const_cast<sql::node&>(*n); }

  [[nodiscard]] shifted_column const* of(sql::base_column const& base) const {
    if (!base.table || !base.column) return nullptr;
    auto const column = static_cast<std::size_t>(base.column - base.table->columns.data());
    return &plan_.tables[original_.place_of(*base.table)].columns[column];
  }

  void rename(sql::resolved_column const& use) {
    auto& n = writable(use.at);
    if (auto const* column = of(use.base)) {
      failed_ = failed_ || column->dropped;
      if (text::same(n.name.view(), use.base.column->name)) n.name = query_.make_name(column->name);
    }
    if (use.table == sql::resolved_column::none || n.qualifier.empty()) return;
    auto const& source = meaning_.tables[use.table];
    if (source.table && source.alias.empty()) n.qualifier = query_.make_name(plan_.tables[original_.place_of(*source.table)].name);
  }

  /// How the values of a column at a node are written anew, or null.
  [[nodiscard]] recoding const* recoded(sql::node const* n) const {
    if (!n || n->kind != sql::kind::column) return nullptr;
    auto const* use = meaning_.find(*n);
    auto const* column = use ? of(use->base) : nullptr;
    return column && column->values ? &column->values : nullptr;
  }

  /// The texts that a recoded column is compared with.
  void recode(sql::node& n) {
    using sql::kind;
    if (n.kind == kind::star && !n.qualifier.empty()) failed_ = failed_ || is_stored_table(n.qualifier.view());
    if (n.kind != kind::operation && n.kind != kind::in && n.kind != kind::like && n.kind != kind::between) return;
    recoding const* by = nullptr;
    for (auto const* child : n.children()) by = by ? by : recoded(child);
    if (!by) return;
    for (auto* child : n.children()) {
      if (child && child->kind == kind::list)
        for (auto* item : child->children()) replace(*item, *by, false);
      else if (child)
        replace(*child, *by, n.kind == kind::like);
    }
  }

  void replace(sql::node& literal, recoding const& by, bool is_pattern) {
    bool const is_text = literal.kind == sql::kind::string || (literal.kind == sql::kind::column && meaning_.find(literal) &&
                                                               meaning_.find(literal)->what == sql::reference::literal);
    if (!is_text) return;
    auto const now = by.of(value(literal.name.view()));
    if (!now || (is_pattern && literal.name.view().find_first_of("%_") != std::string_view::npos)) {
      failed_ = true;
      return;
    }
    literal.kind = now->integer() ? sql::kind::number : sql::kind::string;
    literal.name = query_.make_literal(to_string(*now));
    literal.name.quoted = now->integer() ? sql::quote::none : sql::quote::single;
  }

  [[nodiscard]] bool is_stored_table(std::string_view name) const { return original_.find_table(name) != nullptr; }

  sql::query query_;
  schema::database const& original_;
  shift_plan const& plan_;
  sql::resolution meaning_;
  bool failed_ = false;
};

}  // namespace detail

T2S_DECL std::optional<shifted_statement> shifted_sql(std::string const& sql, schema::database const& original, shift_plan const& plan) {
  auto parsed = sql::parse(sql, original);
  if (!parsed) return {};
  return detail::sql_shift(std::move(*parsed), original, plan).run();
}

T2S_DECL std::set<std::string> columns_used(std::string const& sql, schema::database const& d) {
  std::set<std::string> used;
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return used;
  for (auto const& base : sql::lineage(*parsed, d).read)
    if (base.table && base.column) used.insert(text::lower(base.table->name + "." + base.column->name));
  return used;
}

}  // namespace t2s::studies

#endif
