// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_SERVER_HPP
#define T2S_SQL_DETAIL_TRANSPILE_SERVER_HPP

#include "t2s/sql/detail/transpile/calls.hpp"
#include "t2s/sql/detail/transpile/casts.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Functions of SQL Server and Oracle, which no grammar here has: by the rows' column `others`, and by code if a row cannot express them.
namespace t2s::sql::detail::transpiling {

// ---- units

/// SQL Server's unit of time, in full; "" if it has none of that name. There `m` is a month, and `y` and `w` count days.
inline std::string_view server_unit(std::string_view word) {
  static constexpr std::pair<std::string_view, std::string_view> units[] = {
      {"yy", "year"},        {"yyyy", "year"},       {"q", "quarter"},
      {"qq", "quarter"},     {"m", "month"},         {"mm", "month"},
      {"y", "dayofyear"},    {"dy", "dayofyear"},    {"dd", "day"},
      {"w", "weekday"},      {"dw", "weekday"},      {"weekday", "weekday"},
      {"wk", "week"},        {"ww", "week"},         {"hh", "hour"},
      {"n", "minute"},       {"mi", "minute"},       {"ss", "second"},
      {"ms", "millisecond"}, {"mcs", "microsecond"}, {"dayofyear", "dayofyear"},
      {"isowk", "isowk"},    {"isoww", "isowk"},     {"iso_week", "isowk"}};
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

/// The text for a unit without quotes: 'wk' for a week of SQL Server, which begins on Sunday; "" if it is none.
inline std::string_view quoted_unit(node const& call, std::string_view word) {
  auto const name = call.name.view();
  if (is_one_of(name, {"datepart", "datename"})) return server_unit(word) == "week" ? "wk" : server_unit(word);
  if (is_one_of(name, {"datediff", "datediff_big", "datetrunc"})) return server_span(word) == "week" ? "wk" : server_span(word);
  return unit_named(word) ? word : std::string_view();
}

/// The unit of `DATEDIFF(month, a, b)` as a text, as in DuckDB. MySQL's DATEDIFF(day, a) has no unit, but a column.
inline node const& with_quoted_unit(translation& t, node const& n) {
  if (n.kind != kind::call) return n;
  bool const difference = is_one_of(n.name.view(), {"datediff", "datediff_big", "date_diff"});
  bool const by_unit = difference || is_one_of(n.name.view(), {"datepart", "datename", "date_part", "date_trunc", "datetrunc"});
  if (!by_unit || n.count < (difference ? 3U : 2U) || n[0].kind != kind::column || !n[0].qualifier.empty()) return n;
  // SQL Server has no text there. Elsewhere a column may have the unit.
  bool const may_be_column = is_one_of(n.name.view(), {"date_diff", "date_part", "date_trunc"});
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
  if (text::same(n.name.view(), "datediff_big")) made.name = t.word("datediff");
  return made;
}

// ---- calls

/// Oracle's DECODE(x, value, result, ..., otherwise), in which NULL equals NULL.
inline node* decoded(translation& t, std::vector<node const*> const& arguments) {
  auto const same = t.to == dialect::sqlite ? op::is : t.to == dialect::mysql ? op::null_safe : op::is_not_distinct;
  std::vector<node*> parts;
  std::size_t i = 1;
  for (; i + 1 < arguments.size(); i += 2) {
    bool const null = arguments[i]->kind == kind::null;
    auto* const test = t.operation(null ? op::is : same, t.value(*arguments[0]), t.value(*arguments[i]));
    parts.push_back(&t.make(kind::when, {test, t.value(*arguments[i + 1])}));
  }
  if (i < arguments.size()) parts.push_back(&t.make(kind::else_, {t.value(*arguments[i])}));
  return &t.make(kind::case_, parts);
}

/// A date or time in a format of DuckDB.
inline node* server_format(translation& t, std::string const& format, node const& moment) {
  return formatted(t, format, dialect::duckdb, moment);
}

/// DuckDB's format for SQL Server's FORMAT(x, 'yyyy-MM-dd'); nothing for formats of numbers.
inline std::optional<std::string> format_of_server(std::string_view format) {
  static constexpr std::pair<std::string_view, std::string_view> fields[] = {
      {"yyyy", "%Y"}, {"yy", "%y"}, {"MMMM", "%B"}, {"MMM", "%b"}, {"MM", "%m"}, {"M", "%-m"}, {"dddd", "%A"}, {"ddd", "%a"}, {"dd", "%d"},
      {"d", "%-d"},   {"HH", "%H"}, {"H", "%-H"},   {"hh", "%I"},  {"h", "%-I"}, {"mm", "%M"}, {"ss", "%S"},   {"tt", "%p"}};
  if (format.size() < 2) return {};  // one letter alone is a standard format there
  std::string made;
  bool any = false;
  while (!format.empty()) {
    auto const* const field =
        std::find_if(std::begin(fields), std::end(fields), [&](auto const& f) { return format.starts_with(f.first); });
    bool const known = field != std::end(fields);
    if (!known && (text::is_letter(format.front()) || text::is_digit(format.front()) || format.front() == '#' || format.front() == '%'))
      return {};
    made.append(known ? field->second : format.substr(0, 1));
    format.remove_prefix(known ? field->first.size() : 1);
    any = any || known;
  }
  return any ? std::optional(made) : std::nullopt;
}

/// DuckDB's format for a style of CONVERT(VARCHAR(10), x, 120); "" if it is not known.
inline std::string_view format_of_style(std::string_view style) {
  static constexpr std::pair<std::string_view, std::string_view> styles[] = {
      {"23", "%Y-%m-%d"},  {"120", "%Y-%m-%d %H:%M:%S"}, {"20", "%Y-%m-%d %H:%M:%S"}, {"101", "%m/%d/%Y"},
      {"102", "%Y.%m.%d"}, {"103", "%d/%m/%Y"},          {"104", "%d.%m.%Y"},         {"105", "%d-%m-%Y"},
      {"110", "%m-%d-%Y"}, {"111", "%Y/%m/%d"},          {"112", "%Y%m%d"},           {"108", "%H:%M:%S"}};
  for (auto const& [number, format] : styles)
    if (style == number) return format;
  return {};
}

/// SQL Server's name of a type as an argument: INT, VARCHAR(10); "" for other arguments.
inline std::string type_argument(translation& t, node const& n) {
  bool const named = (n.kind == kind::column && n.qualifier.empty() && !t.types.base_of(n)) || n.kind == kind::call;
  if (!named || type_named(n.name.view()) == type::unknown) return {};
  std::string name(n.name.view());
  if (is_one_of(name, {"datetime", "datetime2", "smalldatetime"})) return "timestamp";
  if (is_one_of(name, {"nvarchar", "nchar", "char"})) name = "varchar";
  if (is_one_of(name, {"money"})) return "decimal(19, 4)";
  for (std::size_t i = 0; i < n.count; ++i) {
    bool const number = n[i].kind == kind::number && n[i].name.view().find_first_not_of("0123456789") == std::string_view::npos;
    if (!number && !(n[i].kind == kind::column && text::same(n[i].name.view(), "max"))) return {};
    if (number) name.append(i == 0 ? "(" : ", ").append(n[i].name.view()).append(i + 1 == n.count ? ")" : "");
  }
  return name;
}

/// CONVERT(type, x) and CONVERT(type, x, style).
inline node* converted(translation& t, node const& n, std::vector<node const*> const& a) {
  if (a.size() < 2 || a.size() > 3) return nullptr;
  auto const name = type_argument(t, *a[0]);
  if (name.empty()) return nullptr;
  auto const is = type_named(name);
  if (a.size() == 3 && is == type::text) {
    auto const format = a[2]->kind == kind::number ? format_of_style(a[2]->name.view()) : std::string_view();
    if (format.empty()) return nullptr;
    auto* const made = server_format(t, std::string(format), *a[1]);
    auto const most = read_type(name).first;
    bool const cuts = made && !most.empty() && most.size() < 3 && std::stoul(most) < (format.size() > 8 ? 19U : 8U);
    return cuts ? t.write(t.to == dialect::mysql ? "LEFT(a, b)" : "substr(a, 1, b)", {made, t.number_literal(most)}) : made;
  }
  if (t.to == dialect::postgres && is == type::text) return t.cast(t.value(*a[1]), name);
  if (is == type::integer && t.to != dialect::sqlite && is_number(t.type_of(*a[1])) && t.type_of(*a[1]) != type::integer)  // it cuts
    return t.cast(t.write(t.to == dialect::mysql ? "TRUNCATE(a, 0)" : "trunc(a)", {a[1]}), type_in_target(t, is, read_type(name)));
  auto& cast = t.pretend(n);
  cast = node{};
  cast.kind = kind::cast;
  cast.offset = n.offset;
  cast.name = t.word(name);
  cast.count = 1;
  cast.items = t.pretend_children({const_cast<node*>(a[1])});
  bool const cuts = is == type::integer && t.to == dialect::sqlite;
  auto const before = std::exchange(t.from, cuts ? dialect::sqlite : t.to == dialect::postgres ? dialect::duckdb : dialect::postgres);
  auto* const made = cuts ? t.cast(t.value(*a[1]), "INTEGER") : plain_cast(t, cast);
  t.from = before;
  return made;
}

/// A time as a date, in dialects that have dates.
inline node* as_date_if(translation& t, bool is_date, node* made) {
  return is_date && translation::is_strict(t.to) ? t.cast(made, "DATE") : made;
}

/// Oracle's TRUNC(x, 'MM'), and SQL Server's DATETRUNC(week, x), whose week begins on Sunday.
inline node* truncated_date(translation& t, node const& n, std::vector<node const*> const& a) {
  static constexpr std::pair<std::string_view, std::string_view> units[] = {
      {"year", "year"}, {"yyyy", "year"},       {"yy", "year"},    {"month", "month"}, {"mon", "month"},     {"mm", "month"},
      {"q", "quarter"}, {"iw", "week"},         {"isowk", "week"}, {"ddd", "day"},     {"dd", "day"},        {"hh", "hour"},
      {"mi", "minute"}, {"quarter", "quarter"}, {"day", "day"},    {"hour", "hour"},   {"minute", "minute"}, {"second", "second"}};
  bool const server = is_one_of(n.name.view(), {"datetrunc"});
  auto const word = a.size() == 2 ? literal_text(t, *a[server ? 0 : 1]) : std::nullopt;
  auto const* const unit =
      word ? std::find_if(std::begin(units), std::end(units), [&](auto const& u) { return text::same(u.first, *word); }) : std::end(units);
  if (unit == std::end(units)) return nullptr;
  auto const& moment = *a[server ? 1 : 0];
  bool const of_days = !is_one_of(unit->second, {"hour", "minute", "second"});
  bool const is_text = t.to == dialect::sqlite && t.type_of(moment) != type::timestamp;
  bool const as_date = of_days && (is_text || t.type_of(moment) == type::date);
  if (!translation::is_strict(t.to)) return truncated(t, n, *unit_named(unit->second), moment, as_date);
  return as_date_if(t, as_date, t.write("date_trunc(a, b_time)", {t.text_literal(unit->second), moment}));
}

/// A moment plus so many units; Oracle's ADD_MONTHS keeps the last day of a month.
inline node* added(translation& t, node const& n, std::vector<node const*> const& a) {
  bool const months = is_one_of(n.name.view(), {"add_months"});
  auto const* const unit = unit_named(months ? "month" : server_span(a[0]->name.view()));
  if (!unit || a.size() != (months ? 2U : 3U)) return nullptr;
  if (months)
    t.nearly(
        n, "from the last day of a month, Oracle's ADD_MONTHS goes to the last day of another; " + t.target_title() + " keeps its number");
  auto const& moment = *a[months ? 0 : 2];
  auto const term = term_of(*a[1], unit);
  return as_date_if(t, t.type_of(moment) == type::date && term.is_of_days(), shifted(t, n, moment, {term}));
}

/// Whether a call that other dialects have, too, has the arguments of SQL Server or Oracle: FORMAT(x, 'yyyy'), TRUNC(x, 'MM').
inline bool is_server_form(translation& t, node const& n) {
  bool const format = is_one_of(n.name.view(), {"format"});
  if (n.kind != kind::call || n.count != 2 || (!format && !is_one_of(n.name.view(), {"trunc"}))) return false;
  auto const text = literal_text(t, n[1]);
  return text && (format ? format_of_server(*text).has_value() : has_letter(*text));
}

/// Whether the target has a call with these arguments.
inline bool is_of_target(translation& t, node const& n) {
  if (is_server_form(t, n)) return false;
  auto const* const candidates = patterns_of(row::column_of(t.to), t.source.grammar()).of(n);
  return candidates && std::any_of(candidates->begin(), candidates->end(), [&](auto const& pattern) {
           std::vector<node const*> found;
           return matcher(found).top(*pattern.tree, n);
         });
}

inline node* server_function(translation& t, node const& call) {
  auto const& n = with_quoted_unit(t, call);
  auto const name = n.name.view();
  auto const a = arguments_of(n);
  if (n.kind == kind::column) return nullptr;
  if (is_one_of(name, {"decode"}) && a.size() > 2) return decoded(t, a);
  if (is_one_of(name, {"dateadd", "add_months"}) && a.size() > 1) return added(t, n, a);
  if (is_one_of(name, {"convert", "try_convert"})) return converted(t, n, a);
  bool const bare = &n != &call;  // SQL Server's unit, without quotes
  if (is_one_of(name, {"trunc"}) || (bare && is_one_of(name, {"datetrunc"})))
    if (auto* const made = truncated_date(t, n, a)) return made;
  if (is_one_of(name, {"iif"})) return choice(t, n);
  if (is_one_of(name, {"format"}) && a.size() == 2)
    if (auto const text = literal_text(t, *a[1]); auto const format = text ? format_of_server(*text) : std::nullopt)
      return server_format(t, *format, *a[0]);
  bool known = false;
  if (auto* const made = by_rows(t, n, known, &row::others))
    return as_date_if(t, is_one_of(name, {"datetrunc"}) && t.type_of(*a[1]) == type::date, made);
  return bare && is_one_of(name, {"datediff", "datepart"}) ? by_rows(t, n, known, &row::duckdb) : nullptr;
}

/// A call of SQL Server or Oracle; nullptr for others.
inline node* server_call(translation& t, node const& call) {
  bool const oracle = is_one_of(call.name.view(), {"add_months", "decode", "months_between", "nvl", "nvl2", "trunc"});
  auto const before = std::exchange(t.read_as, oracle ? "Oracle" : "SQL Server");
  auto* const made = server_function(t, call);
  t.read_as = before;
  return made;
}

/// Oracle's SYSDATE, and other words for the current time that are written without brackets; no columns of that name.
inline bool is_server_word(translation& t, node const& n) {
  bool const word = n.kind == kind::column && n.count == 0 && n.qualifier.empty() && n.name.quoted == quote::none &&
                    is_one_of(n.name.view(), {"sysdate", "systimestamp"});
  auto const* const use = word ? t.types.use_of(n) : nullptr;
  return word && !(use && (use->base || use->what == reference::result));
}

/// The current time; nullptr for other parts.
inline node* server_word(translation& t, node const& n) {
  if (!is_server_word(t, n)) return nullptr;
  return t.write(translation::is_strict(t.to) ? "CAST(CURRENT_TIMESTAMP AS TIMESTAMP)" : "CURRENT_TIMESTAMP", {});
}

}  // namespace t2s::sql::detail::transpiling

#endif
