// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_NAMES_HPP
#define T2S_SQL_DETAIL_RESOLVE_NAMES_HPP

#include "t2s/sql/detail/resolve/model.hpp"
#include "t2s/sql/detail/resolve/proposals.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql::detail::resolving {

/// Resolves the names and functions of expressions. A derived class walks the selects.
class expression_namer {
 public:
  expression_namer(model& m, findings& f, resolution& r, proposer& p, dialect spoken)
      : model_(m), found_(f), out_(r), proposer_(p), dialect_(p.sql_dialect()), spoken_(spoken) {}
  virtual ~expression_namer() = default;
  expression_namer(expression_namer const&) = delete;
  expression_namer& operator=(expression_namer const&) = delete;

 protected:
  virtual void name_body(body& b, scope_level* around) = 0;

  /// A whole expression: what SQLite resolves at once.
  void whole(node const& n, scope_level& level) {
    expression(n, level);
    found_.end_if_any(stage::naming);
  }

  void scalar(node const& n, scope_level& level) {
    whole(n, level);
    want_width(n, 1);
  }

  void expression(node const& n, scope_level& level) {
    if (is_dropped(n)) return;
    switch (n.kind) {
      case kind::column: return column(n, level);
      case kind::call: return call(n, level);
      case kind::like: return like(n, level);
      case kind::star:
      case kind::frame: return;  // SQLite replaces bounds that are not constant by NULL
      default: break;
    }
    if (is_value(n.kind)) found_.end_if_any(stage::naming);
    switch (n.kind) {
      case kind::in: return in(n, level);
      case kind::query: return subquery(n, level);
      case kind::exists: return exists(n[0], level);
      case kind::operation:
      case kind::between: return operation(n, level);
      case kind::case_: return case_of(n, level);
      default: return scalars(n, level);
    }
  }

  /// Whether SQLite, too, has its own node for it.
  static bool is_value(kind k) {
    switch (k) {
      case kind::partition_by:
      case kind::order_by:
      case kind::sort:
      case kind::filter:
      case kind::list:
      case kind::when:
      case kind::else_: return false;
      default: return true;
    }
  }

  // ---- columns

  void column(node const& n, scope_level& level) {
    auto const name = parts_of(n);
    auto const m = look_up(name, &level);
    switch (m.what) {
      case meaning::kind::column: return note_column(n, m, level);
      case meaning::kind::result: return result(n, m, level);
      case meaning::kind::several: return ambiguous(n, name, m);
      case meaning::kind::nothing: break;
    }
    if (name.table.empty() && is_literal(n.name))
      return out_.columns.push_back({&n, reference::literal, level.clause, false, none, {}, {}});
    missing(n, name, level);
  }

  void missing(node const& n, name_parts const& name, scope_level& level) {
    auto const text = to_text(name);
    auto& p = found_.add(stage::naming, errc::no_such_column, concat({"no such column: ", text}), text, n);
    proposer_.for_column(p, name, &level);
  }

  static bool is_literal(identifier const& name) {
    if (name.quoted == quote::twofold) return true;
    return name.quoted == quote::none && (text::same(name.view(), "true") || text::same(name.view(), "false"));
  }

  void note_column(node const& n, meaning const& m, scope_level& level) {
    referred(*m.level);
    if (m.level->member == on_.of && m.source - m.level->member->sources.data() > on_.last) on_.looks_right = true;
    auto const& r = *m.source->relation;
    resolved_column use{&n, reference::column, level.clause, m.level != &level, m.source->table, std::string(n.name.view()), {}};
    if (m.column != none) {
      auto const& c = r.columns[m.column];
      if (r.table && !is_spelled(n.name, c.name, dialect_)) return missing(n, parts_of(n), level);
      use.column = c.name;
      use.base = c.base;
      use.table = table_of(*m.source, m.column);
    } else if (m.rowid && r.table) {
      use.base = {r.table, nullptr};
    }
    out_.columns.push_back(use);
  }

