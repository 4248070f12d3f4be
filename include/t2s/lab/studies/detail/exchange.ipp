// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_EXCHANGE_IPP
#define T2S_LAB_STUDIES_DETAIL_EXCHANGE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/studies/detail/exchange.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>

namespace t2s::studies::detail {

inline bool same_entity(align::entity const& a, align::entity const& b) {
  return text::same(a.table, b.table) && text::same(a.column, b.column);
}

/// Changes the names of one query.
class name_exchange {
 public:
  name_exchange(sql::query& q, schema::database const& d, std::span<exchange const> all)
      : q_(q), used_(sql::entities_of(q, d)), all_(all) {}

  void run() {
    for (auto const& c : used_.columns)
      if (c.what == sql::reference::column) change(c);
    for (auto const& t : used_.tables)
      if (auto const* by = table_for(t.name); by && t.what == sql::source_kind::table) at(t.at).name = q_.make_name(by->to.table);
  }

 private:
  static sql::node& at(sql::node const* n) { return const_cast<sql::node&>(*n); }  // of the query, which is not const

  [[nodiscard]] exchange const* table_for(std::string_view table) const {
    auto const found =
        std::ranges::find_if(all_, [&](exchange const& e) { return e.from.column.empty() && text::same(e.from.table, table); });
    return found == all_.end() ? nullptr : &*found;
  }
  [[nodiscard]] std::string_view table_after(std::string_view table) const {
    auto const* const by = table_for(table);
    return by ? std::string_view(by->to.table) : table;
  }

  void change(sql::column_use const& c) {
    auto const table = used_.table_of(c);
    auto& n = at(c.at);
    auto const found = std::ranges::find_if(all_, [&](exchange const& e) {
      return !e.from.column.empty() && text::same(e.from.column, c.name) && text::same(e.from.table, table);
    });
    auto const* const own = c.source == sql::column_use::unknown ? nullptr : &used_.tables[c.source];
    auto const* const source = found == all_.end() ? own : source_of(found->to.table, c, own);
    if (!source) return;
    if (found != all_.end()) n.name = q_.make_name(found->to.column);
    if (source != own || (!c.qualifier.empty() && source->alias.empty())) n.qualifier = q_.make_qualifier(name_after(*source));
  }

  [[nodiscard]] std::string_view name_after(sql::table_use const& t) const { return t.alias.empty() ? table_after(t.name) : t.alias; }

  /// The source in scope that is this table after the exchange, preferably the column's own.
  [[nodiscard]] sql::table_use const* source_of(std::string_view table, sql::column_use const& c, sql::table_use const* own) const {
    auto const is = [&](sql::table_use const& t) { return t.what == sql::source_kind::table && text::same(table_after(t.name), table); };
    if (own && is(*own)) return own;
    for (auto scope = c.scope; scope != sql::scope::none; scope = used_.scopes[scope].parent)
      for (auto const i : used_.scopes[scope].sources)
        if (is(used_.tables[i])) return &used_.tables[i];
    return nullptr;
  }

  sql::query& q_;
  sql::entities used_;
  std::span<exchange const> all_;
};

T2S_DECL std::string exchanged(std::string const& sql, schema::database const& d, std::span<exchange const> all) {
  auto parsed = sql::parse(sql, d);
  if (!parsed || all.empty()) return sql;
  name_exchange(*parsed, d, all).run();
  return sql::print(*parsed);
}

T2S_DECL std::vector<align::entity> only_in(align::linked_entities const& used, align::linked_entities const& other) {
  std::vector<align::entity> all;
  for (auto const& t : used.tables)
    if (std::ranges::none_of(other.tables, [&](auto const& o) { return text::same(o, t); })) all.push_back({t, {}});
  for (auto const& c : used.columns)
    if (std::ranges::none_of(other.columns, [&](auto const& o) { return same_entity(o, c); })) all.push_back(c);
  return all;
}

T2S_DECL std::vector<exchange> paired(std::span<align::entity const> from, std::span<align::entity const> to) {
  std::vector<exchange> all;
  std::vector<bool> taken(to.size());
  for (auto const& f : from) {
    auto best = to.size();
    for (std::size_t i = 0; i < to.size(); ++i) {
      bool const fits = !taken[i] && f.column.empty() == to[i].column.empty();
      bool const nearer = best == to.size() || (text::same(to[i].table, f.table) && !text::same(to[best].table, f.table));
      if (fits && nearer) best = i;
    }
    if (best == to.size()) continue;
    taken[best] = true;
    all.push_back({f, to[best]});
  }
  return all;
}

}  // namespace t2s::studies::detail

#endif
