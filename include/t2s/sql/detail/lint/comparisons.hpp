// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_COMPARISONS_HPP
#define T2S_SQL_DETAIL_LINT_COMPARISONS_HPP

#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/sql/detail/like_classes.hpp"
#include "t2s/sql/detail/lint/conditions.hpp"
#include "t2s/sql/detail/lint/edit.hpp"
#include "t2s/sql/detail/lint/select.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

/// Rules about how SQLite compares stored values with literals, which depends on the column's affinity (https://sqlite.org/datatype3.html,
/// section 4.2).
namespace t2s::sql::detail::linting {

/// A stored column compared with a literal.
struct comparison {
  node const* column{};
  base_column base{};
  node const* literal{};
  constant value{};
  sql::op op{};  ///< turned as if the column were on the left
  node const* at{};
};

/// Calls `visitor(comparison const&)` for each literal that a column is compared with, also in lists and in BETWEEN.
template <class Visitor>
void each_comparison(review const& r, select_view const& s, Visitor visitor) {
  auto const offer = [&](node const& at, node const& column, op o, node const& literal) {
    auto const base = r.base_of(column);
    auto value = base ? constant_of(r, literal) : std::nullopt;
    if (value) visitor(comparison{&column, base, &literal, *std::move(value), o, &at});
  };
  visit_expression(*s.at, [&](node const& n) {
    if (n.kind == kind::operation && n.count == 2 && is_comparison(n.op)) {
      offer(n, n[0], n.op, n[1]);
      offer(n, n[1], mirrored(n.op), n[0]);
    } else if (n.kind == kind::between) {
      offer(n, n[0], op::ge, n[1]);
      offer(n, n[0], op::le, n[2]);
    } else if (n.kind == kind::in && n[1].kind == kind::list) {
      for (auto const* value : n[1].children()) offer(n, n[0], op::eq, *value);
    }
  });
}

inline bool is_numeric(schema::affinity a) noexcept {
  return a == schema::affinity::integer || a == schema::affinity::real || a == schema::affinity::numeric;
}

/// The number that a literal is, or that SQLite converts it to.
inline std::optional<std::string> number_in(constant const& c, review const& r, node const& literal) {
  if (c.is_number) return r.text_of(literal);
  double number = 0;
  auto const digits = text::trim(c.text);
  if (text::to_number(digits, number) != std::errc()) return {};
  return std::string(digits);
}

inline std::string sql_text(std::string_view s) {
  std::string quoted = "'";
  for (char const c : s) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + "'";
}

/// Whether a column stores only texts, and all of them are numbers.
inline bool stores_numbers_as_texts(review const& r, base_column const& c) {
  return r.any_value(c, "typeof(?) = 'text' AND trim(?) GLOB '[0-9]*'") == true &&
         r.any_value(c, "? IS NOT NULL AND ? <> '' AND (typeof(?) <> 'text' OR ltrim(?, '-') GLOB '*[^0-9.]*')") == false;
}

inline std::string cast_to_number(review const& r, node const& column) { return concat({"CAST(", r.text_of(column), " AS REAL)"}); }

inline void compared_as_text(review& r, comparison const& c) {
  if (!is_order(c.op) || schema::affinity_of(c.base.column->type) != schema::affinity::text) return;
  auto const number = number_in(c.value, r, *c.literal);
  if (!number || !stores_numbers_as_texts(r, c.base)) return;
  auto const sign = c.op == op::lt ? " < " : c.op == op::le ? " <= " : c.op == op::gt ? " > " : " >= ";
  auto const differs =
      concat({"? <> '' AND (?", sign, sql_text(c.value.is_number ? *number : c.value.text), ") <> (CAST(? AS REAL)", sign, *number, ")"});
  if (!r.any_value(c.base, differs).value_or(false)) return;
  r.report(lint_rule::number_as_text, *c.at,
           concat({review::shown(c.base), " holds numbers as texts, and ", r.text_of(*c.at),
                   " compares them letter by letter: '9' is after '10'"}),
           r.edited(*c.at, [&](query& q, node& there) {
             auto* const column = twin_of(*c.at, *c.column, there);
             auto* const literal = twin_of(*c.at, *c.literal, there);
             if (literal && !c.value.is_number) replace(q, *literal, *number);
             if (column) replace(q, *column, cast_to_number(r, *c.column));
           }));
}

inline void ordered_as_text(review& r, node const& column, node const& at, std::string_view how) {
  auto const base = r.base_of(column);
  if (!base || schema::affinity_of(base.column->type) != schema::affinity::text || !stores_numbers_as_texts(r, base)) return;
  auto const name = r.named(base.column->name);
  auto const before = concat({"SELECT CAST(", name, " AS REAL) AS n, lag(CAST(", name, " AS REAL)) OVER (ORDER BY ", name, ") AS p FROM ",
                              r.named(*base.table), " WHERE ", name, " <> ''"});
  if (!r.any(concat({"SELECT 1 FROM (", before, ") AS a WHERE p > n"})).value_or(false)) return;
  r.report(lint_rule::number_as_text, at,
           concat({review::shown(base), " holds numbers as texts, and ", how, " takes them letter by letter: '9' is after '10'"}),
           with(r, column, cast_to_number(r, column)));
}

inline void number_as_text(review& r, select_view const& s) {
  if (!r.has_facts() || !r.in_sqlite()) return;
  each_comparison(r, s, [&](comparison const& c) { compared_as_text(r, c); });
  if (s.order)
    for (auto const* sort : s.order->children()) ordered_as_text(r, (*sort)[0], *sort, "ORDER BY");
  visit_expression(*s.at, [&](node const& n) {
    if (!is_aggregate_call(n) || (!text::same(n.name.view(), "max") && !text::same(n.name.view(), "min"))) return;
    if (auto const* argument = only_argument(n)) ordered_as_text(r, *argument, n, n.name.view());
  });
}

/// Whether all stored values are texts that begin like ISO dates.
inline bool stores_iso_dates(review const& r, base_column const& c) {
  return r.any_value(c, "? GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]*'") == true &&
         r.any_value(c, "? IS NOT NULL AND ? NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]*'") == false;
}

inline bool is_year(std::string_view s) noexcept {
  return s.size() == 4 && s.find_first_not_of("0123456789") == s.npos && (s.starts_with('1') || s.starts_with('2'));
}

/// The statement, changed to compare the year of a date.
inline std::string by_year(review const& r, comparison const& c, std::string_view year) {
  return r.edited(*c.at, [&](query& q, node& there) {
    auto* const column = twin_of(*c.at, *c.column, there);
    auto* const literal = twin_of(*c.at, *c.literal, there);
    if (literal) replace(q, *literal, year);
    if (column) replace(q, *column, concat({"CAST(strftime('%Y', ", r.text_of(*c.column), ") AS INTEGER)"}));
  });
}

/// A text never equals a number, and is greater than every number. SQLite converts a numeric literal to a number if the column's type, such
/// as DATE, has numeric affinity.
inline void date_as_number(review& r, select_view const& s) {
  if (!r.has_facts() || !r.in_sqlite()) return;
  each_comparison(r, s, [&](comparison const& c) {
    auto const number = number_in(c.value, r, *c.literal);
    auto const affinity = schema::affinity_of(c.base.column->type);
    bool const as_numbers = is_numeric(affinity) || (affinity == schema::affinity::blob && c.value.is_number);
    if (!number || !as_numbers) return;
    if (r.any_value(c.base, "typeof(?) = 'text'") != true || r.any_value(c.base, "typeof(?) IN ('integer', 'real')") != false) return;
    bool const year = is_year(*number) && stores_iso_dates(r, c.base) && c.at->kind == kind::operation;
    r.report(lint_rule::date_as_number, *c.at,
             concat({review::shown(c.base), " holds texts", year ? " such as dates" : "", ", and ", r.text_of(*c.at),
                     " compares them with the number ", *number, ": every text is greater than every number"}),
             year ? by_year(r, c, *number) : std::string());
  });
}

inline void text_against_number(review& r, select_view const& s) {
  if (!r.has_facts() || !r.in_sqlite()) return;
  each_comparison(r, s, [&](comparison const& c) {
    if (c.value.is_number || !is_numeric(schema::affinity_of(c.base.column->type)) || number_in(c.value, r, *c.literal)) return;
    if (r.any_value(c.base, "typeof(?) = 'text'") != false || r.any_value(c.base, "? IS NOT NULL") != true) return;
    r.report(lint_rule::text_against_number, *c.at,
             concat({review::shown(c.base), " holds only numbers, and ", sql_text(c.value.text), " is not a number: ", r.text_of(*c.at),
                     " is the same for every row"}));
  });
}

/// A GLOB pattern with a class for each digit; empty unless the text has only digits and separators of dates and times.
inline std::string form_of(std::string_view s) {
  std::string pattern;
  bool digits = false;
  for (char const c : s) {
    bool const digit = c >= '0' && c <= '9';
    if (!digit && std::string_view("-/:. ").find(c) == std::string_view::npos) return {};
    digits = digits || digit;
    digit ? pattern.append("[0-9]") : pattern.append(1, c);
  }
  bool const plain = s.find_first_of("-/:") == s.npos;
  return digits && s.size() >= 4 && (!plain || is_year(s)) ? pattern : std::string();
}

inline void unseen_format(review& r, select_view const& s) {
  if (!r.has_facts() || !r.in_sqlite()) return;
  each_comparison(r, s, [&](comparison const& c) {
    auto const affinity = schema::affinity_of(c.base.column->type);
    auto const written = c.value.is_number ? r.text_of(*c.literal) : c.value.text;
    bool const as_texts = affinity == schema::affinity::text || (!c.value.is_number && !number_in(c.value, r, *c.literal));
    auto const form = as_texts ? form_of(written) : std::string();
    // With < and >, a literal may be a prefix: dates after '2010-05' are compared correctly.
    auto const like = concat({"? GLOB ", sql_text(form), is_order(c.op) ? " || '*'" : ""});
    if (form.empty() || r.any_value(c.base, like) != false) return;
    if (r.any_value(c.base, "typeof(?) = 'text' AND ? GLOB '*[0-9]*[-/: ]*[0-9]*'") != true) return;
    bool const year = is_year(written) && stores_iso_dates(r, c.base) && c.at->kind == kind::operation;
    r.report(lint_rule::unseen_format, *c.at, concat({"no value of ", review::shown(c.base), " has the form of ", sql_text(written)}),
             year ? by_year(r, c, written) : std::string());
  });
}

// ---- class_in_like

inline void class_in_like(review& r, select_view const& s) {
  if (!r.in_sqlite()) return;
  visit_expression(*s.at, [&](node const& n) {
    auto const pattern = class_pattern_of(n);
    if (!pattern || !pattern->certain) return;
    auto const glob = schema::to_sql(value(pattern->glob), dialect::sqlite);
    r.report(lint_rule::class_in_like, n,
             "LIKE has no classes of characters in SQLite, where [ stands for itself; GLOB has them, with * and ? for % and _",
             with(r, n, concat({"lower(", r.text_of(n[0]), n.has(flag::negated) ? ") NOT GLOB " : ") GLOB ", glob})));
  });
}

}  // namespace t2s::sql::detail::linting

#endif
