// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_COLUMN_IPP
#define T2S_DB_COPY_DETAIL_COLUMN_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/db/copy/detail/column.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace t2s::db {
namespace detail {

/// Whether a text fits a pattern in which 0 stands for a digit.
[[nodiscard]] inline bool has_form(std::string_view text, std::string_view pattern) {
  if (text.size() != pattern.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (pattern[i] == '0' ? !text::is_digit(text[i]) : text[i] != pattern[i]) return false;
  return true;
}

[[nodiscard]] inline int two_digits(std::string_view s, std::size_t at) { return (s[at] - '0') * 10 + (s[at + 1] - '0'); }

/// A day that there is: "2024-02-29".
[[nodiscard]] inline bool is_date(std::string_view s) {
  if (!has_form(s, "0000-00-00") || s.starts_with("0000")) return false;
  int const year = two_digits(s, 0) * 100 + two_digits(s, 2), month = two_digits(s, 5), day = two_digits(s, 8);
  static constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1) return false;
  bool const leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= days[static_cast<std::size_t>(month - 1)] + (leap && month == 2 ? 1 : 0);
}

/// "2024-02-29 23:59:59", with a fraction or without.
[[nodiscard]] inline bool is_timestamp(std::string_view s) {
  if (s.size() < 19 || !is_date(s.substr(0, 10)) || !has_form(s.substr(10, 9), " 00:00:00")) return false;
  if (two_digits(s, 11) > 23 || two_digits(s, 14) > 59 || two_digits(s, 17) > 59) return false;
  auto const rest = s.substr(19);
  return rest.empty() || (rest.size() >= 2 && rest.size() <= 7 && rest[0] == '.' && std::ranges::all_of(rest.substr(1), text::is_digit));
}

/// The digits in brackets, "numeric(10,2)", into a column.
inline void read_digits(std::string_view type, copied_column& to) {
  auto const open = type.find('(');
  if (open == type.npos) return;
  auto const* const end = type.data() + type.size();
  auto const first = std::from_chars(type.data() + open + 1, end, to.digits);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == ',') {
    auto const* next = first.ptr + 1;
    while (next != end && *next == ' ') ++next;
    std::from_chars(next, end, to.places);
  }
}

/// The first words of types, and what they hold. All others hold text.
inline constexpr std::array<std::pair<std::string_view, stored_kind>, 47> kinds_of_words{{
    {"bool", stored_kind::boolean},        {"interval", stored_kind::text},
    {"hugeint", stored_kind::numeric},     {"uhugeint", stored_kind::numeric},
    {"ubigint", stored_kind::numeric},     {"tinyint", stored_kind::integer},
    {"smallint", stored_kind::integer},    {"mediumint", stored_kind::integer},
    {"int", stored_kind::integer},         {"bigint", stored_kind::integer},
    {"utinyint", stored_kind::integer},    {"usmallint", stored_kind::integer},
    {"uinteger", stored_kind::integer},    {"smallserial", stored_kind::integer},
    {"serial", stored_kind::integer},      {"bigserial", stored_kind::integer},
    {"oid", stored_kind::integer},         {"year", stored_kind::integer},
    {"double", stored_kind::real},         {"real", stored_kind::real},
    {"float", stored_kind::real},          {"numeric", stored_kind::numeric},
    {"decimal", stored_kind::numeric},     {"number", stored_kind::numeric},
    {"bytea", stored_kind::blob},          {"blob", stored_kind::blob},
    {"tinyblob", stored_kind::blob},       {"mediumblob", stored_kind::blob},
    {"longblob", stored_kind::blob},       {"binary", stored_kind::blob},
    {"varbinary", stored_kind::blob},      {"timestamptz", stored_kind::zoned_timestamp},
    {"timestamp", stored_kind::timestamp}, {"datetime", stored_kind::timestamp},
    {"date", stored_kind::date},           {"time", stored_kind::time},
    {"json", stored_kind::json},           {"jsonb", stored_kind::json},
    {"boolean", stored_kind::boolean},     {"integer", stored_kind::integer},
    {"int1", stored_kind::integer},        {"int2", stored_kind::integer},
    {"int4", stored_kind::integer},        {"int8", stored_kind::integer},
    {"float4", stored_kind::real},         {"float8", stored_kind::real},
    {"dec", stored_kind::numeric},
}};

