// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_STRICT_JOINS_HPP
#define T2S_LAB_EVALUATION_DETAIL_STRICT_JOINS_HPP

#include "t2s/lab/evaluation/detail/strict_names.hpp"

#include <tuple>

namespace t2s::evaluation::detail::strict {

/// A normal form of conditions: AND and OR flat, NOT only before what has no opposite, BETWEEN and IN with a list as comparisons. All rules
/// hold in SQL's three-valued logic.
struct conditions {
  sql::query& q_;

  void settle() {
    sql::transform(q_, [this](node& n) { return settled(n); });
  }

  /// Combines operands by AND or OR; a single one stays.
  node* joined(op how, std::vector<node*> const& operands) {
    std::vector<node*> flat;
    for (auto* n : operands) {
      if (n->kind == kind::operation && n->op == how)
        flat.insert(flat.end(), n->items, n->items + n->count);
      else
        flat.push_back(n);
    }
    if (flat.size() == 1) return flat.front();
    auto& all = q_.make(kind::operation);
    all.op = how;
    q_.set_children(all, flat);
    return &all;
  }

  node* compared(op how, node& a, node& b) {
    auto& n = q_.make(kind::operation, {&a, &b});
    n.op = how;
    return &n;
  }

 private:
  node* settled(node& n) {
    switch (n.kind) {
      case kind::operation: return n.op == op::and_ || n.op == op::or_ ? joined(n.op, {n.items, n.items + n.count}) : &n;
      case kind::prefix: return n.op == op::not_ ? opposite(n[0]) : &n;
      case kind::between: return n[0].kind == kind::column && !n.has(flag::symmetric) ? between(n) : &n;
      case kind::in: return n[0].kind == kind::column && n[1].kind == kind::list && n[1].count != 0 ? in(n) : &n;
      default: return &n;
    }
  }

  node* between(node& n) {
    auto* const low = compared(op::ge, n[0], n[1]);
    auto* const high = compared(op::le, q_.copy(n[0]), n[2]);
    auto* const both = joined(op::and_, {low, high});
    return n.has(flag::negated) ? opposite(*both) : both;
  }

  node* in(node& n) {
    bool const negated = n.has(flag::negated);
    std::vector<node*> values;
    for (auto* value : n[1].children()) values.push_back(compared(negated ? op::ne : op::eq, q_.copy(n[0]), *value));
    return joined(negated ? op::and_ : op::or_, values);
  }

  static op opposite(op sign) {
    using pair = std::pair<op, op>;
    for (auto const& [one, other] :
         {pair{op::eq, op::ne}, pair{op::lt, op::ge}, pair{op::gt, op::le}, pair{op::is, op::is_not}, pair{op::and_, op::or_}})
      if (sign == one || sign == other) return sign == one ? other : one;
    return op::none;
  }

  node* opposite(node& n) {
    auto const other = n.kind == kind::operation ? opposite(n.op) : op::none;
    if (other == op::and_ || other == op::or_) {
      std::vector<node*> operands;
      for (auto* operand : n.children()) operands.push_back(opposite(*operand));
      return joined(other, operands);
    }
    if (other != op::none && n.count == 2) {
      n.op = other;
      return &n;
    }
    if (n.kind == kind::like || n.kind == kind::in || n.kind == kind::between) {
      n.has(flag::negated) ? n.clear(flag::negated) : n.set(flag::negated);
      return &n;
    }
    auto& wrapped = q_.make(kind::prefix, {&n});
    wrapped.op = op::not_;
    return &wrapped;
  }
};

/// Whether a node is a literal, or an expression of literals. NULL is not a value: IS NULL is a separate condition.
inline bool is_value(node const& n) {
  switch (n.kind) {
    case kind::number:
    case kind::string:
    case kind::blob:
    case kind::parameter: return true;
    case kind::prefix:
    case kind::operation:
    case kind::cast:
    case kind::collate: return std::all_of(n.items, n.items + n.count, [](node const* operand) { return is_value(*operand); });
    default: return false;
  }
}

/// Replaces the values among the children of `n`, also within row values, by a parameter.
inline void hide_values_in(sql::query& q, node& n) {
  for (std::size_t i = 0; i < n.count; ++i)
    if (is_value(n[i])) {
      n.items[i] = &q.make(kind::parameter);
      n[i].name = q.make_literal("?");
    } else if (n[i].kind == kind::row) {
      hide_values_in(q, n[i]);
    }
}

/// Replaces all compared literals.
inline void hide_values(sql::query& q) {
  sql::visit(q.root(), [&q](node& n) {
    if (n.kind == kind::in && n[1].kind == kind::list) hide_values_in(q, n[1]);
    bool const compares =
        n.kind == kind::operation && ((n.op >= op::eq && n.op <= op::is_not_distinct) || (n.op >= op::lt && n.op <= op::ge));
    if (compares || n.kind == kind::like || n.kind == kind::between) hide_values_in(q, n);
  });
}

/// The last step of a normal form: inner joins as a list of sources, with all their conditions in WHERE. Of columns that are equal in every
/// result row, one represents all.
struct joins {
  static constexpr std::size_t most_sources = 64;  // as many as SQLite joins
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct part {
    node* source;
    node* join;  // nullptr for an inner one
  };

