// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_MIXED_HPP
#define T2S_SQL_DETAIL_TRANSPILE_MIXED_HPP

#include "t2s/sql/detail/resolve/proposals.hpp"
#include "t2s/sql/detail/transpile/calls.hpp"
#include "t2s/sql/detail/transpile/compare.hpp"
#include "t2s/sql/detail/transpile/selects.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Queries for SQLite with parts of other dialects: each such part is translated from the first dialect that has it, all else is copied.
namespace t2s::sql::detail::transpiling {

node* dispatched(translation& t, node const& n);  // transpile.ipp

// ---- what SQLite lacks

inline bool is_foreign_call(node const& n) {
  std::size_t arguments = 0;
  for (auto const* child : n.children()) {
    if (child->kind == kind::order_by || child->kind == kind::argument) return true;  // GROUP_CONCAT(a ORDER BY b), SUBSTRING(a FROM 2)
    if (is_value_argument(*child)) ++arguments;
  }
  auto const* const known = resolving::find_function(n.name.view());
  return !known || !known->takes(arguments) || is_one_of(n.name.view(), {"current_date", "current_time", "current_timestamp"});
}

inline bool is_foreign_operation(translation& t, node const& n) {
  auto const is_interval = [&](node const* operand) { return t.type_of(*operand) == type::interval; };
  switch (n.op) {
    case op::null_safe:
    case op::int_div:
    case op::power:
    case op::bit_xor:
    case op::xor_:
    case op::at_time_zone:
    case op::custom: return true;
    case op::add:
    case op::sub:
    case op::mul: return std::any_of(n.items, n.items + n.count, is_interval);
    default: return n.count == 2 && is_quantified(n[1]);
  }
}

inline bool is_foreign(translation& t, node const& n) {
  switch (n.kind) {
    case kind::call: return is_foreign_call(n);
    case kind::cast: return n.has(flag::literal) || n.has(flag::colons) || n.has(flag::lenient);
    case kind::like: return n.op == op::ilike || n.op == op::regexp || n.op == op::similar || is_binary(n[1]);
    case kind::now: return !is_one_of(n.name.view(), {"current_date", "current_time", "current_timestamp"});
    case kind::limit: return n.has(flag::all) && n.count > 1;  // OFFSET alone
    case kind::prefix: return n.op == op::custom;
    case kind::operation: return is_foreign_operation(t, n);
    default: return false;
  }
}

// ---- what no grammar here has

/// SQL Server's unit of time, in full; "" if it has none of that name. There `m` is a month, and `y` and `w` count days.
inline std::string_view server_unit(std::string_view word) {
  static constexpr std::pair<std::string_view, std::string_view> units[] = {
      {"yy", "year"},        {"yyyy", "year"},       {"q", "quarter"},
      {"qq", "quarter"},     {"m", "month"},         {"mm", "month"},
      {"y", "dayofyear"},    {"dy", "dayofyear"},    {"dd", "day"},
      {"w", "weekday"},      {"dw", "weekday"},      {"weekday", "weekday"},
      {"wk", "week"},        {"ww", "week"},         {"hh", "hour"},
      {"n", "minute"},       {"mi", "minute"},       {"ss", "second"},
      {"ms", "millisecond"}, {"mcs", "microsecond"}, {"dayofyear", "dayofyear"}};
  for (auto const& [name, unit] : units)
    if (text::same(word, name)) return unit;
  auto const* const unit = unit_named(word);
  return unit ? unit->name : std::string_view();
}

/// The same for what is added or counted: days of the year and of the week are days.
inline std::string_view server_span(std::string_view word) {
  auto const unit = server_unit(word);
  return unit == "dayofyear" || unit == "weekday" ? "day" : unit;
}

/// The text for a unit without quotes: 'wk' for a week of SQL Server; "" if it is none.
inline std::string_view quoted_unit(node const& call, std::string_view word) {
  bool const part = is_one_of(call.name.view(), {"datepart"}), difference = is_one_of(call.name.view(), {"datediff"});
  if (part || difference) {
    auto const unit = part ? server_unit(word) : server_span(word);
    return unit == "week" ? "wk" : unit;
  }
  if (is_one_of(call.name.view(), {"datetrunc"})) return server_span(word);
  return unit_named(word) ? word : std::string_view();
}

/// The unit of `DATEDIFF(month, a, b)` as a text, as in DuckDB. MySQL's DATEDIFF(day, a) has no unit, but a column.
inline node const& with_quoted_unit(translation& t, node const& n) {
  if (n.kind != kind::call) return n;
  bool const difference = is_one_of(n.name.view(), {"datediff", "date_diff"});
  bool const by_unit = difference || is_one_of(n.name.view(), {"datepart", "date_part", "date_trunc", "datetrunc"});
  if (!by_unit || n.count < (difference ? 3U : 2U) || n[0].kind != kind::column || !n[0].qualifier.empty()) return n;
  // SQL Server has no text there. Elsewhere a column may have the unit.
  bool const may_be_column = !is_one_of(n.name.view(), {"datediff", "datepart", "datetrunc"});
  if (may_be_column && t.types.base_of(n[0])) return n;
  auto const word = quoted_unit(n, n[0].name.view());
  if (word.empty()) return n;
  auto& unit = t.pretend(n[0]);
  unit.kind = kind::string;
  unit.name = t.word(word);
  unit.name.quoted = quote::single;
  std::vector<node*> parts(n.items, n.items + n.count);
  parts[0] = &unit;
  auto& made = t.pretend(n);
  made.items = t.pretend_children(std::move(parts));
  return made;
}

/// Oracle's DECODE(x, value, result, ..., otherwise), in which NULL equals NULL.
inline node* decoded(translation& t, std::vector<node const*> const& arguments) {
  std::vector<node*> parts;
  std::size_t i = 1;
  for (; i + 1 < arguments.size(); i += 2) {
    auto* const test = t.operation(op::is, t.value(*arguments[0]), t.value(*arguments[i]));
    parts.push_back(&t.make(kind::when, {test, t.value(*arguments[i + 1])}));
  }
  if (i < arguments.size()) parts.push_back(&t.make(kind::else_, {t.value(*arguments[i])}));
  return &t.make(kind::case_, parts);
}

/// A call of SQL Server or Oracle; nullptr for others.
inline node* other_call(translation& t, node const& n) {
  auto const name = n.name.view();
  auto const arguments = arguments_of(n);
  if (is_one_of(name, {"decode"}) && arguments.size() > 2) return decoded(t, arguments);
  if (is_one_of(name, {"dateadd"}) && arguments.size() == 3)
    if (auto const* unit = unit_named(server_span(arguments[0]->name.view())))
      return shifted(t, n, *arguments[2], {term_of(*arguments[1], unit)});
  bool const position = is_one_of(name, {"position"}) && n.count == 1 && n[0].kind == kind::in && n[0][1].kind == kind::table;
  if (position) {  // SQLite's grammar reads the name after IN as a table
    auto& text = t.make(kind::column);
    text.name = t.copied(n[0][1].name);
    text.qualifier = t.copied(n[0][1].qualifier);
    return t.write("instr(a, b)", {&text, n[0][0]});
  }
  bool known = false;
  return by_rows(t, n, known, &row::others);
}

/// The year of a number is that number. SQLite would take it for a count of days.
inline node* stored_year(translation& t, node const& n) {
  if (n.kind != kind::call || n.count != 1 || !is_one_of(n.name.view(), {"year"})) return nullptr;
  auto const* const column = t.types.base_of(n[0]);
  bool const is_number = column && (schema::affinity_of(column->type) == schema::affinity::integer || text::same(column->type, "year"));
  return is_number ? t.value(n[0]) : nullptr;
}

// ---- the whole

/// A part's name, for notes.
inline std::string word_of(node const& n) {
  if (n.kind == kind::limit) return "OFFSET without LIMIT";
  if (n.kind == kind::cast && n.has(flag::lenient)) return "TRY_CAST";
  if (n.kind == kind::cast && n.has(flag::colons)) return "::";
  if (n.kind == kind::call && resolving::find_function(n.name.view())) return "such " + std::string(n.name.view());
  if (n.kind == kind::operation && n.count == 2 && is_quantified(n[1])) return std::string(n[1].name.view());
  switch (n.op) {
    case op::add:
    case op::sub:
    case op::mul: return "INTERVAL";
    case op::like: return "BINARY";
    case op::ilike: return "ILIKE";
    case op::regexp: return "REGEXP";
    case op::similar: return "SIMILAR TO";
    case op::null_safe: return "<=>";
    case op::int_div: return "DIV";
    case op::power:
    case op::bit_xor: return "^";
    case op::xor_: return "XOR";
    case op::at_time_zone: return "AT TIME ZONE";
    default: return std::string(n.name.view());
  }
}

/// A part of a query that mixes dialects. The dialect that has it is found once: parts around it translate it again and again.
inline node* mixed_part(translation& t, node const& n) {
  auto const before = std::exchange(t.from, t.to);
  auto const noted = t.notes().size();
  auto const copied = [&] {
    t.from = t.to;
    auto* const made = t.around(n);
    t.from = before;
    return made;
  };
  auto const translated = [&](node* made) {
    t.kept(n, "SQLite has no " + word_of(n));
    t.from = before;
    return made;
  };
  auto const failed = [&](node const* made) {
    bool const impossible = std::any_of(t.notes().begin() + static_cast<std::ptrdiff_t>(noted), t.notes().end(),
                                        [](transpile_note const& note) { return note.how == fidelity::impossible; });
    if (impossible) t.notes().resize(noted);
    return !made || impossible;
  };
  if (!is_foreign(t, n)) return copied();
  if (auto* const year = stored_year(t, n)) return translated(year);
  auto const& read = with_quoted_unit(t, n);
  std::array const dialects{t.source.dialect(), dialect::mysql, dialect::postgres, dialect::duckdb};
  auto& first = t.first_reading(n);
  for (auto i = first; i < dialects.size(); ++i) {
    if (dialects[i] == t.to || (i > 0 && dialects[i] == dialects[0])) continue;
    t.from = dialects[i];
    auto* const made = n.kind == kind::limit ? limit_of(t, n) : dispatched(t, read);
    if (failed(made)) continue;
    first = i;
    return translated(made);
  }
  bool const other = n.kind == kind::call && first <= dialects.size();
  first = dialects.size() + 1;
  t.from = dialect::mysql;
  if (auto* const made = other ? other_call(t, read) : nullptr; !failed(made)) {
    first = dialects.size();
    return translated(made);
  }
  return copied();
}

}  // namespace t2s::sql::detail::transpiling

#endif