/// "decimal" of "decimal(10,2)", "int" of "int unsigned".
[[nodiscard]] inline std::string_view first_word(std::string_view type) {
  auto const ends = [](char c) { return !text::is_letter(c) && !text::is_digit(c) && c != '_'; };
  return type.substr(0, static_cast<std::size_t>(std::ranges::find_if(type, ends) - type.begin()));
}

inline constexpr std::int64_t largest_exact = std::int64_t{1} << 53U;  // integers up to it are reals too

/// What its affinity stores, where a column has no values to look at.
[[nodiscard]] inline stored_kind kind_of(schema::affinity a) {
  switch (a) {
    case schema::affinity::integer: return stored_kind::integer;
    case schema::affinity::real: return stored_kind::real;
    case schema::affinity::numeric: return stored_kind::numeric;
    default: return stored_kind::text;
  }
}

}  // namespace detail

T2S_DECL copied_column declared_column(schema::column const& c) {
  copied_column out{c.name};
  auto const type = text::lower(c.type);
  out.not_null = c.not_null;
  if (type.find("[]") != type.npos) return out;
  for (auto const& [word, kind] : detail::kinds_of_words)
    if (detail::first_word(type) == word) {
      out.kind = kind;
      break;
    }
  if (type.find("unsigned") != type.npos && type.starts_with("bigint")) out.kind = stored_kind::numeric;
  if (out.kind == stored_kind::timestamp && type.find("with time zone") != type.npos) out.kind = stored_kind::zoned_timestamp;
  if (out.kind == stored_kind::time && type.find("with time zone") != type.npos) out.kind = stored_kind::text;
  if (out.kind == stored_kind::numeric) detail::read_digits(type, out);
  return out;
}

T2S_DECL void column_survey::note(value const& v) {
  switch (v.type()) {
    case value::kind::null: ++nulls; return;
    case value::kind::integer:
      ++integers;
      large += *v.integer() > detail::largest_exact || *v.integer() < -detail::largest_exact ? 1U : 0U;
      return;
    case value::kind::real: ++reals; return;
    case value::kind::blob: ++blobs; return;
    case value::kind::text: break;
  }
  auto const& s = *v.text();
  ++texts;
  longest = std::max(longest, s.size());
  dates += detail::is_date(s) ? 1U : 0U;
  timestamps += detail::is_timestamp(s) ? 1U : 0U;
  with_nul += s.find('\0') != s.npos ? 1U : 0U;
  not_utf8 += text::first_invalid_utf8(s) ? 1U : 0U;
}

T2S_DECL copied_column column_survey::decide(schema::column const& c, bool binding, bool as_dates, copy_remarks& remarks,
                                             std::string const& table) const {
  auto out = declared_column(c);
  auto const remark = [&](std::string text) { remarks.push_back(table + "." + c.name + ": " + std::move(text)); };
  if (!binding) {
    auto const declared = out.kind;
    bool const is_temporal = declared == stored_kind::date || declared == stored_kind::timestamp;
    auto const numbers = integers + reals;
    if (blobs > 0)
      out.kind = stored_kind::blob;
    else if (texts > 0)
      out.kind = stored_kind::text;
    else if (reals > 0)
      out.kind = large > 0 ? stored_kind::numeric : stored_kind::real;
    else if (integers > 0)
      out.kind = stored_kind::integer;
    else
      out.kind = detail::kind_of(schema::affinity_of(c.type));
    out.digits = out.places = 0;
    if (as_dates && is_temporal && numbers + blobs == 0 && texts > 0) {
      if (dates == texts) out.kind = stored_kind::date;
      if (timestamps == texts) out.kind = stored_kind::timestamp;
    }
    if (texts > 0 && numbers > 0 && blobs == 0)
      remark("declared " + (c.type.empty() ? "without a type" : c.type) + ", it holds " + std::to_string(texts) + " texts and " +
             std::to_string(numbers) + " numbers: it became text, the numbers as they are written");
    if (blobs > 0 && texts + numbers > 0)
      remark("it holds " + std::to_string(blobs) + " blobs and " + std::to_string(texts + numbers) +
             " other values: it became bytes, the others as they are written");
  } else if (out.kind == stored_kind::numeric && texts > 0) {
    remark("it holds numbers of more digits than a real has");
  }
  if (c.not_null && nulls > 0) remark("declared NOT NULL, it holds " + std::to_string(nulls) + " NULLs: it may hold NULL in the copy");
  out.not_null = c.not_null && nulls == 0;
  out.longest = longest;
  return out;
}

}  // namespace t2s::db

#endif