  using equals = std::vector<node*>;

  struct work {
    node* select;
    std::vector<part> parts{};
    std::vector<node*> conditions{};
    std::vector<equals> equal{};
    std::unordered_map<std::string, std::size_t> class_of{};  // for columns: the index into `equal`
  };

  sql::query& q_;
  names& names_;
  std::size_t swapped_;  // bit i says whether the i-th pair of sources with the same table is exchanged
  conditions conditions_{q_};
  std::size_t pairs = 0;  // pairs that could be exchanged; known after `settle`
  std::vector<work> selects_{};
  std::unordered_map<std::string, node const*> first_{};  // the representative of a column's class

  void settle() {
    selects(q_.root());
    sql::visit(q_.root(), [this](node& n) { use_first(n); });
    for (auto& s : selects_) set_where(s);
  }

 private:
  void selects(node& n) {
    for (auto* child : n.children()) selects(*child);
    auto* const from = n.kind == kind::select ? n.find(kind::from) : nullptr;
    if (!from || has_right_join(*from) || sources_in(*from) > most_sources) return;
    work w{&n};
    add_sources(*from, w);
    if (auto* where = n.find(kind::where)) add_condition((*where)[0], w);
    swap_equal_tables(w);
    choose_first(w);
    put_together(*from, w);
    selects_.push_back(std::move(w));
  }

  static std::size_t sources_in(node const& from) {
    std::size_t count = 0;
    for (auto const* n : from.children()) {
      auto const& source = n->kind == kind::join ? (*n)[0] : *n;
      count += source.kind == kind::from ? sources_in(source) : 1;
    }
    return count;
  }

  /// The rows that a RIGHT or FULL join adds need not satisfy the conditions of the joins before it.
  static bool has_right_join(node const& from) {
    return std::any_of(from.items, from.items + from.count, [](node const* n) {
      auto const& source = n->kind == kind::join ? (*n)[0] : *n;
      return n->has(flag::right) || n->has(flag::full) || (source.kind == kind::from && has_right_join(source));
    });
  }

  // ---- FROM

  void add_sources(node& from, work& w) {
    auto const begin = w.parts.size();
    for (auto* n : from.children()) {
      auto* const join = n->kind == kind::join ? n : nullptr;
      auto* const source = join ? join->items[0] : n;
      if (join && (!writes_condition(*join, begin, w) || join->has(flag::left))) {
        w.parts.push_back({source, join});
        continue;
      }
      if (source->kind == kind::from)
        add_sources(*source, w);
      else
        w.parts.push_back({source, nullptr});
      if (join && join->count == 2) add_condition((*join)[1][0], w);
    }
  }

  /// Writes USING and NATURAL as ON; false if their columns are unknown.
  bool writes_condition(node& join, std::size_t begin, work const& w) {
    auto const* const list = join.find(kind::using_columns);
    if (!list && !join.has(flag::natural)) return true;
    auto const is_known = [this](part const& p) { return table_of(*p.source) != nullptr; };
    auto const* const right = table_of(join[0]);
    if (!right || !std::all_of(w.parts.begin() + static_cast<std::ptrdiff_t>(begin), w.parts.end(), is_known)) return false;
    std::vector<node*> equations;
    for (auto const name : shared_columns(list, *right)) {
      auto const* const left = owner(name, begin, w);
      if (left && right->find_column(name))
        equations.push_back(conditions_.compared(op::eq, names_.column(*left, name), names_.column(join[0], name)));
      else if (list)
        return false;
    }
    std::vector<node*> now{join.items[0]};
    if (!equations.empty()) now.push_back(&q_.make(kind::on, {conditions_.joined(op::and_, equations)}));
    q_.set_children(join, now);
    join.clear(flag::natural);
    return true;
  }

  /// The names after USING; for NATURAL all of the table's.
  static std::vector<std::string_view> shared_columns(node const* list, schema::table const& right) {
    std::vector<std::string_view> names;
    if (list)
      for (auto const* name : list->children()) names.push_back(name->name.view());
    else
      for (auto const& c : right.columns) names.push_back(c.name);
    return names;
  }

