// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_DATES_HPP
#define T2S_SQL_DETAIL_TRANSPILE_DATES_HPP

#include "t2s/sql/detail/transpile/core.hpp"
#include "t2s/sql/detail/transpile/formats.hpp"
#include "t2s/sql/detail/transpile/intervals.hpp"
#include "t2s/sql/detail/transpile/matching.hpp"
#include "t2s/sql/detail/transpile/sqlite_dates.hpp"

/// Dates and times: formats, arithmetic, the current time.
namespace t2s::sql::detail::transpiling {

// ---- formats

inline node* formatted_run(translation& t, std::string const& format, binding const& moment) {
  auto* const pattern = t.text_literal(format);
  switch (t.to) {
    case dialect::sqlite: return t.write("strftime(a, b)", {pattern, moment});
    case dialect::postgres: return t.write("to_char(b_time, a)", {pattern, moment});
    case dialect::mysql: return t.write("DATE_FORMAT(b, a)", {pattern, moment});
    default: return t.write("strftime(b_time, a)", {pattern, moment});
  }
}

/// Formats a moment by a format of the source's dialect; nullptr if the target cannot.
inline node* formatted(translation& t, std::string const& format, dialect format_of, binding const& moment) {
  auto const pieces = format_reader(format, format_of).read();
  if (!pieces) return nullptr;
  std::vector<node*> parts;
  std::string run;
  bool run_has_field = false;
  auto const end_run = [&] {
    if (!run.empty()) parts.push_back(run_has_field ? formatted_run(t, run, moment) : t.text_literal(run));
    run.clear();
    run_has_field = false;
  };
  std::string plain;  // text before the first field of a run
  for (auto const& piece : *pieces) {
    if (!piece.field) {
      plain += piece.text;
      continue;
    }
    auto const code = piece.field->code(t.to);
    if (!code.empty()) {
      if (run.empty() && !plain.empty()) parts.push_back(t.text_literal(plain)), plain.clear();
      run.append(text_in_format(plain, t.to)).append(code);
      plain.clear();
      run_has_field = true;
      continue;
    }
    auto const otherwise = piece.field->otherwise(t.to);
    if (otherwise.empty()) return nullptr;
    if (run_has_field) {
      run += text_in_format(plain, t.to);
      plain.clear();
    }
    end_run();
    if (!plain.empty()) parts.push_back(t.text_literal(plain)), plain.clear();
    parts.push_back(t.write(otherwise, {moment}));
  }
  if (run_has_field) {
    run += text_in_format(plain, t.to);
    plain.clear();
  }
  end_run();
  if (!plain.empty()) parts.push_back(t.text_literal(plain));
  if (parts.empty()) return t.text_literal("");
  if (parts.size() == 1) return parts.front();
  if (t.to == dialect::mysql) return t.call("CONCAT", parts);
  auto& made = t.make(kind::operation, parts);
  made.op = op::concat;
  return &made;
}

/// The target's format for a format of the source, for parsing texts; nothing if a field has no code.
inline std::optional<std::string> format_in_target(translation& t, std::string const& format) {
  auto const pieces = format_reader(format, t.from).read();
  if (!pieces) return {};
  std::string s;
  for (auto const& piece : *pieces) {
    auto const code = piece.field ? piece.field->code(t.to) : std::string_view();
    if (piece.field && code.empty()) return {};
    s += piece.field ? std::string(code) : text_in_format(piece.text, t.to);
  }
  return s;
}

// ---- calls

/// strftime, to_char, date_format.
inline node* format_call(translation& t, node const& n) {
  auto const name = n.name.view();
  std::vector<node const*> a;
  for (auto const* child : n.children())
    if (is_value_argument(*child)) a.push_back(child);
  bool const sqlite_order = t.from == dialect::sqlite && text::same(name, "strftime");
  bool const known = sqlite_order || (t.from == dialect::postgres && text::same(name, "to_char")) ||
                     (t.from == dialect::mysql && text::same(name, "date_format")) ||
                     (t.from == dialect::duckdb && text::same(name, "strftime"));
  if (!known || a.empty() || (!sqlite_order && a.size() != 2)) return nullptr;
  bool const duckdb_swapped = t.from == dialect::duckdb && t.type_of(*a[0]) == type::text && literal_text(t, *a[0]);
  auto const format = literal_text(t, *a[sqlite_order || duckdb_swapped ? 0 : 1]);
  bool const of_number = t.from == dialect::postgres && is_number(t.type_of(*a[0]));
  if (of_number) return nullptr;
  if (!format) return t.impossible(n, "the format of a date is not known, and each dialect has its own");
  if (sqlite_order) return sqlite_format(t, n, *format, a);
  auto* const made = formatted(t, *format, t.from, *a[duckdb_swapped ? 1 : 0]);
  return made ? made : t.impossible(n, t.target_title() + " has no equivalent of the format " + *format);
}

/// str_to_date, to_date, to_timestamp, strptime: texts parsed by a format.
inline node* parse_call(translation& t, node const& n) {
  auto const name = n.name.view();
  if (!is_one_of(name, {"str_to_date", "to_date", "to_timestamp", "strptime", "try_strptime"}) || n.count != 2) return nullptr;
  auto const format = literal_text(t, n[1]);
  if (!format) return t.impossible(n, "the format of a date is not known, and each dialect has its own");
  auto const pieces = format_reader(*format, t.from).read();
  if (!pieces) return t.impossible(n, "the format " + *format + " is not known");
  std::string sqlite_form;
  for (auto const& piece : *pieces) sqlite_form += piece.field ? std::string(piece.field->sqlite) : piece.text;
  bool const has_time = std::any_of(pieces->begin(), pieces->end(),
                                    [](auto const& p) { return p.field && (p.field->sqlite == "%H" || p.field->sqlite == "%M"); });
  bool const iso = sqlite_form == "%Y-%m-%d" || sqlite_form == "%Y-%m-%d %H:%M:%S" || sqlite_form == "%Y-%m-%d %H:%M";
  bool const date_only = !has_time && !is_one_of(name, {"to_timestamp", "strptime", "try_strptime"});
  if (t.to == dialect::sqlite) {
    if (iso) return t.write(date_only ? "date(a)" : "datetime(a)", {n[0]});
    auto const cut = cut_by_places(*pieces);
    if (!cut) return t.impossible(n, "SQLite reads only dates of the form 2020-01-31");
    return t.write(*cut, {n[0]});
  }
  auto const here = format_in_target(t, *format);
  if (!here) return t.impossible(n, t.target_title() + " cannot read the format " + *format);
  auto* const pattern = t.text_literal(*here);
  switch (t.to) {
    case dialect::postgres:
      return t.write(date_only ? "to_date(a_text, b)" : "CAST(to_timestamp(a_text, b) AS timestamp)", {n[0], pattern});
    case dialect::mysql:
      return date_only || has_time ? t.write("STR_TO_DATE(a, b)", {n[0], pattern})
                                   : t.write("CAST(STR_TO_DATE(a, b) AS DATETIME)", {n[0], pattern});
    default: return t.write(date_only ? "CAST(strptime(a_text, b) AS DATE)" : "strptime(a_text, b)", {n[0], pattern});
  }
}

/// date_trunc('month', x)
inline node* trunc_call(translation& t, node const& n) {
  if (!is_one_of(n.name.view(), {"date_trunc", "datetrunc"}) || n.count < 2) return nullptr;
  auto const field = literal_text(t, n[0]);
  if (!field) return t.impossible(n, "the unit of date_trunc is not known");
  auto const unit = unit_named(*field);
  bool const of_date = t.from == dialect::duckdb && t.type_of(n[1]) == type::date;  // DuckDB returns a date
  if (!unit) return t.impossible(n, "date_trunc by " + *field + " has no equivalent");
  if (translation::is_strict(t.to)) {
    auto* const made = t.write("date_trunc(a, b_time)", {t.text_literal(text::lower(*field)), n[1]});
    return of_date && t.to == dialect::postgres                       ? t.cast(made, "DATE")
           : t.to == dialect::duckdb && t.type_of(n[1]) == type::date ? t.cast(made, "TIMESTAMP")
                                                                      : made;
  }
  return truncated(t, n, *unit, n[1],
                   of_date || (t.is_mixed() && unit->base != "hour" && unit->base != "minute" && unit->base != "second"));
}

/// The current time, with or without brackets.
inline node* now_of(translation& t, node const& n) {
  auto const name = n.name.view();
  bool const date = is_one_of(name, {"current_date", "curdate", "today"});
  bool const time = is_one_of(name, {"current_time", "curtime", "localtime"});
  if (t.from != t.to && (t.from == dialect::sqlite || t.to == dialect::sqlite))
    t.nearly(n, "now is in UTC in SQLite, and in the time zone of the session in " +
                    (t.from == dialect::sqlite ? t.target_title() : t.source_title()));
  auto const name_here = date ? "CURRENT_DATE" : time ? "CURRENT_TIME" : "CURRENT_TIMESTAMP";
  if (!date && !time && translation::is_strict(t.to)) {
    auto& made = t.make(kind::now);
    made.name = t.word("CURRENT_TIMESTAMP");
    return t.from == dialect::postgres || t.from == dialect::duckdb ? &made : t.cast(&made, "TIMESTAMP");
  }
  auto& made = t.make(kind::now);
  made.name = t.word(name_here);
  return &made;
}

inline node* date_call(translation& t, node const& n) {
  auto const name = n.name.view();
  if (t.from == t.to) return nullptr;
  bool const now = n.count == 0 && is_one_of(name, {"now", "curdate", "curtime", "today", "current_date", "current_time",
                                                    "current_timestamp", "localtimestamp", "localtime", "sysdate", "get_current_timestamp",
                                                    "transaction_timestamp", "statement_timestamp"});
  if (now) return now_of(t, n);
  if (t.from == dialect::sqlite && is_one_of(name, {"date", "time", "datetime", "julianday", "unixepoch"})) return sqlite_moment(t, n);
  if (auto* const made = format_call(t, n)) return made;
  if (auto* const made = parse_call(t, n)) return made;
  if (auto* const made = trunc_call(t, n)) return made;
  return interval_call(t, n);
}

// ---- operators

inline node* at_time_zone(translation& t, node const& n) {
  if (translation::is_strict(t.to)) return t.around(n);
  auto const zone = literal_text(t, n[1]);
  if (zone && is_one_of(*zone, {"utc", "gmt", "z"})) return t.value(n[0]);
  return t.impossible(n, t.target_title() + " has no AT TIME ZONE");
}

/// "2020-01-31" for "2020-1-31"; nothing for texts of another form.
inline std::optional<std::string> whole_date(std::string_view text) {
  std::string made;
  for (std::size_t const width : {4U, 2U, 2U}) {
    auto const digits = text.substr(0, std::min(text.size(), text.find_first_not_of("0123456789")));
    if (digits.empty() || digits.size() > width || (width == 4 && digits.size() != width)) return {};
    if (!made.empty()) made += '-';
    made.append(width - digits.size(), '0').append(digits);
    text.remove_prefix(digits.size());
    bool const last = made.size() == 10;
    if (last != text.empty() || (!last && text.front() != '-')) return {};
    if (!last) text.remove_prefix(1);
  }
  return made;
}

/// In SQLite dates are texts: a date that is compared with a time needs a time, too.
inline node* sqlite_moment_beside(translation& t, node const& n, node const& other) {
  auto const beside = t.type_of(other), is = t.type_of(n);
  if (n.kind == kind::string && !t.is_mixed() && is_full_date(n.name.view()))
    t.nearly_untyped(n, other, "SQLite compares dates as texts, so a date without a time is less than one with 00:00:00");
  if (n.kind == kind::string && (beside == type::date || beside == type::timestamp) && !is_full_date(n.name.view())) {
    auto const whole = whole_date(n.name.view());
    if (!whole) t.nearly(n, "SQLite compares dates as texts, and '" + std::string(n.name.view()) + "' is not of the form 2020-01-31");
    return whole ? t.text_literal(*whole + (beside == type::timestamp ? " 00:00:00" : "")) : nullptr;
  }
  if (beside != type::timestamp) return nullptr;
  if (is == type::date) return t.write("datetime(a)", {n});
  auto const text = literal_text(t, n);
  if (!text || text->size() != 10 || !is_full_date(*text)) return nullptr;
  return t.text_literal(*text + " 00:00:00");
}

}  // namespace t2s::sql::detail::transpiling

#endif
