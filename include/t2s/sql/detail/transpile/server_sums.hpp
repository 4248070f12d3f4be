// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_SERVER_SUMS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_SERVER_SUMS_HPP

#include "t2s/core/detail/text_number.hpp"
#include "t2s/sql/detail/transpile/calls.hpp"
#include "t2s/sql/detail/transpile/server.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

/// Sums of SQL Server and Oracle: `SYSDATE - 30` counts days, `a + '-' + b` joins texts.
namespace t2s::sql::detail::transpiling {

inline bool is_sum(node const& n) { return n.kind == kind::operation && (n.op == op::add || n.op == op::sub) && n.count > 1; }

// ---- days

/// A date or a timestamp by its name; unknown for other types.
inline type moment_named(std::string_view name) {
  auto const is = type_named(name);
  return is == type::date || is == type::timestamp ? is : type::unknown;
}

type server_type(translation& t, node const& n);
bool counts_days(translation& t);

/// The type of a moment that SQLite stores as a text; unknown for other parts.
inline type moment_type(translation& t, node const& n) {
  auto const other = server_type(t, n), own = t.type_of(n);
  return is_moment(other) ? other : own == type::date || own == type::timestamp ? own : type::unknown;
}

inline type type_of_server_call(translation& t, node const& n) {
  auto const name = n.name.view();
  auto const a = arguments_of(n);
  if (a.empty()) {
    if (t.to == dialect::sqlite && is_one_of(name, {"curdate", "today"})) return type::date;
    bool const of_server = is_one_of(name, {"getdate", "getutcdate", "sysdatetime", "sysutcdatetime"});
    bool const of_others = t.to == dialect::sqlite && is_one_of(name, {"sysdate", "now"});
    return of_server || of_others ? type::timestamp : type::unknown;
  }
  if (is_one_of(name, {"coalesce", "greatest", "ifnull", "isnull", "least", "max", "min", "nvl"})) {
    auto is = type::unknown;
    for (auto const* one : a)
      if (auto const next = server_type(t, *one); is == type::unknown && is_moment(next)) is = next;
    return is;
  }
  if (is_one_of(name, {"trunc"})) return moment_type(t, *a[0]) != type::unknown ? type::date : type::unknown;
  if (is_one_of(name, {"convert", "try_convert"})) return a.size() == 2 ? moment_named(type_argument(t, *a[0])) : type::unknown;
  if (is_one_of(name, {"to_date"})) return a.size() == 2 ? type::date : type::unknown;
  if (is_one_of(name, {"eomonth", "last_day"})) return type::date;
  if (is_one_of(name, {"add_months"})) return moment_type(t, *a[0]) == type::timestamp ? type::timestamp : type::date;
  if (!is_one_of(name, {"dateadd"}) || a.size() != 3) return type::unknown;
  auto const unit = server_span(a[0]->name.view());
  return moment_type(t, *a[2]) == type::timestamp || is_one_of(unit, {"hour", "minute", "second"}) ? type::timestamp : type::date;
}

/// The value of a constant: 30, -1, 1/24; nothing if it is too large for a count of days.
inline std::optional<double> constant(node const& n) {
  double value = 0;
  if (n.kind == kind::number)
    return text::to_number(n.name.view(), value) == std::errc() && value < 1e8 ? std::optional(value) : std::nullopt;
  if (n.kind == kind::prefix && n.op == op::negate) {
    auto const of = constant(n[0]);
    return of ? std::optional(-*of) : of;
  }
  if (n.kind != kind::operation || n.count != 2 || (n.op != op::mul && n.op != op::div)) return {};
  auto const left = constant(n[0]), right = constant(n[1]);
  if (!left || !right || (n.op == op::div && *right == 0)) return {};
  value = n.op == op::mul ? *left * *right : *left / *right;
  return std::abs(value) < 1e8 ? std::optional(value) : std::nullopt;
}

/// Whether a part is a count of days: a quotient of columns is cut in SQLite, so it is none.
inline bool counts_days(translation& t, node const& n) {
  if (constant(n)) return true;
  bool const whole = visit(n, [](node const& part) { return part.op == op::div ? walk::stop : walk::into; });
  return whole && is_number(t.type_of(n));
}

/// Whether a part has a date or a time by the declared types.
inline bool is_declared_moment(translation& t, node const& n) {
  auto const is = t.type_of(n);
  return is == type::date || is == type::timestamp;
}

/// An operand of a sum with a time: a moment, a number or unknown. SQLite's dates are often in columns of texts.
inline type summand(translation& t, node const& n, bool& server) {
  auto const is = server_type(t, n), own = t.type_of(n);
  if (is != type::unknown) server = true;
  if (is != type::unknown) return is;
  if (own == type::date || own == type::timestamp) return own;
  if (n.kind == kind::string) return is_full_date(n.name.view()) ? (n.name.size > 10 ? type::timestamp : type::date) : type::unknown;
  return own == type::text ? type::date : counts_days(t, n) ? type::number : type::unknown;
}

/// The type of a sum whose left part and right operand have these types; `other` if it has no meaning.
inline type sum_type(op o, type left, type right) {
  if (is_moment(left) && is_moment(right)) return o == op::sub ? type::number : type::other;
  if (is_moment(left)) return right == type::number ? left : type::other;
  if (is_moment(right)) return o == op::add && left == type::number ? right : type::other;
  return left == type::other || right == type::other ? type::other : type::number;
}

/// The type of a part that another dialect's time makes a date, a timestamp or a number of days; `other` if such a sum has no known
/// meaning, unknown for all other parts.
inline type server_type(translation& t, node const& n) {
  if (n.kind == kind::column) return is_server_word(t, n) ? type::timestamp : type::unknown;
  bool const to_sqlite = t.to == dialect::sqlite;  // the others have casts and times of their own
  if (n.kind == kind::cast) return to_sqlite ? moment_named(n.name.view()) : type::unknown;
  if (n.kind == kind::call) return type_of_server_call(t, n);
  if (n.kind == kind::now && to_sqlite && t.source.dialect() != dialect::sqlite)
    return moment_named(text::same(n.name.view(), "current_date") ? "date" : "timestamp");
  if (!is_sum(n)) return type::unknown;
  if (std::any_of(n.items, n.items + n.count, [&](node const* part) { return t.type_of(*part) == type::interval; })) return type::unknown;
  bool server = false;
  auto is = summand(t, n[0], server);
  for (std::size_t i = 1; i < n.count; ++i) is = sum_type(n.op, is, summand(t, n[i], server));
  if (!server && counts_days(t))
    server = std::any_of(n.items, n.items + n.count, [&](node const* part) { return is_declared_moment(t, *part); });
  return server ? is : type::unknown;
}

/// A moment so many days later or earlier, in SQLite.
inline node* days_later_in_sqlite(translation& t, type is, node* moment, node const& days, bool earlier) {
  interval_term term{earlier ? "-1" : "1", &days, unit_named("day")};
  bool whole = t.type_of(days) == type::integer;
  if (auto const value = constant(days)) {
    auto const count = earlier ? -*value : *value;
    whole = count == std::floor(count);
    term = {std::to_string(std::llround(whole ? count : count * 86400)), nullptr, unit_named(whole ? "day" : "second")};
  }
  return t.call(is == type::date && whole ? "date" : "datetime", {moment, modifier_of(t, term)});
}

/// The same in any dialect. PostgreSQL and DuckDB add whole days to a date themselves.
inline node* days_later(translation& t, type is, node* moment, node const& days, bool earlier) {
  if (t.to == dialect::sqlite) return days_later_in_sqlite(t, is, moment, days, earlier);
  bool const whole = t.type_of(days) == type::integer;
  if (t.to == dialect::mysql) {
    if (whole) return t.write(earlier ? "a - INTERVAL b DAY" : "a + INTERVAL b DAY", {moment, days});
    return t.write(earlier ? "a - INTERVAL round(b * 86400) SECOND" : "a + INTERVAL round(b * 86400) SECOND", {moment, days});
  }
  if (is == type::date && whole) return t.operation(earlier ? op::sub : op::add, moment, t.value(days));
  return t.write(earlier ? "a - b * INTERVAL '1 day'" : "a + b * INTERVAL '1 day'", {moment, days});
}

/// The days from one moment to another: a whole number between dates.
inline node* days_between(translation& t, bool dates, node* later, node const& earlier) {
  if (t.to == dialect::sqlite) return t.write("julianday(a) - julianday(b)", {later, earlier});
  if (t.to == dialect::mysql) return t.write(dates ? "DATEDIFF(a, b)" : "TIMESTAMPDIFF(SECOND, b, a) / 86400", {later, earlier});
  if (dates) return t.operation(op::sub, later, t.value(earlier));
  return t.write(t.to == dialect::postgres ? "EXTRACT(EPOCH FROM a - b) / 86400" : "epoch(a - b) / 86400", {later, earlier});
}

/// A sum with a time of another dialect.
inline node* sum_of_days(translation& t, node const& n) {
  bool server = false;
  auto is = summand(t, n[0], server);
  auto* made = t.value(n[0]);
  for (std::size_t i = 1; i < n.count; ++i) {
    auto const right = summand(t, n[i], server);
    if (is_moment(is) && is_moment(right))
      made = days_between(t, is == type::date && right == type::date, made, n[i]);
    else if (is_moment(is))
      made = days_later(t, is, made, n[i], n.op == op::sub);
    else if (is_moment(right) && i == 1)
      made = days_later(t, right, t.value(n[1]), n[0], false);
    else
      made = t.operation(n.op, made, t.value(n[i]));
    is = sum_type(n.op, is, right);
  }
  return made;
}

/// The date or the time that a part is cast to: TRUNC(SYSDATE), CAST(x AS DATE), which in SQLite is the number of the year; nullptr for
/// others.
inline node* cast_to_moment(translation& t, node const& n) {
  bool const plain = n.kind == kind::cast && !n.has(flag::literal) && !n.has(flag::colons) && !n.has(flag::lenient);
  auto const is = plain ? moment_named(n.name.view()) : type::unknown;
  bool const cuts = n.kind == kind::call && is_one_of(n.name.view(), {"trunc"}) && n.count == 1 && moment_type(t, n[0]) != type::unknown;
  if (is == type::unknown && !cuts) return nullptr;
  return t.write(is == type::timestamp ? "datetime(a)" : "date(a)", {n[0]});
}

// ---- texts

inline void collect_summands(node const& n, std::vector<node const*>& into) {
  if (n.kind != kind::operation || n.op != op::add) return into.push_back(&n);
  for (auto const* child : n.children()) collect_summands(*child, into);
}

/// Whether a query is SQL Server's: it has names in brackets, or functions that only SQL Server has.
inline bool is_of_server(translation& t) {
  if (t.is_of_server) return *t.is_of_server;
  bool const none = !t.options().plus_joins && visit(t.source.root(), [](node const& n) {
    auto const name = n.name.view();
    bool const own =
        n.kind == kind::call && (is_one_of(name, {"len", "getdate", "charindex", "patindex", "stuff", "dateadd", "datename"}) ||
                                 (is_one_of(name, {"isnull"}) && n.count == 2));
    bool const bracket = n.name.quoted == quote::bracket || n.qualifier.quoted == quote::bracket;
    return own || bracket ? walk::stop : walk::into;
  });
  t.is_of_server = !none;
  return !none;
}

/// Whether numbers beside a column of dates are days: in a query of SQL Server or Oracle.
inline bool counts_days(translation& t) {
  if (t.counts_days) return *t.counts_days;
  bool const none = !t.options().numbers_are_days && !is_of_server(t) && visit(t.source.root(), [&t](node const& n) {
    bool const call = n.kind == kind::call && is_one_of(n.name.view(), {"getutcdate", "sysdatetime", "sysutcdatetime", "add_months",
                                                                        "months_between", "nvl", "nvl2"});
    return call || is_server_word(t, n) ? walk::stop : walk::into;
  });
  t.counts_days = !none;
  return !none;
}

/// The parts of a text that `+` joins; none if it adds numbers. A text that is no number is never added; columns of texts may be numbers,
/// except in a query of SQL Server.
inline std::vector<node const*> joined_by_plus(translation& t, node const& n) {
  std::vector<node const*> parts;
  if (n.kind != kind::operation || n.op != op::add) return parts;
  collect_summands(n, parts);
  bool word = false, texts = true, time = false;
  for (auto const* part : parts) {
    auto const is = t.type_of(*part);
    word = word || (part->kind == kind::string && !is_whole_number_text(part->name.view()));
    texts = texts && is == type::text;
    time = time || is == type::interval || moment_type(t, *part) != type::unknown;
  }
  if (time || !(word || (texts && is_of_server(t)))) parts.clear();
  return parts;
}

inline node* joined_texts(translation& t, std::vector<node const*> const& parts) {
  std::vector<node*> pieces;
  for (auto const* part : parts) pieces.push_back(piece(t, *part));
  return t.to == dialect::mysql ? t.call("CONCAT", pieces) : concatenation(t, pieces);
}

}  // namespace t2s::sql::detail::transpiling

#endif