  /// The table that a column of a source belongs to; in brackets, one of the joined tables.
  static std::uint32_t table_of(source const& s, std::uint32_t column) {
    if (!s.relation->in_brackets) return s.table;
    auto const& joined = s.from->members.front();
    auto const& o = joined.outputs[column];
    return table_of(joined.sources[o.source], o.column);
  }

  void result(node const& n, meaning const& m, scope_level& level) {
    auto const& o = m.level->member->outputs[m.column];
    referred(*m.level);
    auto const name = n.name.view();
    if (o.aggregate && !m.level->allows_aggregates)
      found_.add(stage::naming, errc::misuse_of_aggregate, concat({"misuse of aliased aggregate ", name}), name, n);
    else if (o.window && (!m.level->allows_windows || m.level != &level))
      found_.add(stage::naming, errc::misuse_of_aggregate, concat({"misuse of aliased window function ", name}), name, n);
    else if (o.aggregate)
      aggregate_stands_in(*m.level, name, n);
    note_result(n, m.column, *m.level, &level);
  }

  /// A result of a star is the column itself, unless a RIGHT or FULL JOIN may have merged it.
  void note_result(node const& n, std::uint32_t i, scope_level& owner, scope_level const* from) {
    auto const& o = owner.member->outputs[i];
    resolved_column use{&n, reference::result, from->clause, &owner != from, none, std::string(o.name), o.base};
    if (o.source != none && !owner.member->has_right_join) {
      use.what = reference::column;
      use.table = table_of(owner.member->sources[o.source], o.column);
    }
    out_.columns.push_back(std::move(use));
  }

  void ambiguous(node const& n, name_parts const& name, meaning const& m) {
    auto const text = to_text(name);
    auto& p = found_.add(stage::naming, errc::ambiguous_column, concat({"ambiguous column name: ", text}), text, n);
    for (auto const owner : m.owners) {
      auto const& s = m.level->member->sources[owner];
      if (s.table != none) p.between.push_back(s.table);
      if (p.in_scope.size() < 3 && !s.name.empty() && name.table.empty()) p.in_scope.push_back(concat({s.name, ".", name.column}));
    }
    if (!p.in_scope.empty()) p.what.remedy = concat({"name its table: ", p.in_scope.front()});
  }

  // ---- functions

  void call(node const& n, scope_level& level) {
    auto const shape = shape_of(n);
    auto const name = n.name.view();
    auto const* const f = find_function(name);
    bool aggregates = f && f->aggregates(shape.arguments);
    bool const window_kind = aggregates && f->what == function_kind::window;
    if (f && shape.window && !aggregates && (f->what == function_kind::scalar || shape.arguments > 1)) {
      wrong_function(errc::misuse_of_aggregate, concat({name, "() may not be used as a window function"}), n);
    } else if (aggregates && (!level.allows_aggregates || (window_kind && !shape.window) || (shape.window && !level.allows_windows))) {
      wrong_function(errc::misuse_of_aggregate,
                     concat({"misuse of ", shape.window || window_kind ? "window" : "aggregate", " function ", name, "()"}), n);
      aggregates = false;
    } else if (!f) {
      wrong_function(errc::no_such_function, concat({"no such function: ", name}), n);
    } else if (!f->takes(shape.arguments)) {
      wrong_function(errc::wrong_argument_count, concat({"wrong number of arguments to function ", name, "()"}), n);
    } else if (!aggregates && shape.filter) {
      wrong_function(errc::misuse_of_aggregate, concat({"FILTER may not be used with non-aggregate ", name, "()"}), n);
    }
    check_likelihood(n);
    bool const ended = found_.names_ended();
    aggregates ? aggregate(n, shape, window_kind, level) : arguments(n, level);
    found_.set_names_ended(ended);
  }

  struct call_shape {
    std::size_t arguments = 0;
    node const* filter{};
    node const* window{};
  };

  static call_shape shape_of(node const& n) {
    call_shape s;
    for (auto const* child : n.children()) {
      switch (child->kind) {
        case kind::star:
        case kind::order_by: break;
        case kind::filter: s.filter = child; break;
        case kind::window:
        case kind::window_name: s.window = child; break;
        default: ++s.arguments;
      }
    }
    return s;
  }

