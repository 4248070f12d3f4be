// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_RESOLVE_IPP
#define T2S_SQL_IMPL_RESOLVE_IPP

#include "t2s/core/text.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/impl/resolve/expand.hpp"
#include "t2s/sql/impl/resolve/model.hpp"
#include "t2s/sql/impl/resolve/proposals.hpp"
#include "t2s/sql/impl/resolve/selects.hpp"
#include "t2s/sql/resolve.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::sql {

namespace detail::resolving {

/// What SQLite refuses while it reads, beside wrong grammar; it holds for parts that it never looks at again, too.
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

  /// The words of joins name no functions, whatever other databases have.
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

  /// `(a, b) IN ((1, 2), ...)` is made a VALUES at once.
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

inline std::vector<output_column> outputs_of(body const& b) {
  std::vector<output_column> columns;
  std::size_t n = 0;
  for (auto const& o : b.members.front().outputs) {
    ++n;
    std::string name(o.name);
    if (name.empty()) name = concat({"column", std::to_string(n)});
    columns.push_back({std::move(name), o.at, o.base});
  }
  return columns;
}

/// Puts what was found in place of what was guessed without a schema.
class entity_correction {
 public:
  explicit entity_correction(entities& e) : out_(e) {
    for (std::uint32_t i = 0; i < e.tables.size(); ++i) table_at_.add(e.tables[i].at, i);
  }

  void by(resolution const& r) {
    for (auto const& t : r.tables)
      if (auto const i = index_of(t.at); i != column_use::unknown) out_.tables[i].what = t.what;
    by_address found, wrong;
    for (std::size_t i = 0; i < r.columns.size(); ++i) found.add(r.columns[i].at, i);
    for (auto const& p : r.problems) wrong.add(p.at);
    for (auto& use : out_.columns) {
      if (auto const* c = found.find(use.at))
        adopt(use, r.columns[*c], r);
      else if (use.qualifier.empty() && wrong.find(use.at))
        adopt(use, {}, r);
    }
  }

 private:
  void adopt(column_use& use, resolved_column const& c, resolution const& r) const {
    use.what = c.what;
    use.source = c.table == none ? column_use::unknown : index_of(r.tables[c.table].at);
  }

  [[nodiscard]] std::uint32_t index_of(node const* at) const {
    auto const* i = table_at_.find(at);
    return i ? static_cast<std::uint32_t>(*i) : column_use::unknown;
  }

  entities& out_;
  by_address table_at_{};
};

}  // namespace detail::resolving

T2S_DECL resolved_column const* resolution::find(node const& at) const noexcept {
  for (auto const& use : columns)
    if (use.at == &at) return &use;
  return nullptr;
}

T2S_DECL resolution resolve(query const& q, schema::database const& d) {
  namespace r = detail::resolving;
  resolution result;
  r::model model;
  r::findings found;
  r::proposer proposer(d);
  r::reading_rules(found).check(q.root());
  auto& root = r::expander(q, d, model, found, result.tables).statement(q.root());
  r::select_namer(model, found, result, proposer).statement(root);
  result.output = r::outputs_of(root);
  result.problems = found.take();
  for (auto& p : result.problems)
    if (p.what.code == errc::no_such_table && !p.what.subject.empty()) proposer.for_table(p);
  return result;
}

T2S_DECL entities entities_of(query const& q, schema::database const& d) {
  auto found = entities_of(q);
  detail::resolving::entity_correction(found).by(resolve(q, d));
  return found;
}

T2S_DECL bool is_aggregate(std::string_view function, std::size_t arguments) {
  auto const* known = detail::resolving::find_function(function);
  return known && known->aggregates(arguments);
}

}  // namespace t2s::sql

#endif
