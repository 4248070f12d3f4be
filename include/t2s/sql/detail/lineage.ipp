// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINEAGE_IPP
#define T2S_SQL_DETAIL_LINEAGE_IPP

#include "t2s/sql/detail/resolve/analysis.hpp"
#include "t2s/sql/detail/transpile/types.hpp"
#include "t2s/sql/lineage.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace t2s::sql {

namespace detail {

/// Follows result columns to the stored columns that they come from.
class lineage_finder {
 public:
  lineage_finder(query const& q, resolving::analysis& a) : known_(a), names_(q, a) {}

  query_lineage run() {
    query_lineage found;
    auto const& first = known_.root->members.front();
    for (std::size_t i = 0; i < first.outputs.size(); ++i) {
      auto& c = found.results.emplace_back();
      c.name = i < known_.names.output.size() ? known_.names.output[i].name : std::string(first.outputs[i].name);
      of_body(*known_.root, i, c.from);
      c.unchanged = is_unchanged(*known_.root, i, 0);
    }
    for (auto const& use : known_.names.columns) add(use.base, found.read);
    for (auto& b : known_.model.bodies())
      for (auto& m : b.members)
        for (auto const& o : m.outputs)
          if (o.source != resolving::none) add(m.sources[o.source].relation->columns[o.column].base, found.read);
    return found;
  }

 private:
  using columns = std::vector<base_column>;
  static constexpr unsigned deepest = 500;

  static void add(base_column const& c, columns& into) {
    if (c && c.column && std::find(into.begin(), into.end(), c) == into.end()) into.push_back(c);
  }

  void of_body(resolving::body& b, std::size_t place, columns& into) {
    std::pair<resolving::body*, std::size_t> const here{&b, place};
    if (std::find(open_.begin(), open_.end(), here) != open_.end() || open_.size() > deepest) return;  // a recursive CTE refers to itself
    open_.push_back(here);
    for (auto& m : b.members) of_output(m, place, into);
    open_.pop_back();
  }

  void of_output(resolving::member& m, std::size_t place, columns& into) {
    if (m.at->kind == kind::values) return of_values(*m.at, place, into);
    if (place >= m.outputs.size()) return;
    auto const& o = m.outputs[place];
    o.source == resolving::none ? of_expression(*o.at, into) : of_column(m.sources[o.source], o.column, into);
  }

  void of_values(node const& values, std::size_t place, columns& into) {
    for (auto const* row : values.children())
      if (place < row->count) of_expression((*row)[place], into);
  }

  void of_column(resolving::source& s, std::size_t column, columns& into) {
    if (column >= s.relation->columns.size()) return;
    auto const& c = s.relation->columns[column];
    s.from ? of_body(*s.from, column, into) : add(c.base, into);  // the base of a compound's column is that of its first member
  }

  void of_name(node const& n, columns& into) {
    auto const* const use = names_.use_of(n);
    if (!use || use->what == reference::literal) return;
    if (auto const* result = use->what == reference::result ? names_.result_of(n) : nullptr; result && result->at != &n)
      return of_result(*result->at, into);
    if (auto* const s = names_.source_of(*use))
      if (auto const column = s->relation->find(use->column); column != resolving::none) return of_column(*s, column, into);
    add(use->base, into);
  }

  /// Adds the columns behind a name. In a wrong query, a result may name itself.
  void of_result(node const& expression, columns& into) {
    if (std::find(named_.begin(), named_.end(), &expression) != named_.end() || named_.size() > deepest) return;
    named_.push_back(&expression);
    of_expression(expression, into);
    named_.pop_back();
  }

  void of_expression(node const& n, columns& into) {
    if (n.kind == kind::column) return of_name(n, into);
    if (n.kind == kind::query) {
      if (auto* const b = known_.model.body_of(n); b && !b->members.empty())
        for (std::size_t i = 0; i < b->members.front().outputs.size(); ++i) of_body(*b, i, into);
      return;
    }
    for (auto const* child : n.children()) of_expression(*child, into);
  }

  /// Whether a result is just one stored column.
  bool is_unchanged(resolving::body& b, std::size_t place, unsigned depth) {
    if (depth > deepest) return false;
    columns from;
    of_body(b, place, from);
    return from.size() == 1 && std::all_of(b.members.begin(), b.members.end(), [&](auto& m) {
             if (m.at->kind != kind::select || place >= m.outputs.size()) return false;
             auto const& o = m.outputs[place];
             if (o.source != resolving::none) return is_stored(m.sources[o.source], o.column, depth);
             auto const* const use = o.at->kind == kind::column ? names_.use_of(*o.at) : nullptr;
             if (!use || use->what != reference::column) return false;
             auto* const s = names_.source_of(*use);
             return s ? is_stored(*s, s->relation->find(use->column), depth) : bool(use->base);
           });
  }

  bool is_stored(resolving::source& s, std::size_t column, unsigned depth) {
    if (column >= s.relation->columns.size()) return false;
    return s.from ? is_unchanged(*s.from, column, depth + 1) : bool(s.relation->columns[column].base);
  }

  resolving::analysis& known_;
  transpiling::typing names_;
  std::vector<std::pair<resolving::body*, std::size_t>> open_{};
  std::vector<node const*> named_{};
};

}  // namespace detail

T2S_DECL query_lineage lineage(query const& q, schema::database const& d) {
  detail::resolving::analysis known(q, d);
  return detail::lineage_finder(q, known).run();
}

}  // namespace t2s::sql

#endif
