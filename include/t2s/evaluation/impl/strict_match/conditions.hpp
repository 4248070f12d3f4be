// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_STRICT_MATCH_CONDITIONS_HPP
#define T2S_EVALUATION_IMPL_STRICT_MATCH_CONDITIONS_HPP

#include "t2s/sql/ast.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace t2s::evaluation::detail::strict {

using sql::flag;
using sql::kind;
using sql::node;
using sql::op;

/// One way to write a condition: AND and OR flat, NOT only before what has no opposite, BETWEEN and IN with a list as comparisons. All
/// of it holds in SQL's three-valued logic.
class conditions {
 public:
  explicit conditions(sql::query& q) : q_(q) {}

  void settle() {
    sql::transform(q_, [this](node& n) { return settled(n); });
  }

  /// AND or OR; of a single operand, that operand.
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
    switch (sign) {
      case op::eq: return op::ne;
      case op::ne: return op::eq;
      case op::lt: return op::ge;
      case op::ge: return op::lt;
      case op::gt: return op::le;
      case op::le: return op::gt;
      case op::is: return op::is_not;
      case op::is_not: return op::is;
      case op::and_: return op::or_;
      case op::or_: return op::and_;
      default: return op::none;
    }
  }

  node* opposite(node& n) {
    auto const other = n.kind == kind::operation ? opposite(n.op) : op::none;
    if (other == op::and_ || other == op::or_) {
      std::vector<node*> operands;
      for (auto* operand : n.children()) operands.push_back(opposite(*operand));
      return joined(other, operands);
    }
    if (other != op::none && n.count == 2) return n.op = other, &n;
    if (n.kind == kind::like || n.kind == kind::in || n.kind == kind::between) {
      n.has(flag::negated) ? n.clear(flag::negated) : n.set(flag::negated);
      return &n;
    }
    auto& wrapped = q_.make(kind::prefix, {&n});
    wrapped.op = op::not_;
    return &wrapped;
  }

  sql::query& q_;
};

/// Puts one mark in the place of all literals that something is compared with.
class values {
 public:
  explicit values(sql::query& q) : q_(q) {}

  void hide() {
    sql::visit(q_.root(), [this](node& n) {
      if (n.kind == kind::in && n[1].kind == kind::list) hide_in(n[1]);
      if (compares(n)) hide_in(n);
    });
  }

 private:
  /// Also within row values.
  void hide_in(node& n) {
    for (std::size_t i = 0; i < n.count; ++i)
      if (is_value(n[i]))
        n.items[i] = &mark();
      else if (n[i].kind == kind::row)
        hide_in(n[i]);
  }

  static bool compares(node const& n) {
    if (n.kind == kind::like || n.kind == kind::between) return true;
    return n.kind == kind::operation && ((n.op >= op::eq && n.op <= op::is_not_distinct) || (n.op >= op::lt && n.op <= op::ge));
  }

  /// A literal, or what is made of literals alone. NULL is no value: IS NULL is a condition of its own.
  static bool is_value(node const& n) {
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

  node& mark() {
    auto& n = q_.make(kind::parameter);
    n.name = q_.make_literal("?");
    return n;
  }

  sql::query& q_;
};

}  // namespace t2s::evaluation::detail::strict

#endif