  /// An aggregate may not contain a window function, nor another aggregate unless it has OVER.
  void aggregate(node const& n, call_shape const& shape, bool window_kind, scope_level& level) {
    bool const aggregates = level.allows_aggregates, windows = std::exchange(level.allows_windows, false);
    if (!shape.window) level.allows_aggregates = false;
    auto const mark = references_.size();
    ++open_aggregates_;
    bool const ended = found_.names_ended();
    arguments(n, level);
    found_.set_names_ended(ended);
    if (shape.window) found_.end_if_any(stage::naming);
    if (shape.window)
      window(n, *shape.window, window_kind, level);
    else if (shape.filter)
      expression(*shape.filter, level);
    --open_aggregates_;
    if (!shape.window) aggregate_of(n, mark, level);
    if (open_aggregates_ == 0) references_.clear();
    level.allows_aggregates = aggregates;
    level.allows_windows = windows;
    if (shape.window) level.has_window = true;
  }

  void arguments(node const& n, scope_level& level) {
    for (auto const* child : n.children()) {
      if (child->kind == kind::filter || child->kind == kind::window || child->kind == kind::window_name) continue;
      expression(*child, level);
      want_width(*child, 1);
    }
  }

  void check_likelihood(node const& n) {
    if (!text::same(n.name.view(), "likelihood") || n.count != 2) return;
    auto const written = std::string(n[1].name.view());
    bool const is_probability =
        n[1].kind == kind::number && written.find_first_of(".eE") != written.npos && std::strtod(written.c_str(), nullptr) <= 1;
    if (!is_probability) wrong_function(errc::sql_failed, "second argument to likelihood() must be a constant between 0.0 and 1.0", n);
  }

  /// An aggregate belongs to the innermost select that has a source named in its arguments.
  void aggregate_of(node const& n, std::size_t mark, scope_level& level) {
    std::uint32_t deepest = 0;
    for (auto i = mark; i < references_.size(); ++i)
      if (references_[i] <= level.depth) deepest = std::max(deepest, references_[i]);
    auto* owner = &level;
    while (deepest != 0 && owner && owner->depth > deepest) owner = owner->around;
    if (!owner) return;
    owner->has_aggregate = true;
    aggregate_stands_in(*owner, n.name.view(), n);
    if (n.has(flag::distinct) && shape_of(n).arguments != 1)
      found_.add(stage::coding, errc::wrong_argument_count, "DISTINCT aggregates must have exactly one argument", n.name.view(), n);
  }

  /// SQLite accepts aggregates in conditions of a select with aggregates elsewhere, and fails when it generates code.
  void aggregate_stands_in(scope_level const& owner, std::string_view name, node const& n) {
    bool const before_grouping = owner.clause == clause::where || owner.clause == clause::on || owner.clause == clause::from;
    bool const nothing_to_group =
        owner.clause == clause::order_by && owner.member && !owner.member->is_aggregate && !owner.order_is_ignored;
    if (before_grouping || nothing_to_group)
      found_.add(stage::coding, errc::misuse_of_aggregate, concat({"misuse of aggregate: ", name, "()"}), name, n);
  }

  void referred(scope_level const& owner) {
    if (open_aggregates_ > 0) references_.push_back(owner.depth);
  }

  void like(node const& n, scope_level& level) {
    if (n.op == op::regexp)
      wrong_function(errc::no_such_function, "no such function: regexp", n);
    else if (n.count > (n.op == op::like ? 3 : 2))
      wrong_function(errc::wrong_argument_count,
                     concat({"wrong number of arguments to function ",
                             n.op == op::like   ? "like"
                             : n.op == op::glob ? "glob"
                                                : "match",
                             "()"}),
                     n);
    bool const ended = found_.names_ended();
    expression(n[1], level);  // `a LIKE b` is like(b, a)
    expression(n[0], level);
    if (n.count > 2) expression(n[2], level);
    found_.set_names_ended(ended);
    scalar_children(n);
  }

