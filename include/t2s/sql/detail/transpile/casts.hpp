// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_CASTS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_CASTS_HPP

#include "t2s/sql/detail/transpile/dates.hpp"
#include "t2s/sql/detail/transpile/operators.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// CAST, x::type, and typed literals.
namespace t2s::sql::detail::transpiling {

/// The type of a cast: its word, and the numbers in brackets after it.
struct written_type {
  std::string word{};  ///< in lower case
  std::string first{}, second{};
};

inline written_type read_type(std::string_view name) {
  auto const open = name.find('('), close = name.find(')');
  written_type t{text::lower(text::trim(name.substr(0, open))), {}, {}};
  if (open == name.npos || close == name.npos || close < open) return t;
  auto const inside = name.substr(open + 1, close - open - 1);
  auto const comma = inside.find(',');
  t.first = text::trim(inside.substr(0, comma));
  if (comma != inside.npos) t.second = text::trim(inside.substr(comma + 1));
  if (auto const rest = text::trim(name.substr(close + 1)); !rest.empty()) t.word += " " + text::lower(rest);
  return t;
}

inline std::string with_numbers(std::string_view word, written_type const& t) {
  std::string s(word);
  if (t.first.empty()) return s;
  return s + "(" + t.first + (t.second.empty() ? "" : ", " + t.second) + ")";
}

/// The target's spelling of a type in a cast; empty if it lacks the type.
inline std::string type_in_target(translation& t, type is, written_type const& w) {
  auto const has = [&](std::string_view part) { return w.word.find(part) != w.word.npos; };
  switch (is) {
    case type::integer: {
      bool const small = has("small") || has("tiny") || w.word == "int2";
      bool const big = has("big") || has("int8") || has("signed") || has("hugeint") || t.from == dialect::sqlite;
      if (t.to == dialect::mysql) return w.word.starts_with("unsigned") || w.word.starts_with("u") ? "UNSIGNED" : "SIGNED";
      if (t.to == dialect::sqlite) return "INTEGER";
      return big ? "BIGINT" : small ? "SMALLINT" : "INTEGER";
    }
    case type::real: {
      bool const single =
          w.word == "real" || w.word == "float4" || (w.word == "float" && (t.from == dialect::duckdb || t.from == dialect::mysql));
      if (single && t.from != dialect::sqlite && translation::is_strict(t.to)) return t.to == dialect::postgres ? "real" : "FLOAT";
      return std::string(double_type(t.to));
    }
    case type::decimal:
    case type::number: {
      if (t.from == dialect::sqlite) return t.to == dialect::postgres ? "numeric" : "DOUBLE";
      if (t.to == dialect::sqlite) return "REAL";
      if (!w.first.empty()) return with_numbers(t.to == dialect::postgres ? "numeric" : "DECIMAL", w);
      if (t.from == dialect::mysql) return t.to == dialect::postgres ? "numeric(10, 0)" : "DECIMAL(10, 0)";
      if (t.from == dialect::duckdb) return t.to == dialect::postgres ? "numeric(18, 3)" : "DECIMAL(18, 3)";
      return t.to == dialect::mysql ? "DECIMAL(65, 20)" : t.to == dialect::duckdb ? "DECIMAL(38, 10)" : "numeric";
    }
    case type::text:
      if (t.to == dialect::postgres && !w.first.empty() && t.from != dialect::sqlite && t.from != dialect::duckdb)
        return "varchar(" + w.first + ")";
      if (t.to == dialect::mysql && !w.first.empty() && t.from != dialect::sqlite && t.from != dialect::duckdb)
        return "CHAR(" + w.first + ")";
      return std::string(text_type(t.to));
    case type::blob: return t.to == dialect::postgres ? "bytea" : t.to == dialect::mysql ? "BINARY" : "BLOB";
    case type::date: return "DATE";
    case type::time: return "TIME";
    case type::timestamp: {
      bool const zone = has("timestamptz") || has("with time zone");
      return t.to == dialect::mysql ? "DATETIME" : zone ? "TIMESTAMP WITH TIME ZONE" : "TIMESTAMP";
    }
    case type::boolean: return t.to == dialect::mysql ? "SIGNED" : "BOOLEAN";
    case type::json: return t.to == dialect::postgres ? "jsonb" : t.to == dialect::duckdb ? "JSON" : "";
    case type::interval: return translation::is_strict(t.to) ? "INTERVAL" : "";
    default: return "";
  }
}

/// Whether a call is strftime with one field that is a number.
inline bool is_numeric_field(translation& t, node const& n) {
  if (n.kind != kind::call || n.count == 0 || !text::same(n.name.view(), "strftime")) return false;
  auto const format = literal_text(t, n[0]);
  return format && format->size() == 2 && std::string_view("YmdHMSjwWs").find((*format)[1]) != std::string_view::npos;
}

inline node* to_integer(translation& t, node const& n, std::string const& type_name) {
  auto const& inner = n[0];
  auto const is = t.type_of(inner);
  if (is == type::boolean && !translation::has_numeric_truth(t.from)) return t.cast(t.raw(inner), type_name);
  if (is_numeric_field(t, inner) && t.from == dialect::sqlite) return t.cast(t.value(inner), type_name);
  if (t.from == dialect::postgres && inner.kind == kind::blob) {
    auto const bits = read_bytes(inner);
    if (auto const number = bits ? bits->number() : std::nullopt; number && bits->bits().size() < 32) return t.number_literal(*number);
  }
  bool const untyped = t.lacks_type(inner) && t.from != t.to;
  bool const cuts_there = t.from == dialect::sqlite;
  bool const text_there = (is == type::text || (t.from == dialect::sqlite && is_moment(is))) && translation::has_numeric_truth(t.from);
  bool const fraction = is == type::real || is == type::decimal || is == type::number || text_there;
  if (inner.kind == kind::string && translation::has_numeric_truth(t.from)) {
    auto digits = leading_number(inner.name.view());
    return t.number_literal(digits.substr(0, digits.find_first_of(".eE")));
  }
  if (cuts_there && (fraction || (untyped && t.to == dialect::mysql)))
    return t.cast(t.to == dialect::mysql ? t.write("TRUNCATE(a_number, 0)", {inner}) : t.write("trunc(a_number)", {inner}), type_name);
  if (t.to == dialect::sqlite && t.from != t.to && (is == type::real || untyped))
    t.nearly(n, t.source_title() + " rounds the half of a double to the even number, SQLite away from zero");
  if (t.to == dialect::sqlite && (is_fraction(is) || is == type::number || untyped)) return t.write("CAST(round(a) AS INTEGER)", {inner});
  if (cuts_there && is == type::unknown && translation::is_strict(t.to) && inner.kind != kind::number)
    t.nearly(n, "SQLite takes the number at the beginning of a text and cuts fractions; the type of this value is not known");
  return t.cast(t.as_number(inner), type_name);
}

inline node* to_fraction(translation& t, node const& n, type wanted, written_type const& w, std::string const& type_name) {
  auto* const value = t.as_number(n[0]);
  if (t.to != dialect::sqlite || wanted != type::decimal || t.from == dialect::sqlite) return t.cast(value, type_name);
  bool const unlimited = w.first.empty() && t.from == dialect::postgres;
  if (unlimited) return t.cast(value, "NUMERIC");  // a whole number stays one
  auto const digits = w.first.empty() && t.from == dialect::duckdb ? "3" : w.second.empty() ? "0" : w.second;
  return digits == "0" ? t.write("CAST(round(a) AS INTEGER)", {value}) : t.write("round(a, b)", {value, t.number_literal(digits)});
}

inline node* to_text(translation& t, node const& n, written_type const& w, std::string const& type_name) {
  auto const& inner = n[0];
  auto const is = t.type_of(inner);
  note_digits(t, n, inner);
  if (t.from != t.to)
    t.nearly_untyped(n, inner, "truth values, and numbers with a fraction, may become other texts in " + t.target_title());
  if (is == type::boolean && !translation::has_numeric_truth(t.from) && translation::has_numeric_truth(t.to))
    return t.write("CASE WHEN a_truth THEN 'true' WHEN NOT (a_truth) THEN 'false' END", {inner});
  auto* const made = t.cast(t.number_or_value(inner), type_name);
  bool const cuts = !w.first.empty() && (t.from == dialect::postgres || t.from == dialect::mysql);
  if (cuts && (t.to == dialect::sqlite || t.to == dialect::duckdb)) return t.write("substr(a, 1, b)", {made, t.number_literal(w.first)});
  return made;
}

inline node* to_truth(translation& t, node const& n) {
  auto const& inner = n[0];
  auto const is = t.type_of(inner);
  if (t.from == dialect::sqlite)
    return t.cast(t.as_number(inner), t.to == dialect::mysql      ? "DOUBLE"
                                      : t.to == dialect::postgres ? "numeric"
                                                                  : "DOUBLE");  // in SQLite, BOOLEAN is a number
  if (is == type::boolean) return t.raw(inner);
  if (auto const literal = literal_text(t, inner)) return t.truth_literal(is_one_of(*literal, {"t", "true", "y", "yes", "on", "1"}));
  if (is_number(is)) return t.write("a <> 0", {inner});
  if (translation::is_strict(t.to)) return t.cast(t.value(inner), "BOOLEAN");
  return t.write("lower(a) IN ('t', 'true', 'y', 'yes', 'on', '1')", {inner});
}

inline node* to_moment(translation& t, node const& n, type wanted, std::string const& type_name) {
  if (t.to == dialect::sqlite) return t.write(wanted == type::date ? "date(a)" : wanted == type::time ? "time(a)" : "datetime(a)", {n[0]});
  if (t.from == dialect::sqlite) {  // its NUMERIC affinity gives a number, or the number at the beginning of a text
    auto const is = t.type_of(n[0]);
    if (is_moment(is) || is == type::text) t.nearly(n, "SQLite has no dates: a cast to one gives the number at the beginning of the text");
    return t.as_number(n[0]);
  }
  return t.cast(t.value(n[0]), type_name);
}

/// The days of a month.
inline unsigned days_of(unsigned year, unsigned month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Reads dates and times of the form 2020-1-31 10:20:30.5.
class moment_reader {
 public:
  explicit moment_reader(std::string_view text) : rest_(text::trim(text)) {}

  /// The literal as all dialects write it; nothing if it has another form.
  std::optional<std::string> read(type wanted) {
    if (wanted == type::time) return time() && rest_.empty() ? std::optional(time_) : std::nullopt;
    if (!date()) return {};
    if (!rest_.empty() && (!(skip(' ') || skip('T')) || !time() || !rest_.empty())) return {};
    return wanted == type::date ? date_ : date_ + " " + (time_.empty() ? "00:00:00" : time_);
  }

 private:
  bool skip(char c) {
    bool const here = rest_.starts_with(c);
    if (here) rest_.remove_prefix(1);
    return here;
  }

  /// Adds a number of so many digits to a text; false for another one. One of two digits is written with both.
  bool number(std::size_t least, std::size_t most, unsigned first, unsigned last, std::string& into) {
    auto const end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (end < least || end > most) return false;
    value_ = static_cast<unsigned>(std::stoul(std::string(rest_.substr(0, end))));
    into.append(end == 1 && most == 2 ? "0" : "").append(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return value_ >= first && value_ <= last;
  }

  bool date() {
    if (!number(4, 4, 1, 9999, date_) || !skip('-')) return false;
    auto const year = value_;
    date_ += '-';
    if (!number(1, 2, 1, 12, date_) || !skip('-')) return false;
    date_ += '-';
    return number(1, 2, 1, days_of(year, value_), date_);
  }

  bool time() {
    if (!number(1, 2, 0, 23, time_) || !skip(':')) return false;
    time_ += ':';
    if (!number(2, 2, 0, 59, time_)) return false;
    time_ += ':';
    if (!skip(':')) return time_ += "00", true;
    if (!number(2, 2, 0, 59, time_)) return false;
    return !skip('.') || number(1, 6, 0, 999999, time_ += '.');
  }

  std::string_view rest_;
  std::string date_{}, time_{};
  unsigned value_ = 0;
};

/// DATE '2020-01-31' and the like. A text in another form is refused: dialects read it differently.
inline node* moment_literal(translation& t, node const& n, type is) {
  auto const w = read_type(n.name.view());
  auto const text = literal_text(t, n[0]);
  auto written = type_in_target(t, is, w);
  bool const zoned = w.word.find("tz") != w.word.npos || w.word.find("with time") != w.word.npos;
  bool const both = translation::is_strict(t.from) && translation::is_strict(t.to);
  if (zoned && both && text && is_full_date(*text)) return t.cast(t.value(n[0]), written);
  auto const plain = text && !zoned ? moment_reader(*text).read(is) : std::nullopt;
  if (!plain)
    return t.impossible(n, "a date or time in another form than 2020-01-31 10:20:30, or with a zone, is read differently elsewhere");
  if (t.to == dialect::sqlite) return t.text_literal(*plain);
  auto const point = plain->find('.');
  if (t.to == dialect::mysql && point != plain->npos) written += "(" + std::to_string(plain->size() - point - 1) + ")";
  return t.cast(t.text_literal(*plain), written);
}

node* plain_cast(translation& t, node const& n);

inline node* introduced_literal(translation& t, node const& n) {
  auto const name = n.name.view();
  if (name.starts_with('_')) return t.value(n[0]);  // _utf8mb4'a'
  auto const is = type_named(name);
  if (is == type::interval) {
    if (translation::is_strict(t.to)) {
      if (auto const terms = read_interval(t, n)) {
        node* made = nullptr;
        for (auto const& term : *terms) {
          auto* one = interval_of(t, term);
          bool const negative = term.digits.starts_with('-');
          made = made ? t.operation(negative ? op::sub : op::add, made, one) : negative ? t.prefix(op::negate, one) : one;
        }
        return made;
      }
      if (translation::is_strict(t.from)) return t.around(n);
    }
    return t.impossible(n, t.target_title() + " has no values that are intervals");
  }
  return is_moment(is) ? moment_literal(t, n, is) : plain_cast(t, n);
}

/// Whether the target can test the form of a value before it casts it.
inline bool can_try_cast(translation& t, node const& n, type wanted) {
  if (t.to == dialect::duckdb || (is_moment(wanted) && translation::has_numeric_truth(t.to))) return true;
  auto const is = t.type_of(n[0]);
  return is_number(wanted) && (is == type::text || is_number(is));
}

/// TRY_CAST: NULL if the value does not have the type's form.
inline node* forgiving(translation& t, node const& n, type wanted, node* made) {
  if (t.to == dialect::duckdb) {
    if (made->kind == kind::cast) made->set(flag::lenient);
    return made;
  }
  if (is_moment(wanted) && translation::has_numeric_truth(t.to)) return made;
  auto const* const form =
      wanted == type::integer ? "^\\s*[-+]?[0-9]+\\s*$" : "^\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?\\s*$";
  if (t.type_of(n[0]) != type::text) return made;  // a number
  if (t.to == dialect::sqlite) {
    t.nearly(n, "TRY_CAST becomes a test for the characters of a number");
    return t.write("CASE WHEN a GLOB '*[0-9]*' AND NOT trim(a) GLOB '*[^-+.0-9eE]*' THEN b END", {n[0], made});
  }
  return t.write(t.to == dialect::postgres ? "CASE WHEN a_text ~ c THEN b END" : "CASE WHEN a REGEXP c THEN b END",
                 {n[0], made, t.text_literal(form)});
}

node* blob_of_digits(translation& t, std::string_view digits);  // literals.hpp

/// The bytes of a literal that PostgreSQL or DuckDB casts to bytes, in hexadecimal digits; nothing if the text is not one of theirs.
inline std::optional<std::string> bytes_of_text(translation& t, node const& n) {
  static constexpr std::string_view hex = "0123456789abcdefABCDEF";
  auto const text = literal_text(t, n);
  if (!text || !translation::is_strict(t.from)) return {};
  std::string digits;
  if (t.from == dialect::postgres && text->starts_with("\\x")) {
    digits = text->substr(2);
    return digits.size() % 2 == 0 && digits.find_first_not_of(hex) == digits.npos ? std::optional(digits) : std::nullopt;
  }
  for (std::size_t i = 0; i < text->size(); ++i) {
    auto const c = static_cast<unsigned char>((*text)[i]);
    auto const two = text->substr(std::min(i + 2, text->size()), 2);
    bool const escape = c == '\\';
    if (escape && (t.from == dialect::postgres || text->substr(i, 2) != "\\x" || two.size() < 2 || two.find_first_not_of(hex) != two.npos))
      return {};
    digits += escape ? two : std::string{hex[c / 16], hex[c % 16]};
    if (escape) i += 3;
  }
  return digits;
}

inline node* plain_cast(translation& t, node const& n) {
  auto const w = read_type(n.name.view());
  auto const wanted = t.from == dialect::sqlite ? t.type_of(n) : type_named(n.name.view());
  if (t.from == dialect::sqlite && n.name.size == 0) return t.value(n[0]);
  auto const name = type_in_target(t, is_moment(type_named(n.name.view())) && t.from == dialect::sqlite ? type::number : wanted, w);
  if (name.empty() && wanted == type::json) return t.to == dialect::sqlite ? t.write("json(a)", {n[0]}) : t.value(n[0]);
  if (wanted == type::interval && !name.empty()) {
    if (auto const terms = read_interval(t, n); terms && terms->size() == 1) return interval_of(t, terms->front());
    return t.cast(t.value(n[0]), name);
  }
  if (name.empty()) return t.impossible(n, t.target_title() + " has no type " + std::string(n.name.view()));
  switch (wanted) {
    case type::integer: return to_integer(t, n, name);
    case type::real:
    case type::decimal:
    case type::number: return to_fraction(t, n, wanted, w, name);
    case type::text: return to_text(t, n, w, name);
    case type::boolean: return to_truth(t, n);
    case type::date:
    case type::time:
    case type::timestamp: {
      bool const literal = t.from != dialect::sqlite && t.from != t.to && !n.has(flag::lenient) && literal_text(t, n[0]);
      return literal ? moment_literal(t, n, wanted) : to_moment(t, n, wanted, name);
    }
    case type::blob:
      if (auto const digits = bytes_of_text(t, n[0]); digits && t.from != t.to) return blob_of_digits(t, *digits);
      if (t.from == dialect::mysql && t.type_of(n[0]) == type::text) return t.value(n[0]);  // usually to make it case-sensitive
      return t.cast(t.value(n[0]), name);
    default: return t.cast(t.value(n[0]), name);
  }
}

/// Notes PostgreSQL's char(n), which has blanks at the end up to its length.
inline void note_blanks(translation& t, node const& n) {
  auto const name = text::lower(n.name.view());
  bool const fixed = (name.starts_with("char") && name.find("var") == name.npos) || name.starts_with("bpchar");
  if (fixed && t.from == dialect::postgres && t.to != t.from)
    t.nearly(n, "PostgreSQL fills char(n) with blanks up to its length, " + t.target_title() + " does not");
}

inline node* cast_of(translation& t, node const& n) {
  note_blanks(t, n);
  if (n.has(flag::literal)) return introduced_literal(t, n);
  if (n.has(flag::lenient) && !can_try_cast(t, n, type_named(n.name.view()))) return t.impossible(n, t.target_title() + " has no TRY_CAST");
  auto* const made = plain_cast(t, n);
  bool const colons = n.has(flag::colons) && translation::is_strict(t.to) && made->kind == kind::cast;
  if (colons) made->set(flag::colons);
  return n.has(flag::lenient) ? forgiving(t, n, type_named(n.name.view()), made) : made;
}

}  // namespace t2s::sql::detail::transpiling

#endif
