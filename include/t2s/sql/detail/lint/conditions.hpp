// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_CONDITIONS_HPP
#define T2S_SQL_DETAIL_LINT_CONDITIONS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/sql/detail/lint/edit.hpp"
#include "t2s/sql/detail/lint/select.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// Rules about conditions that have the same value for every row.
namespace t2s::sql::detail::linting {

/// A literal as it is compared: a number or a text.
struct constant {
  bool is_number = false;
  double number = 0;
  std::string text{};
};

inline std::optional<constant> constant_of(review const& r, node const& n) {
  if (auto const s = r.string_of(n)) return constant{false, 0, std::string(*s)};
  bool const negative = n.kind == kind::prefix && n.op == op::negate;
  auto const& digits = negative ? n[0] : n;
  double number = 0;
  if (digits.kind != kind::number || text::to_number(digits.name.view(), number) != std::errc()) return {};
  return constant{true, negative ? -number : number, {}};
}

/// Negative, 0 or positive. Nothing for a number and a text, or for texts whose order depends on the collation.
inline std::optional<int> compare(constant const& a, constant const& b) {
  if (a.is_number != b.is_number) return {};
  if (a.is_number) return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
  auto const has_letters = [](std::string const& s) { return s.find_first_not_of("0123456789-/:. ") != s.npos; };
  if (a.text != b.text && (has_letters(a.text) || has_letters(b.text))) return {};
  return a.text.compare(b.text);
}

/// Whether two constants are different values under every collation that SQLite has.
inline bool differ(constant const& a, constant const& b) {
  return a.is_number == b.is_number && (a.is_number ? a.number != b.number : !text::same(text::trim(a.text), text::trim(b.text)));
}

/// `column op constant`, with either operand order.
struct bound {
  place of{};
  sql::op op{};
  constant value{};
  node const* at{};
};

inline op mirrored(op o) noexcept {
  switch (o) {
    case op::lt: return op::gt;
    case op::le: return op::ge;
    case op::gt: return op::lt;
    case op::ge: return op::le;
    default: return o;
  }
}

inline std::optional<bound> bound_of(review const& r, select_view const& s, node const& n) {
  if (n.kind != kind::operation || n.count != 2 || !is_comparison(n.op)) return {};
  for (bool const turned : {false, true}) {
    auto const column = r.place_of(s, n[turned ? 1 : 0]);
    auto const value = constant_of(r, n[turned ? 0 : 1]);
    if (column && value) return bound{column, turned ? mirrored(n.op) : n.op, *value, &n};
  }
  return {};
}

/// Whether no value satisfies both conditions; `order` compares their constants.
inline bool exclude_each_other(op a, op b, int order) noexcept {
  auto const below = [](op o) { return o == op::lt || o == op::le || o == op::eq; };
  auto const above = [](op o) { return o == op::gt || o == op::ge || o == op::eq; };
  if (order < 0) return below(a) && above(b);
  if (order > 0) return above(a) && below(b);
  auto const pair = [&](op x, op y) { return (a == x && b == y) || (a == y && b == x); };
  return pair(op::eq, op::ne) || pair(op::eq, op::lt) || pair(op::eq, op::gt) || pair(op::lt, op::gt) || pair(op::lt, op::ge) ||
         pair(op::gt, op::le);
}

/// Conditions that all must hold, and that no row satisfies together.
inline void contradictions(review& r, select_view const& s) {
  constexpr std::size_t most = 50;  // limits the pairs that are compared
  std::vector<bound> bounds;
  for (auto const* n : s.conditions)
    if (auto b = bound_of(r, s, *n); b && bounds.size() < most) bounds.push_back(*std::move(b));
  for (std::size_t i = 0; i < bounds.size(); ++i)
    for (std::size_t j = i + 1; j < bounds.size(); ++j) {
      if (!(bounds[i].of == bounds[j].of)) continue;
      bool const both_equal = bounds[i].op == op::eq && bounds[j].op == op::eq;
      auto const order = compare(bounds[i].value, bounds[j].value);
      bool const two_values = both_equal && differ(bounds[i].value, bounds[j].value);
      if (!two_values && !(order && exclude_each_other(bounds[i].op, bounds[j].op, *order))) continue;
      r.report(lint_rule::constant_condition, *bounds[j].at,
               concat({"no row fulfils both ", r.text_of(*bounds[i].at), " and ", r.text_of(*bounds[j].at),
                       both_equal ? ": a value cannot be both; IN finds rows of either kind, INTERSECT things with both" : ""}));
    }
}

/// `x <> 1 OR x <> 2`.
inline void excluded_alternatives(review& r, select_view const& s, node const& n) {
  if (n.kind != kind::operation || n.op != op::or_ || n.count != 2) return;
  auto const a = bound_of(r, s, n[0]), b = bound_of(r, s, n[1]);
  if (!a || !b || a->op != op::ne || b->op != op::ne || !(a->of == b->of)) return;
  if (!differ(a->value, b->value)) return;
  r.report(lint_rule::constant_condition, n, concat({r.text_of(n), " is true for every value, since none equals both; AND excludes both"}),
           with(r, n, concat({r.text_of(n[0]), " AND ", r.text_of(n[1])})));
}

inline void compared_with_null(review& r, node const& n) {
  if (n.kind != kind::operation || n.count != 2 || !is_comparison(n.op)) return;
  bool const left = n[0].kind == kind::null;
  if (left == (n[1].kind == kind::null)) return;
  auto const other = r.text_of(n[left ? 1 : 0]);
  bool const equal = n.op == op::eq, unequal = n.op == op::ne;
  r.report(lint_rule::constant_condition, n, concat({"nothing compares with NULL: ", r.text_of(n), " is never true"}),
           equal || unequal ? with(r, n, concat({"(", other, equal ? ") IS NULL" : ") IS NOT NULL"})) : std::string());
}

inline void compared_with_itself(review& r, node const& n) {
  if (n.kind != kind::operation || n.count != 2 || !is_comparison(n.op)) return;
  auto const *a = r.use_of(n[0]), *b = r.use_of(n[1]);
  if (!a || !b || a->table == resolved_column::none || a->table != b->table || !text::same(a->column, b->column)) return;
  bool const holds = n.op == op::eq || n.op == op::le || n.op == op::ge;
  r.report(lint_rule::constant_condition, n,
           concat({r.text_of(n), " compares a column with itself: it is ", holds ? "true wherever the column is not NULL" : "never true"}));
}

inline void reversed_range(review& r, node const& n) {
  if (n.kind != kind::between || n.has(flag::symmetric)) return;
  auto const low = constant_of(r, n[1]), high = constant_of(r, n[2]);
  auto const order = low && high ? compare(*low, *high) : std::nullopt;
  if (!order || *order <= 0) return;
  r.report(
      lint_rule::constant_condition, n,
      concat({"nothing lies between ", r.text_of(n[1]), " and ", r.text_of(n[2]), ": the first is greater"}),
      with(r, n, concat({r.text_of(n[0]), n.has(flag::negated) ? " NOT" : "", " BETWEEN ", r.text_of(n[2]), " AND ", r.text_of(n[1])})));
}

/// `IS NULL` for a column that is NOT NULL.
inline void never_null(review& r, select_view const& s, node const& n) {
  if (n.kind != kind::operation || n.count != 2 || (n.op != op::is && n.op != op::is_not) || n[1].kind != kind::null) return;
  auto const column = r.place_of(s, n[0]);
  if (!column || !column.base.column || s.outer_joins || !r.refuses_null(column.base)) return;
  r.report(lint_rule::constant_condition, n,
           concat({review::shown(column.base), " is never NULL: ", r.text_of(n), " is ", n.op == op::is ? "never" : "always", " true"}));
}

/// Whether a literal is a condition by mistake. 1 and 0 stand for TRUE and FALSE, and engines with truth values refuse a text themselves.
inline bool is_bare(review const& r, constant const& value) {
  if (value.is_number) return value.number != 0 && value.number != 1;
  return r.in_sqlite() || r.dialect() == dialect::mysql;
}

/// `place = 'hill'` as it reads with another literal; empty if OR or AND does not go on with literals behind it.
inline std::string continued(review const& r, node const& compared, op chain, node const& literal) {
  if (compared.count != 2 || !constant_of(r, compared[1])) return {};
  bool const equal = compared.kind == kind::like ? !compared.has(flag::negated) : compared.op == op::eq;
  bool const unequal = compared.kind == kind::like ? compared.has(flag::negated) : compared.op == op::ne;
  if (chain == op::or_ ? !equal : !unequal) return {};
  auto const text = r.text_of(compared), last = r.text_of(compared[1]);
  return text.ends_with(last) ? text.substr(0, text.size() - last.size()) + r.text_of(literal) : std::string();
}

/// `place = 'hill' OR 'lake'`: a literal is an operand of its own.
inline void literals_in_chain(review& r, node const& n) {
  node const *compared = nullptr, *bare = nullptr;
  bool known = true;
  std::string meant;
  for (auto const* operand : n.children()) {
    auto text = r.text_of(*operand);
    auto const value = constant_of(r, *operand);
    auto const more = value && compared ? continued(r, *compared, n.op, *operand) : std::string();
    bool const same_type = !more.empty() && constant_of(r, (*compared)[1])->is_number == value->is_number;
    bool const wrong = value && (is_bare(r, *value) || (same_type && value->is_number));
    if (wrong && !bare) bare = operand;
    known = known && (!wrong || same_type);
    if (wrong && same_type) text = more;
    if (!value) compared = operand;
    bool const in_brackets = operand->kind == kind::operation && (operand->op == op::or_ || operand->op == op::and_);
    meant.append(meant.empty() ? "" : n.op == op::or_ ? " OR " : " AND ").append(in_brackets ? concat({"(", text, ")"}) : text);
  }
  if (bare)
    r.report(lint_rule::constant_condition, *bare,
             concat({r.text_of(*bare), " is a condition of its own, the same for every row: a comparison ends at ",
                     n.op == op::or_ ? "OR" : "AND", ", and each side needs one"}),
             known ? with(r, n, meant) : std::string());
}

inline void literal_alone(review& r, node const& n) {
  bool const alone = n.kind == kind::where || n.kind == kind::having || n.kind == kind::on || n.kind == kind::filter ||
                     (n.kind == kind::prefix && n.op == op::not_);
  auto const value = alone ? constant_of(r, n[0]) : std::nullopt;
  if (value && is_bare(r, *value))
    r.report(lint_rule::constant_condition, n[0],
             concat({r.text_of(n[0]), " is a condition of its own, the same for every row: compare something with it"}));
}

inline void constant_condition(review& r, select_view const& s) {
  contradictions(r, s);
  visit_expression(*s.at, [&](node const& n) {
    if (n.kind == kind::operation && (n.op == op::or_ || n.op == op::and_)) literals_in_chain(r, n);
    literal_alone(r, n);
    compared_with_null(r, n);
    compared_with_itself(r, n);
    reversed_range(r, n);
    excluded_alternatives(r, s, n);
    never_null(r, s, n);
  });
}

/// The only column of a subquery that is one plain select, for a condition that it is not NULL.
inline std::string without_nulls(review const& r, node const& subquery) {
  auto const* const select = subquery[0].kind == kind::query ? subquery[0].find(kind::select) : nullptr;
  if (!select || subquery[0].count != 1 || select->find(kind::group_by)) return {};
  auto const* const columns = select->find(kind::columns);
  if (!columns || columns->count != 1 || !r.base_of(without_alias((*columns)[0]))) return {};
  auto const condition = concat({r.text_of(without_alias((*columns)[0])), " IS NOT NULL"});
  return r.edited(*select, [&](query& q, node& there) { add_condition(q, there, condition); });
}

/// The statement without the NULLs of a list; empty if the list has no other value.
inline std::string without_null_values(review const& r, node const& list) {
  auto const is_null = [](node const* n) { return n->kind == kind::null; };
  if (std::all_of(list.items, list.items + list.count, is_null)) return {};
  return r.edited(list, [&](query& q, node& there) {
    std::vector<node*> kept(there.children().begin(), there.children().end());
    std::erase_if(kept, is_null);
    q.set_children(there, kept);
  });
}

/// Whether the only column of a subquery can be NULL.
inline std::optional<bool> gives_null(review const& r, node const& subquery) {
  auto const text = r.text_of(subquery);
  if (!r.in_sqlite()) return r.any(concat({"SELECT 1 FROM ", text, " AS a (c) WHERE c IS NULL"}));
  // SQLite has no names for the columns of a subquery. For a text that is not stored, NOT IN is true, or unknown if there is a NULL.
  return r.holds(concat({"SELECT CASE WHEN ('no such value' NOT IN ", text, ") IS NULL THEN 1 ELSE 0 END"}));
}

inline void not_in_null(review& r, select_view const& s) {
  visit_expression(*s.at, [&](node const& n) {
    if (n.kind != kind::in || !n.has(flag::negated)) return;
    auto const& values = n[1];
    if (values.kind == kind::list && values.find(kind::null))
      r.report(lint_rule::not_in_null, n, "NOT IN is never true for a list with NULL", without_null_values(r, values));
    if (values.kind != kind::subquery || n[0].kind == kind::row || !r.has_facts() || !r.stands_alone(values)) return;
    if (gives_null(r, values) == true)
      r.report(lint_rule::not_in_null, n, "the subquery gives NULL among its values, and NOT IN is never true then: no row is found",
               without_nulls(r, values));
  });
}

}  // namespace t2s::sql::detail::linting

#endif
