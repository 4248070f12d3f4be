// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_ANALYSIS_HPP
#define T2S_SQL_DETAIL_RESOLVE_ANALYSIS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/resolve/expand.hpp"
#include "t2s/sql/detail/resolve/model.hpp"
#include "t2s/sql/detail/resolve/proposals.hpp"
#include "t2s/sql/detail/resolve/selects.hpp"
#include "t2s/sql/resolve.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql::detail::resolving {

/// What SQLite refuses while it reads, apart from syntax. It also applies to parts that SQLite never resolves.
class reading_rules {
 public:
  explicit reading_rules(findings& f) : found_(f) {}

  void check(node const& tree) {
    visit(tree, [this](node const& n) { look(n); });
  }

 private:
  static constexpr std::size_t most_members = 500;
  static constexpr std::size_t most_arguments = 127;

  void look(node const& n) {
    switch (n.kind) {
      case kind::with: return with(n);
      case kind::query: return compound(n);
      case kind::frame: return frame(n);
      case kind::call: return call(n);
      case kind::in: return in(n);
      case kind::select: return windows(n);
      default: return;
    }
  }

  void with(node const& n) {
    by_name names;
    for (auto const* cte : n.children())
      if (!names.add(text::lower(cte->name.view())).second)
        complain(errc::sql_failed, concat({"duplicate WITH table name: ", cte->name.view()}), cte->name.view(), *cte);
  }

  void compound(node const& n) {
    std::size_t members = 0;
    node const* before = nullptr;
    for (auto const* child : n.children()) {
      if (child->kind != kind::select && child->kind != kind::values) continue;
      if (before) misplaced(*before, child->op);
      before = child;
      ++members;
    }
    if (members > most_members) complain(errc::statement_too_long, "too many terms in compound SELECT", {}, n);
  }

  void misplaced(node const& select, op set) {
    for (auto const* child : select.children()) {
      bool const order = child->kind == kind::order_by;
      if (!order && child->kind != kind::limit) continue;
      return complain(errc::sql_syntax, concat({order ? "ORDER BY" : "LIMIT", " clause should come after ", text_of(set), " not before"}),
                      {}, *child);
    }
  }

  void frame(node const& n) {
    auto const from = n[0].op;
    auto const to = n.count > 1 ? n[1].op : op::current_row;
    bool const backwards =
        (from == op::current_row && to == op::preceding) || (from == op::following && (to == op::preceding || to == op::current_row));
    if (backwards) complain(errc::sql_failed, "unsupported frame specification", {}, n);
  }

  /// A window can extend only one that is defined before it.
  void windows(node const& select) {
    by_name names;
    for (auto const* child : select.children()) {
      if (child->kind != kind::window_definition) continue;
      auto const base = (*child)[0].name;
      if (!base.empty() && !names.find(text::lower(base.view())))
        complain(errc::sql_failed, concat({"no such window: ", base.view()}), base.view(), (*child)[0]);
      names.add(text::lower(child->name.view()));
    }
  }

  /// Words of joins are not names of functions here, although other databases have such functions.
  static bool is_join_word(identifier const& name) {
    if (name.quoted != quote::none) return false;
    for (auto const* word : {"left", "right", "full", "inner", "outer", "cross", "natural"})
      if (text::same(name.view(), word)) return true;
    return false;
  }

  void call(node const& n) {
    auto const name = n.name.view();
    if (is_join_word(n.name)) complain(errc::sql_syntax, "near \"(\": syntax error", name, n);
    std::size_t arguments = 0;
    for (auto const* child : n.children())
      arguments +=
          child->kind != kind::order_by && child->kind != kind::filter && child->kind != kind::window && child->kind != kind::window_name;
    if (arguments > most_arguments) complain(errc::wrong_argument_count, concat({"too many arguments on function ", name}), name, n);
    bool const over = n.find(kind::window) || n.find(kind::window_name);
    if (over && n.has(flag::distinct)) complain(errc::sql_failed, "DISTINCT is not supported for window functions", name, n);
  }

  /// SQLite turns `(a, b) IN ((1, 2), ...)` into VALUES while reading.
  void in(node const& n) {
    if (n[0].kind != kind::row || n[1].kind != kind::list || (n[1].count == 1 && n[1][0].kind == kind::subquery)) return;
    for (auto const* element : n[1].children()) {
      std::size_t const width = element->kind == kind::row ? element->count : 1;
      if (width == n[0].count || element->kind == kind::subquery) continue;
      return complain(errc::sql_failed,
                      concat({"IN(...) element has ", std::to_string(width), width == 1 ? " term" : " terms", " - expected ",
                              std::to_string(n[0].count)}),
                      {}, *element);
    }
  }

  void complain(errc code, std::string message, std::string_view subject, node const& at) {
    found_.add(stage::reading, code, std::move(message), subject, at);
  }

  findings& found_;
};

inline void add_outputs(body const& b, std::vector<output_column>& columns) {
  std::size_t n = 0;
  for (auto const& o : b.members.front().outputs) {
    ++n;
    std::string name(o.name);
    if (name.empty()) name = concat({"column", std::to_string(n)});
    columns.push_back({std::move(name), o.at, o.base});
  }
}

/// All results, for callers that also need the sources and results of every select.
struct analysis {
  resolving::model model{};
  resolution names{};
  body* root{};

  analysis(query const& q, schema::database const& d) {
    findings found;
    proposer proposing(d);
    reading_rules(found).check(q.root());
    root = &expander(q, d, model, found, names.tables).statement(q.root());
    select_namer(model, found, names, proposing, q.dialect()).statement(*root);
    add_outputs(*root, names.output);
    found.move_to(names.problems);
    for (auto& p : names.problems)
      if (p.what.code == errc::no_such_table && !p.what.subject.empty()) proposing.for_table(p);
  }
};

}  // namespace t2s::sql::detail::resolving

#endif
