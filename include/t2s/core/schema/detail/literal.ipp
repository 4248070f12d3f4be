// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_DETAIL_LITERAL_IPP
#define T2S_CORE_SCHEMA_DETAIL_LITERAL_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/schema/detail/literal.hpp"

#include <algorithm>
#include <charconv>

namespace t2s::schema {
namespace detail {

inline constexpr int first_year = 1000, last_year = 2999;

inline bool all_digits(std::string_view s) { return !s.empty() && t2s::detail::all_of(s, text::is_digit); }

inline int number_of(std::string_view digits) {
  int n = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), n);
  return n;
}

inline bool is_year(std::string_view s) { return s.size() == 4 && all_digits(s); }

inline bool is_part(std::string_view s, int most) { return s.size() == 2 && all_digits(s) && number_of(s) <= most; }

/// Whether "10:30" or more follows a day.
inline bool is_time_of_day(std::string_view s) { return s.size() >= 5 && is_part(s.substr(0, 2), 24) && s[2] == ':'; }

/// The form of one text.
inline time_form form_of(std::string_view s) {
  if (s.size() == 8 && all_digits(s) && is_part(s.substr(4, 2), 12) && is_part(s.substr(6, 2), 31)) return time_form::digits;
  if (s.size() < 4 || !is_year(s.substr(0, 4))) return time_form::none;
  if (s.size() == 4) return time_form::years;
  if (text::is_digit(s[4]) || text::is_letter(s[4])) return time_form::none;
  bool const month = s.size() >= 7 && is_part(s.substr(5, 2), 12) && std::string_view("-/.").find(s[4]) != std::string_view::npos;
  if (month && s.size() == 7) return time_form::month_texts;
  bool const day = month && s.size() >= 10 && s[7] == s[4] && is_part(s.substr(8, 2), 31);
  if (day && s.size() == 10) return time_form::day_texts;
  if (day && (s[10] == ' ' || s[10] == 'T') && is_time_of_day(s.substr(11))) return time_form::time_texts;
  return time_form::year_texts;
}

/// The form of one number: years, days as digits, or Unix times from 1973 to 2286 and the same before 1970.
inline time_form form_of(double n) {
  auto const size = n < 0 ? -n : n;
  if (n >= first_year && n <= last_year) return time_form::years;
  if (n >= 1e7 && n < 3e7 && form_of(std::to_string(static_cast<std::int64_t>(n))) == time_form::digits) return time_form::digits;
  if (size >= 1e8 && size < 1e10) return time_form::seconds;
  if (size >= 1e11 && size < 1e13) return time_form::milliseconds;
  return time_form::none;
}

inline bool is_text_form(time_form f) { return f >= time_form::year_texts && f <= time_form::time_texts; }

/// The common form of two forms; `none` if they do not sort together.
inline time_form common_form(time_form a, time_form b) {
  if (a == b) return a;
  auto const both = [&](time_form x, time_form y) { return (a == x && b == y) || (a == y && b == x); };
  if (both(time_form::day_texts, time_form::time_texts)) return time_form::time_texts;
  bool const texts = (is_text_form(a) || a == time_form::years) && (is_text_form(b) || b == time_form::years);
  return texts ? time_form::year_texts : time_form::none;
}

inline std::string padded(unsigned n) { return std::string(n < 10 ? 1 : 0, '0').append(std::to_string(n)); }

inline std::string in_single_quotes(std::string_view s) { return to_sql(value(s)); }

inline std::chrono::sys_days first_of_month(int year, unsigned month) {
  return std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month), std::chrono::day(1));
}

struct parts_of_day {
  explicit parts_of_day(std::chrono::sys_days d) {
    std::chrono::year_month_day const ymd(d);
    year = std::to_string(static_cast<int>(ymd.year()));
    month = padded(static_cast<unsigned>(ymd.month()));
    day = padded(static_cast<unsigned>(ymd.day()));
  }
  [[nodiscard]] bool begins_month() const { return day == "01"; }
  [[nodiscard]] bool begins_year() const { return begins_month() && month == "01"; }
  [[nodiscard]] std::string joined(std::string const& separator) const { return year + separator + month + separator + day; }

  std::string year{}, month{}, day{};
};

inline bool is_numeric(affinity a) { return a == affinity::integer || a == affinity::real || a == affinity::numeric; }

/// Whether SQLite reads the whole text as a number.
inline bool looks_like_number(std::string_view s) {
  auto trimmed = text::trim(s);
  if (trimmed.starts_with('+')) trimmed.remove_prefix(1);
  double read = 0;
  return text::to_number(trimmed, read) == std::errc();
}

}  // namespace detail

T2S_DECL std::string to_sql(value const& v, sql::dialect d) {
  auto literal = t2s::to_sql(v);
  if (d != sql::dialect::mysql || !v.text()) return literal;
  std::string doubled;  // a backslash is an escape there
  for (char const c : literal) doubled.append(c == '\\' ? 2U : 1U, c);
  return doubled;
}

T2S_DECL void form_survey::note(value const& v) {
  if (v.is_null() || v.bytes()) return;
  if (auto const* t = v.text()) {
    if (t->empty()) return;
    form_.texts = true;
    return note(detail::form_of(std::string_view(*t)), t->size() > 4 && !text::is_digit((*t)[4]) ? (*t)[4] : '\0');
  }
  form_.numbers = true;
  note(detail::form_of(v.integer() ? static_cast<double>(*v.integer()) : *v.real()), '\0');
}

T2S_DECL void form_survey::note(time_form f, char separator) {
  bool const other = separator != '\0' && detail::is_text_form(form_.times) && separator != form_.separator;
  form_.times = begun_ ? detail::common_form(form_.times, f) : f;
  if (other) form_.times = time_form::none;
  if (separator != '\0') form_.separator = separator;
  begun_ = true;
}