  void wrong_function(errc code, std::string message, node const& n) {
    auto const name = n.kind == kind::call ? n.name.view() : std::string_view();
    auto& p = found_.go_on(stage::naming, code, std::move(message), name, n);
    if (code == errc::no_such_function && !name.empty()) proposer_.for_function(p, name);
  }

  // ---- windows

  void window(node const& n, node const& over, bool has_no_aggregate, scope_level& level) {
    auto const* const base = over.name.empty() ? nullptr : find_window(over.name.view(), level);
    bool extends = base != nullptr;
    if (!over.name.empty() && !base) {
      wrong_window(concat({"no such window: ", over.name.view()}), over);
    } else if (over.kind == kind::window) {
      auto fault = fault_of(over, base);
      if (fault.empty() && has_no_aggregate && n.find(kind::filter))
        fault = "FILTER clause may only be used with aggregate window functions";
      extends = extends && fault.empty();
      if (!fault.empty()) wrong_window(std::move(fault), over);
    }
    for (auto const* w = extends ? base : nullptr; w && window_parts(*w, level);)
      w = w->name.empty() ? nullptr : find_window(w->name.view(), level);
    if (over.kind == kind::window) window_parts(over, level);
    if (auto const* filter = n.find(kind::filter)) expression(*filter, level);
  }

  /// A window that many functions share is resolved once, since it means the same every time. Returns whether this was the first time.
  bool window_parts(node const& w, scope_level& level) {
    if (!windows_.add(&w).second) return false;
    for (auto const* child : w.children()) expression(*child, level);
    return true;
  }

  /// The window of that name in the select of a level, or nullptr. O(its windows): a select has few.
  static node const* find_window(std::string_view name, scope_level const& level) {
    if (!level.member) return nullptr;
    for (auto const* child : level.member->at->children())
      if (child->kind == kind::window_definition && text::same(child->name.view(), name)) return &(*child)[0];
    return nullptr;
  }

  /// The error of a window that extends another one; empty if it is correct.
  static std::string fault_of(node const& w, node const* base) {
    auto const* const order = w.find(kind::order_by);
    auto const overrides = [&](char const* part) { return concat({"cannot override ", part, " of window: ", w.name.view()}); };
    if (base && w.find(kind::partition_by)) return overrides("PARTITION clause");
    if (base && order && base->find(kind::order_by)) return overrides("ORDER BY clause");
    if (base && base->find(kind::frame)) return overrides("frame specification");
    auto const* const all = order || !base ? order : base->find(kind::order_by);
    auto const* const frame = w.find(kind::frame);
    if (!frame || frame->op != op::range || (all && all->count == 1)) return {};
    for (auto const* bound : frame->children())
      if (bound->op == op::preceding || bound->op == op::following)
        return "RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression";
    return {};
  }

  void wrong_window(std::string message, node const& n) {
    found_.go_on(stage::naming, errc::sql_failed, std::move(message), n.name.view(), n);
  }

  // ---- subqueries and row values

  void subquery(node const& q, scope_level& level) {
    if (auto* const b = model_.body_of(q)) name_body(*b, &level);
  }

  void exists(node const& q, scope_level& level) {
    if (auto* const b = model_.body_of(q)) b->order_is_ignored = true;
    subquery(q, level);
  }

  void in(node const& n, scope_level& level) {
    auto const width = width_of(n[0]);
    auto const& right = n[1];
    if (right.kind == kind::list) {
      expression(n[0], level);
      for (auto const* value : right.children()) {
        expression(*value, level);
        want_width(*value, width);
        collation(*value);
      }
    } else {
      right.kind == kind::table ? subquery(right, level) : expression(right[0], level);
      expression(n[0], level);
      want_width(right, width);
    }
    collation(n[0]);
  }

