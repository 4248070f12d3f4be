// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_SQLITE_DATES_HPP
#define T2S_SQL_DETAIL_TRANSPILE_SQLITE_DATES_HPP

#include "t2s/sql/detail/transpile/intervals.hpp"
#include "t2s/sql/detail/transpile/matching.hpp"

#include <optional>
#include <string>
#include <vector>

/// SQLite's date functions, https://sqlite.org/lang_datefunc.html: a moment changed by modifiers.
namespace t2s::sql::detail::transpiling {

node* formatted(translation& t, std::string const& format, dialect format_of, binding const& moment);  // dates.hpp

inline node* sqlite_now(translation& t, node const& at) {
  t.nearly(at, "now is in UTC in SQLite, and in the time zone of the session in " + t.target_title());
  auto& made = t.make(kind::now);
  made.name = t.word("CURRENT_TIMESTAMP");
  return translation::is_strict(t.to) ? t.cast(&made, "TIMESTAMP") : &made;
}

/// The moment that the first argument names.
inline node* sqlite_base(translation& t, node const& call, node const* value, bool epoch, bool julian) {
  if (!value) return sqlite_now(t, call);
  auto const literal = literal_text(t, *value);
  if (literal && text::same(*literal, "now")) return sqlite_now(t, *value);
  auto const is = t.type_of(*value);
  if (epoch) {
    switch (t.to) {
      case dialect::postgres: return t.write("TIMESTAMP '1970-01-01 00:00:00' + a_number * INTERVAL '1 second'", {*value});
      case dialect::mysql: return t.write("CAST('1970-01-01 00:00:00' AS DATETIME) + INTERVAL a_number SECOND", {*value});
      default: return t.write("TIMESTAMP '1970-01-01 00:00:00' + to_seconds(a_number)", {*value});
    }
  }
  if (julian || is_number(is)) {
    switch (t.to) {
      case dialect::postgres: return t.write("TIMESTAMP '1970-01-01 00:00:00' + (a_number - 2440587.5) * INTERVAL '1 day'", {*value});
      case dialect::mysql:
        return t.write("CAST('1970-01-01 00:00:00' AS DATETIME) + INTERVAL ROUND((a_number - 2440587.5) * 86400) SECOND", {*value});
      default: return t.write("TIMESTAMP '1970-01-01 00:00:00' + to_seconds((a_number - 2440587.5) * 86400)", {*value});
    }
  }
  bool const time_alone = literal && literal->size() >= 5 && (*literal)[2] == ':';
  if (time_alone) return t.impossible(*value, "a time without a date, which SQLite takes for one of 2000-01-01");
  if (t.to == dialect::mysql) return is_moment(is) && is != type::date ? t.value(*value) : t.cast(t.value(*value), "DATETIME");
  return t.as_moment(*value, type::timestamp);
}

inline node* to_weekday(translation& t, node* moment, std::string const& day) {
  auto* const n = t.number_literal(day);
  switch (t.to) {
    case dialect::postgres: return t.write("a + (b - CAST(extract(dow FROM a) AS integer) + 7) % 7 * INTERVAL '1 day'", {moment, n});
    case dialect::mysql: return t.write("a + INTERVAL (b - DAYOFWEEK(a) + 8) % 7 DAY", {moment, n});
    default: return t.write("a + to_days(CAST((b - dayofweek(a) + 7) % 7 AS INTEGER))", {moment, n});
  }
}

inline node* start_of(translation& t, node* moment, std::string_view unit) {
  if (translation::is_strict(t.to)) return t.write("date_trunc(b, a)", {moment, t.text_literal(unit)});
  auto const* const sql = unit == "year"    ? "CAST(DATE_FORMAT(a, '%Y-01-01') AS DATETIME)"
                          : unit == "month" ? "CAST(DATE_FORMAT(a, '%Y-%m-01') AS DATETIME)"
                                            : "CAST(DATE(a) AS DATETIME)";
  return t.write(sql, {moment});
}

/// '+' || x || ' days'
inline std::optional<interval_term> joined_modifier(node const& n) {
  if (n.kind != kind::operation || n.op != op::concat || n.count < 2) return {};
  auto const& last = n[n.count - 1];
  if (last.kind != kind::string) return {};
  auto const* unit = unit_named(last.name.view());
  std::size_t first = 0;
  bool negative = false;
  if (n[0].kind == kind::string) {
    auto const sign = text::trim(n[0].name.view());
    if (sign != "+" && sign != "-" && !sign.empty()) return {};
    negative = sign == "-";
    first = 1;
  }
  if (!unit || n.count != first + 2) return {};
  return interval_term{negative ? "-1" : "1", &n[first], unit};
}

inline node* with_term(translation& t, node const& at, node* moment, interval_term term) {
  if (term.is_coarse())
    t.nearly(
        at, "a day that the month does not have becomes one of the next month in SQLite, and the last of the month in " + t.target_title());
  bool const subtracts = term.digits.starts_with('-');
  return t.operation(subtracts ? op::sub : op::add, moment, interval_of(t, term));
}

/// A moment changed by one modifier; nullptr if there is no equivalent.
inline node* modified(translation& t, node const& modifier, node* moment) {
  if (auto const joined = joined_modifier(modifier)) return with_term(t, modifier, moment, *joined);
  auto const literal = literal_text(t, modifier);
  if (!literal) return nullptr;
  auto const word = text::lower(text::trim(*literal));
  for (auto const* unit : {"year", "month", "day"})
    if (word == std::string("start of ") + unit) return start_of(t, moment, unit);
  if (word.starts_with("weekday ") && word.size() == 9) return to_weekday(t, moment, word.substr(8));
  if (word == "localtime" || word == "utc") {
    t.nearly(modifier, "the modifier " + word + " is left out: times are taken as they are");
    return moment;
  }
  if (word == "auto" || word == "subsec" || word == "unixepoch" || word == "julianday") return moment;
  auto const terms = terms_of_text(word);
  if (!terms) return nullptr;
  for (auto const& term : *terms) moment = with_term(t, modifier, moment, term);
  return moment;
}

/// The moment of a call: its arguments from index `first`.
inline node* sqlite_moment_of(translation& t, node const& n, std::vector<node const*> const& a, std::size_t first) {
  bool epoch = false, julian = false;
  for (std::size_t i = first + 1; i < a.size(); ++i) {
    auto const word = literal_text(t, *a[i]);
    epoch = epoch || (word && text::same(*word, "unixepoch"));
    julian = julian || (word && text::same(*word, "julianday"));
  }
  auto* moment = sqlite_base(t, n, first < a.size() ? a[first] : nullptr, epoch, julian);
  for (std::size_t i = first + 1; i < a.size() && moment; ++i) {
    auto* const next = modified(t, *a[i], moment);
    if (!next) return t.impossible(*a[i], t.target_title() + " has no equivalent of this modifier of a date");
    moment = next;
  }
  return moment;
}

inline bool is_plain_today(translation& t, std::vector<node const*> const& a) {
  if (a.empty()) return true;
  auto const literal = literal_text(t, *a[0]);
  if (!literal || !text::same(*literal, "now")) return false;
  return a.size() == 1 || (a.size() == 2 && literal_text(t, *a[1]) && is_one_of(*literal_text(t, *a[1]), {"localtime"}));
}

inline node* julian_day(translation& t, node* moment) {
  switch (t.to) {
    case dialect::postgres: return t.write("extract(epoch FROM a) / 86400.0 + 2440587.5", {moment});
    case dialect::mysql: return t.write("TIMESTAMPDIFF(SECOND, '1970-01-01', a) / 86400e0 + 2440587.5", {moment});
    default: return t.write("epoch(a) / 86400 + 2440587.5", {moment});
  }
}

inline node* epoch_of(translation& t, node* moment) {
  switch (t.to) {
    case dialect::postgres: return t.write("CAST(floor(extract(epoch FROM a)) AS bigint)", {moment});
    case dialect::mysql: return t.write("TIMESTAMPDIFF(SECOND, '1970-01-01', a)", {moment});
    default: return t.write("CAST(floor(epoch(a)) AS BIGINT)", {moment});
  }
}

/// date, time, datetime, julianday, unixepoch.
inline node* sqlite_moment(translation& t, node const& n) {
  std::vector<node const*> a;
  for (auto const* child : n.children())
    if (is_value_argument(*child)) a.push_back(child);
  auto const name = text::lower(n.name.view());
  if (name == "date" && is_plain_today(t, a)) {
    t.nearly(n, "today is in UTC in SQLite, and in the time zone of the session in " + t.target_title());
    auto& made = t.make(kind::now);
    made.name = t.word("CURRENT_DATE");
    return &made;
  }
  bool const plain_date = name == "date" && a.size() == 1 && t.type_of(*a[0]) == type::date;
  if (plain_date) return t.cast(t.value(*a[0]), "DATE");
  auto* const moment = sqlite_moment_of(t, n, a, 0);
  if (name == "date") return t.cast(moment, "DATE");
  if (name == "time") return t.cast(moment, "TIME");
  if (name == "julianday") return julian_day(t, moment);
  if (name == "unixepoch") return epoch_of(t, moment);
  return moment;
}

/// strftime(format, moment, modifiers).
inline node* sqlite_format(translation& t, node const& n, std::string const& format, std::vector<node const*> const& a) {
  auto* const moment = sqlite_moment_of(t, n, a, 1);
  if (format == "%J") return t.cast(julian_day(t, moment), text_type(t.to));
  auto* const made = formatted(t, format, dialect::sqlite, moment);
  return made ? made : t.impossible(n, t.target_title() + " has no equivalent of the format " + format);
}

}  // namespace t2s::sql::detail::transpiling

#endif
