// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_FALLBACKS_HPP
#define T2S_SQL_DETAIL_LINT_FALLBACKS_HPP

#include "t2s/sql/detail/lint/edit.hpp"
#include "t2s/sql/detail/lint/select.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Rules about aggregates of values that stand where NULL is expected: `count` takes them for rows, `avg` and `min` for numbers.
namespace t2s::sql::detail::linting {

inline bool is_called(node const& n, std::initializer_list<std::string_view> names) {
  return n.kind == kind::call &&
         std::any_of(names.begin(), names.end(), [&](std::string_view name) { return text::same(n.name.view(), name); });
}

inline bool is_zero(node const& n) {
  if (n.kind != kind::number) return false;
  auto const digits = n.name.view();
  return digits.find_first_not_of("0.") == digits.npos && digits.find('0') != digits.npos;
}

/// Whether an expression is a condition: true, false or unknown.
inline bool is_condition(node const& n) {
  if (n.kind == kind::operation)
    return is_comparison(n.op) || n.op == op::and_ || n.op == op::or_ || n.op == op::is || n.op == op::is_not || n.op == op::is_distinct ||
           n.op == op::is_not_distinct || n.op == op::null_safe || n.op == op::xor_;
  return n.kind == kind::like || n.kind == kind::between || n.kind == kind::in || n.kind == kind::exists ||
         (n.kind == kind::prefix && n.op == op::not_);
}

/// An expression that chooses among values: CASE, iif, coalesce and the like.
struct choice {
  std::vector<node const*> values{};  ///< what it may be, without the conditions
  node const* last = nullptr;         ///< what it is if nothing else applies; nullptr: NULL
  bool fills = false;                 ///< whether `last` replaces a NULL, as in coalesce