  [[nodiscard]] schema::table const* table_of(node const& source) const {
    auto const* const known = names_.source(source);
    return known ? known->table : nullptr;
  }

  [[nodiscard]] node const* owner(std::string_view column, std::size_t begin, work const& w) const {
    for (auto i = begin; i < w.parts.size(); ++i)
      if (auto const* const table = table_of(*w.parts[i].source); table && table->find_column(column)) return w.parts[i].source;
    return nullptr;
  }

  /// The order of two equal tables has no meaning, so all orders are tried.
  void swap_equal_tables(work& w) {
    for (std::size_t i = 0; i < w.parts.size(); ++i)
      for (std::size_t k = i + 1; k < w.parts.size(); ++k) {
        auto const* const table = table_of(*w.parts[i].source);
        if (!table || table != table_of(*w.parts[k].source) || w.parts[i].join || w.parts[k].join) continue;
        if ((swapped_ >> std::min<std::size_t>(pairs++, 63) & 1U) != 0) std::swap(w.parts[i], w.parts[k]);
      }
  }

  void put_together(node& from, work const& w) {
    std::vector<node*> sources;
    for (auto const& p : w.parts) sources.push_back(p.join ? p.join : sources.empty() ? p.source : &q_.make(kind::join, {p.source}));
    q_.set_children(from, sources);
  }

  // ---- conditions

  void add_condition(node& n, work& w) {
    if (n.kind == kind::operation && n.op == op::and_)
      for (auto* operand : n.children()) add_condition(*operand, w);
    else if (!is_equation(n, w))
      w.conditions.push_back(&n);
    else
      make_equal(n[0], n[1], w);
  }

  static bool is_equation(node const& n, work const& w) {
    return n.kind == kind::operation && n.op == op::eq && n.count == 2 && place_of(n[0], w) != none && place_of(n[1], w) != none;
  }

  /// The index of a column's source in FROM; `none` if it belongs elsewhere.
  static std::size_t place_of(node const& column, work const& w) {
    auto const is_source = [&](part const& p) { return p.source->kind == kind::alias && p.source->name.view() == column.qualifier.view(); };
    auto const found = std::ranges::find_if(w.parts, is_source);
    return column.kind == kind::column && found != w.parts.end() ? static_cast<std::size_t>(found - w.parts.begin()) : none;
  }

  /// Copies the column, since `use_first` may change the original, which may still be in the tree.
  std::size_t class_of(node const& column, work& w) {
    auto const [found, is_new] = w.class_of.emplace(key(column), w.equal.size());
    if (is_new) w.equal.push_back({&q_.copy(column)});
    return found->second;
  }

  /// The smaller class is merged into the larger one, so that no column moves often.
  void make_equal(node const& a, node const& b, work& w) {
    auto into = class_of(a, w), from = class_of(b, w);
    if (into == from) return;
    if (w.equal[into].size() < w.equal[from].size()) std::swap(into, from);
    for (auto* n : w.equal[from]) {
      w.class_of[key(*n)] = into;
      w.equal[into].push_back(n);
    }
    w.equal[from].clear();
  }

  /// Chooses the first by name, so that the choice does not depend on how the query is written.
  void choose_first(work& w) {
    std::erase_if(w.equal, [](equals const& e) { return e.empty(); });
    for (auto& e : w.equal) {
      std::ranges::sort(e, {}, [&](node const* n) {
        auto const place = place_of(*n, w);
        auto const* const table = table_of(*w.parts[place].source);
        return std::tuple(table ? text::lower(table->name) : std::string(), text::lower(n->name.view()), place);
      });
      for (auto const* n : e) first_.insert_or_assign(key(*n), e.front());
    }
  }

  static std::string key(node const& column) {
    return std::string(column.qualifier.view()).append(".").append(text::lower(column.name.view()));
  }

  void use_first(node& n) const {
    auto const found = n.kind == kind::column && !n.qualifier.empty() ? first_.find(key(n)) : first_.end();
    if (found == first_.end()) return;
    n.qualifier = found->second->qualifier;
    n.name = found->second->name;
  }

  void set_where(work& w) {
    for (auto const& e : w.equal)
      for (std::size_t i = 1; i < e.size(); ++i) w.conditions.push_back(conditions_.compared(op::eq, *e.front(), *e[i]));
    std::vector<node*> now;
    for (auto* child : w.select->children()) {
      if (child->kind != kind::where) now.push_back(child);
      if (child->kind == kind::from && !w.conditions.empty())
        now.push_back(&q_.make(kind::where, {conditions_.joined(op::and_, w.conditions)}));
    }
    q_.set_children(*w.select, now);
  }
};

}  // namespace t2s::evaluation::detail::strict

#endif