T2S_DECL stored_form form_survey::found() const {
  auto out = form_;
  if (out.numbers && out.texts) out.times = time_form::none;
  return out;
}

T2S_DECL period year_period(int year) { return {detail::first_of_month(year, 1), detail::first_of_month(year + 1, 1)}; }

T2S_DECL period month_period(int year, unsigned month) {
  return {detail::first_of_month(year, month), month == 12 ? detail::first_of_month(year + 1, 1) : detail::first_of_month(year, month + 1)};
}

T2S_DECL std::optional<period> day_period(int year, unsigned month, unsigned day) {
  if (month < 1 || month > 12 || day < 1 || day > 31) return {};
  auto const whole = month_period(year, month);
  auto const first = whole.first + std::chrono::days(day - 1);
  if (first >= whole.end) return {};
  return period{first, first + std::chrono::days(1)};
}

T2S_DECL std::optional<period> period_of(std::string_view text) {
  auto const parts = text::split(text, text.find('/') != text.npos ? '/' : '-');
  auto const is_small = [](std::string_view s) { return detail::all_digits(s) && s.size() <= 2; };
  if (!detail::is_year(parts.front()) || parts.size() > 3) return {};
  auto const year = detail::number_of(parts.front());
  if (year < detail::first_year || year > detail::last_year) return {};
  if (parts.size() == 1) return year_period(year);
  auto const month = is_small(parts[1]) ? detail::number_of(parts[1]) : 0;
  if (month < 1 || month > 12) return {};
  if (parts.size() == 2) return month_period(year, static_cast<unsigned>(month));
  if (!is_small(parts[2])) return {};
  return day_period(year, static_cast<unsigned>(month), static_cast<unsigned>(detail::number_of(parts[2])));
}

T2S_DECL bool is_of_years(period const& p) {
  return detail::parts_of_day(p.first).begins_year() && detail::parts_of_day(p.end).begins_year();
}

T2S_DECL std::string sortable_time(std::string const& column, time_form f, sql::dialect d) {
  auto const part = [&column](char const* range) { return "substr(" + column + ", " + range + ")"; };
  auto const year = part("7, 4"), first = part("1, 2"), second = part("4, 2");
  auto const &month = f == time_form::day_first ? second : first, &day = f == time_form::day_first ? first : second;
  if (d == sql::dialect::mysql) return "concat(" + year + ", '-', " + month + ", '-', " + day + ")";
  return year + " || '-' || " + month + " || '-' || " + day;
}

T2S_DECL std::optional<std::string> time_literal(column const& c, stored_form const& f, std::chrono::sys_days day) {
  detail::parts_of_day const d(day);
  std::string const separator(1, f.separator);
  auto const seconds = std::int64_t{day.time_since_epoch().count()} * 86'400;
  switch (f.times) {
    case time_form::years:
      if (!d.begins_year()) return {};
      return literal_of(c, f, d.year);
    case time_form::digits: return literal_of(c, f, d.joined(""));
    case time_form::year_texts:
      if (!d.begins_year()) return {};
      if (!detail::is_numeric(affinity_of(c.type))) return detail::in_single_quotes(d.year);
      if (f.separator != '-' && f.separator != '/') return {};
      return detail::in_single_quotes(d.joined(separator));  // a year alone would become a number
    case time_form::month_texts:
      if (!d.begins_month()) return {};
      return detail::in_single_quotes(d.year + separator + d.month);
    case time_form::day_texts:
    case time_form::time_texts: return detail::in_single_quotes(d.joined(separator));
    case time_form::day_first:
    case time_form::month_first: return detail::in_single_quotes(d.joined("-"));
    case time_form::seconds: return literal_of(c, f, std::to_string(seconds));
    case time_form::milliseconds: return literal_of(c, f, std::to_string(seconds * 1000));
    default: return {};
  }
}

T2S_DECL std::optional<std::string> time_pattern(stored_form const& f, period const& p) {
  bool const sortable = needs_sorting(f.times);
  if (!detail::is_text_form(f.times) && !sortable) return {};
  detail::parts_of_day const d(p.first);
  auto const year = static_cast<int>(std::chrono::year_month_day(p.first).year());
  auto const month = static_cast<unsigned>(std::chrono::year_month_day(p.first).month());
  std::string const separator(1, sortable ? '-' : f.separator);
  if (p == year_period(year)) return detail::in_single_quotes(d.year + "%");
  if (f.times == time_form::year_texts) return {};
  if (p == month_period(year, month)) return detail::in_single_quotes(d.year + separator + d.month + "%");
  if (f.times == time_form::month_texts || p.end != p.first + std::chrono::days(1)) return {};
  return detail::in_single_quotes(d.joined(separator) + "%");
}

T2S_DECL std::string literal_of(column const& c, stored_form const& f, std::string_view asked) {
  auto const a = affinity_of(c.type);
  bool const number = detail::looks_like_number(asked);
  if (a == affinity::text || !number) return detail::in_single_quotes(asked);
  if (a == affinity::blob && f.texts && !f.numbers) return detail::in_single_quotes(asked);
  return std::string(text::trim(asked));
}

T2S_DECL bool is_comparable(column const& c, stored_form const& f, bool quoted, std::string_view text) {
  auto const a = affinity_of(c.type);
  bool const becomes_number = quoted && detail::is_numeric(a) && detail::looks_like_number(text);
  bool const becomes_text = !quoted && a == affinity::text;
  bool const is_text = becomes_text || (quoted && !becomes_number);
  if (!f.numbers && !f.texts) return true;
  return is_text ? f.texts : f.numbers;
}

}  // namespace t2s::schema

#endif