  [[nodiscard]] explicit operator bool() const noexcept { return !values.empty(); }
};

inline choice choice_of(node const& n) {
  choice c;
  if (n.kind == kind::case_) {
    for (auto const* child : n.children()) {
      if (child->kind == kind::when) c.values.push_back(&(*child)[1]);
      if (child->kind == kind::else_) c.values.push_back(c.last = &(*child)[0]);
    }
  } else if (n.count == 3 && is_called(n, {"iif", "if"})) {
    c.values = {&n[1], &n[2]};
    c.last = &n[2];
  } else if (n.count > 1 && is_called(n, {"coalesce", "ifnull", "nvl", "isnull"})) {
    c.values.assign(n.items, n.items + n.count);
    c.last = c.values.back();
    c.fills = true;
  }
  return c;
}

/// Whether an expression has a value in every row, although it is not a literal: `a > 1`, `CASE WHEN a > 1 THEN b ELSE 0 END`,
/// `coalesce(a, 0)`. `a > 1 OR NULL` has none where it is not true: it is written to be counted.
inline bool always_has_value(node const& n) {
  auto const has_value = [](node const& part) { return is_constant(part) || always_has_value(part); };
  auto const has_null = [](auto const& parts) {
    return std::any_of(parts.begin(), parts.end(), [](node const* part) { return part->kind == kind::null; });
  };
  if (is_condition(n)) return n.kind != kind::operation || n.op == op::is || n.op == op::is_not || !has_null(n.children());
  if (auto const c = choice_of(n)) return c.last && has_value(*c.last) && !has_null(c.values);
  if (n.kind == kind::cast || n.kind == kind::collate) return always_has_value(n[0]);
  if (n.kind != kind::operation || is_constant(n)) return false;
  return std::all_of(n.items, n.items + n.count, [&](node const* part) { return has_value(*part); });
}

// ---- count_of_all

/// An expression that is NULL where the condition or the fallback decides; empty if there is no unique one.
inline std::string without_fallback(review const& r, node const& n) {
  if (is_condition(n)) return concat({"CASE WHEN ", r.text_of(n), " THEN 1 END"});
  auto const c = choice_of(n);
  if (!c) return {};
  if (c.fills) return c.values.size() == 2 ? r.text_of(*c.values.front()) : std::string();
  auto const is_nothing = [&](node const* v) { return is_zero(*v) || r.string_of(*v) == std::string_view(); };
  if (!c.last || !is_nothing(c.last) || std::any_of(c.values.begin(), c.values.end() - 1, is_nothing)) return {};
  if (n.kind == kind::call) return concat({"CASE WHEN ", r.text_of(n[0]), " THEN ", r.text_of(n[1]), " END"});
  std::string made = "CASE";
  for (auto const* child : n.children())
    if (child->kind != kind::else_) made.append(" ").append(r.text_of(*child));
  return made + " END";
}

/// Whether DISTINCT counts the fallback as one more value. Of constants the author may want to know how many there are.
inline bool adds_a_value(node const& n) {
  auto const c = choice_of(n);
  return c && !c.fills && std::any_of(c.values.begin(), c.values.end(), [](node const* v) { return !is_constant(*v); });
}

inline void judge_count(review& r, node const& n) {
  if (!is_called(n, {"count"})) return;
  auto const* const argument = first_argument(n);
  if (!argument || !always_has_value(*argument)) return;
  bool const distinct = n.has(flag::distinct);
  if (distinct && !adds_a_value(*argument)) return;
  auto const meant = without_fallback(r, *argument);
  auto const* const what = distinct                     ? " counts the value of ELSE as one more"
                           : choice_of(*argument).fills ? " counts every row: what it counts is never NULL"
                                                        : " also counts rows for which the condition is false";
  auto const why = concat({r.text_of(n), what});
  r.report(lint_rule::count_of_all, n, why, meant.empty() ? std::string() : with(r, *argument, meant), !choice_of(*argument).fills);
}

inline void count_of_all(review& r, select_view const& s) {
  each_clause(s, [&](node const& n) { judge_count(r, n); });
}

// ---- zero_for_missing

/// Whether an expression is made of columns of tables. The number of a subquery or of a row that an outer join lacks may well be 0.
inline bool is_stored(review const& r, select_view const& s, node const& value) {
  bool stored = !s.outer_joins;
  visit(value, [&](node const& n) {
    if (n.kind == kind::query) stored = false;
    if (n.kind != kind::column) return;
    auto const p = r.place_of(s, n);
    stored = stored && p && s.table(p.source);
  });
  return stored;
}

/// Whether some row has NULL for an expression in which the zeros are NULL.
inline std::optional<bool> reaches_zero(review const& r, select_view const& s, node const& argument) {
  auto const base = choice_of(argument).fills ? r.base_of(*choice_of(argument).values.front()) : base_column();
  if (base && r.refuses_null(base)) return false;
  auto const rows = r.rows_of(s);
  if (!rows) return {};
  auto copy = r.tree.clone();
  auto* const there = twin_of(r.tree.root(), argument, copy.root());
  if (!there) return {};
  for (auto const* value : choice_of(argument).values)
    if (is_zero(*value))
      if (auto* const zero = twin_of(argument, *value, *there)) *zero = copy.make(kind::null);
  return r.any(concat({"SELECT 1 FROM (SELECT ", print(*there, {.dialect = r.dialect()}), " AS v ", *rows, ") AS a WHERE v IS NULL"}));
}

inline void judge_zero(review& r, select_view const& s, node const& n) {
  bool const least = is_called(n, {"min"});
  if (!least && !is_called(n, {"avg", "mean", "median", "stddev", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp"})) return;
  auto const* const argument = first_argument(n);
  auto const c = argument ? choice_of(*argument) : choice();
  bool zero = false, measured = false;
  for (auto const* value : c.values) {
    zero = zero || is_zero(*value);
    measured = measured || (!is_constant(*value) && value->kind != kind::null);
  }
  if (!zero || !measured || (c.fills && !is_stored(r, s, *argument))) return;  // of constants it is a share, or whether all are
  auto const reached = reaches_zero(r, s, *argument);
  if (reached == false) return;
  auto const meant = without_fallback(r, *argument);
  r.report(lint_rule::zero_for_missing, n,
           concat({r.text_of(n), " counts 0 for each row ", c.fills ? "without a value" : "that the condition leaves out",
                   least ? ", so the minimum is usually 0" : ", which changes it"}),
           meant.empty() ? std::string() : with(r, *argument, meant), least && reached == true);
}

inline void zero_for_missing(review& r, select_view const& s) {
  each_clause(s, [&](node const& n) { judge_zero(r, s, n); });
}

}  // namespace t2s::sql::detail::linting

#endif