  void operation(node const& n, scope_level& level) {
    bool const comparison = n.kind == kind::between || compares(n.op);
    if (comparison) same_widths(n);
    bool const looks_right_first =
        n.count == 2 && (n.op == op::is || n.op == op::is_not) && n[1].kind == kind::column && n[1].qualifier.empty();  // x IS TRUE
    if (looks_right_first) expression(n[1], level);
    expression(n[0], level);
    for (std::size_t i = looks_right_first ? 2 : 1; i < n.count; ++i) expression(n[i], level);
    comparison ? collations_of(n) : scalar_children(n);
  }

  void same_widths(node const& n) {
    auto width = width_of(n[0]);
    for (std::size_t i = 1; i < n.count; ++i) {
      if (width_of(n[i]) != width) found_.add(stage::naming, errc::sql_failed, "row value misused", {}, n);
      if (n.kind == kind::operation) width = 1;  // in `a = b = c` the left comparison is an operand
    }
  }

  void collations_of(node const& n) {
    if (n.kind == kind::operation && n[1].kind == kind::null) return;
    for (auto const* child : n.children()) collation(*child);
  }

  /// Resolves the collation of a comparison; one that is not used may have any name.
  void collation(node const& n) {
    if (n.kind != kind::collate) return;
    auto const name = n.name.view();
    for (auto const* known : {"binary", "nocase", "rtrim"})
      if (text::same(name, known)) return;
    found_.add(stage::coding, errc::sql_failed, concat({"no such collation sequence: ", name}), name, n);
  }

  static bool compares(op o) {
    switch (o) {
      case op::eq:
      case op::ne:
      case op::lt:
      case op::le:
      case op::gt:
      case op::ge:
      case op::is:
      case op::is_not:
      case op::is_distinct:
      case op::is_not_distinct: return true;
      default: return false;
    }
  }

  void case_of(node const& n, scope_level& level) {
    auto const base = n[0].kind == kind::when ? 1 : width_of(n[0]);
    for (auto const* child : n.children()) {
      if (child->kind != kind::when) {
        expression(*child, level);
        continue;
      }
      expression((*child)[0], level);
      want_width((*child)[0], base);
      expression((*child)[1], level);
      want_width((*child)[1], 1);
    }
  }

  void scalars(node const& n, scope_level& level) {
    for (auto const* child : n.children()) expression(*child, level);
    if (n.kind != kind::subquery && n.kind != kind::list && n.kind != kind::alias) scalar_children(n);
  }

  void scalar_children(node const& n) {
    for (auto const* child : n.children()) want_width(*child, 1);
  }

  void want_width(node const& n, std::size_t width) {
    auto const has = width_of(n);
    if (has == width) return;
    if (n.kind == kind::row) return void(found_.add(stage::coding, errc::sql_failed, "row value misused", {}, n));
    found_.add(stage::coding, errc::sql_failed,
               concat({"sub-select returns ", std::to_string(has), " columns - expected ", std::to_string(width)}), {}, n);
  }

  /// The number of values of an expression.
  [[nodiscard]] std::size_t width_of(node const& n) {
    if (n.kind == kind::row) return n.count;
    bool const is_query = n.kind == kind::subquery || (n.kind == kind::table && n.count != 1);
    if (!is_query && n.kind != kind::table) return 1;
    auto const* const b = model_.body_of(n.kind == kind::subquery ? n[0] : n);
    if (!b || b->relation.open) return 1;
    auto const width = b->members.back().outputs.size();
    return width == 0 ? 1 : width;
  }

  model& model_;
  findings& found_;
  resolution& out_;
  proposer& proposer_;
  dialect dialect_;  ///< of the database
  dialect spoken_;   ///< of the query

  /// The condition of an outer join that is being resolved: it may name only tables up to its own.
  struct join_condition {
    member const* of{};
    std::ptrdiff_t last = 0;
    bool looks_right = false;
  };
  join_condition on_{};

 private:
  std::vector<std::uint32_t> references_{};  // depths of the levels that the current aggregates name
  std::size_t open_aggregates_ = 0;
  by_address windows_{};  // those that have been resolved
};

}  // namespace t2s::sql::detail::resolving

#endif
