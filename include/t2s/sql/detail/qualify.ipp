// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_QUALIFY_IPP
#define T2S_SQL_DETAIL_QUALIFY_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/resolve/analysis.hpp"
#include "t2s/sql/lineage.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql {

namespace detail {

/// Qualifies the names of its own copy of a query, in place.
class qualifier {
 public:
  qualifier(query& q, resolving::analysis& a) : query_(q), known_(a) {
    for (auto& b : a.model.bodies())
      for (auto& m : b.members)
        for (auto& s : m.sources) {
          if (s.table != resolving::none) sources_.push_back({s.table, &s, &m});
        }
  }

  void run() {
    for (auto& b : known_.model.bodies())
      for (auto& m : b.members)
        if (m.at->kind == kind::select) spell_stars_out(m);
    for (auto const& use : known_.names.columns) name_table(use);
  }

 private:
  struct placed {
    std::uint32_t table;
    resolving::source const* source;
    resolving::member const* member;
  };

  /// Whether a RIGHT or FULL JOIN has merged a column of two tables, so that it belongs to neither.
  static bool is_merged(resolving::member const& m, std::string_view column) {
    return m.has_right_join && std::any_of(m.sources.begin(), m.sources.end(), [&](auto const& s) { return s.shares(column); });
  }

  void name_table(resolved_column const& use) {
    auto& column = const_cast<node&>(*use.at);  // of our own tree
    bool const bare = column.kind == kind::column && column.qualifier.empty() && column.count == 0;
    if (!bare || use.what != reference::column || use.table == resolved_column::none) return;
    auto const at = std::find_if(sources_.begin(), sources_.end(), [&](auto const& s) { return s.table == use.table; });
    if (at == sources_.end() || at->source->name.empty() || at->source->relation->in_brackets || is_merged(*at->member, use.column)) return;
    column.qualifier = query_.make_qualifier(at->source->name);
  }

  static bool is_known(resolving::member const& m) {
    return !m.is_cut && std::none_of(m.sources.begin(), m.sources.end(), [](auto const& s) { return s.relation->open; });
  }

  node* column_of(resolving::member const& m, resolving::output const& o) {
    auto const& s = m.sources[o.source];
    auto const& c = s.relation->columns[o.column];
    auto& made = query_.make(kind::column);
    bool const bracketed = s.relation->in_brackets;
    made.name = query_.make_name(bracketed ? c.plain : c.name);
    auto const table = !bracketed ? s.name : c.of_using ? std::string_view() : c.owner;
    if (!table.empty() && !is_merged(m, c.name)) made.qualifier = query_.make_qualifier(table);
    return text::same(o.name, bracketed ? c.plain : c.name) ? &made : aliased(&made, o.name);
  }

  node* aliased(node* value, std::string_view name) {
    auto& made = query_.make(kind::alias, {value});
    made.name = query_.make_name(name);
    return &made;
  }

  /// The columns of a star; empty if they are unknown.
  std::vector<node*> columns_of(resolving::member const& m, node const& star) {
    std::vector<node*> columns;
    for (auto const& o : m.outputs) {
      if (o.source != resolving::none) {
        if (o.at == &star) columns.push_back(column_of(m, o));
      } else if (replaces(star, *o.at)) {
        columns.push_back(aliased(const_cast<node*>(o.at), o.name));
      }
    }
    return columns;
  }

  /// Whether an expression is part of a star's REPLACE.
  static bool replaces(node const& star, node const& expression) {
    for (auto const* changes : star.children())
      for (auto const* change : changes->children())
        if (change->kind == kind::alias && &(*change)[0] == &expression) return true;
    return false;
  }

  void spell_stars_out(resolving::member& m) {
    auto* const columns = const_cast<node*>(m.at->find(kind::columns));
    if (!columns || !columns->find(kind::star) || !is_known(m)) return;
    std::vector<node*> all;
    for (auto* item : columns->children()) {
      auto const stands_for = item->kind == kind::star ? columns_of(m, *item) : std::vector<node*>();
      if (stands_for.empty())
        all.push_back(item);
      else
        all.insert(all.end(), stands_for.begin(), stands_for.end());
    }
    query_.set_children(*columns, all);
  }

  query& query_;
  resolving::analysis& known_;
  std::vector<placed> sources_{};
};

}  // namespace detail

T2S_DECL qualified qualify(query const& q, schema::database const& d) {
  qualified done;
  auto changed = q.clone();
  detail::resolving::analysis known(changed, d);
  detail::qualifier(changed, known).run();
  done.problems = std::move(known.names.problems);
  auto again = parse(print(changed), {.grammar = q.grammar(), .max_nesting = 1000, .max_height = 100000});
  done.result = again ? *std::move(again) : q.clone();
  for (auto& p : done.problems) p.at = nullptr;
  return done;
}

}  // namespace t2s::sql

#endif
