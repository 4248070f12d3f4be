// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_FORMATS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_FORMATS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/dialect.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Formats of dates: strftime of SQLite and DuckDB, to_char of PostgreSQL, date_format of MySQL, as fields and the texts between them.
namespace t2s::sql::detail::transpiling {

/// A field of a format: its code in each dialect or, without a code, an expression for its text.
struct format_field {
  std::string_view sqlite, postgres, mysql, duckdb;
  std::string_view sqlite_else{}, postgres_else{}, mysql_else{}, duckdb_else{};

  [[nodiscard]] constexpr std::string_view code(dialect d) const noexcept {
    return d == dialect::sqlite ? sqlite : d == dialect::postgres ? postgres : d == dialect::mysql ? mysql : duckdb;
  }
  [[nodiscard]] constexpr std::string_view otherwise(dialect d) const noexcept {
    return d == dialect::sqlite ? sqlite_else : d == dialect::postgres ? postgres_else : d == dialect::mysql ? mysql_else : duckdb_else;
  }
};

#define T2S_MONTHS "'January  February March    April    May      June     July     August   SeptemberOctober  November December '"
#define T2S_DAYS "'Sunday   Monday   Tuesday  WednesdayThursday Friday   Saturday '"

/// Longer codes of PostgreSQL precede their prefixes.
inline constexpr format_field format_fields[] = {
    {"%Y", "YYYY", "%Y", "%Y"},
    {"", "IYYY", "%x", "%G", "strftime('%Y', a, '-3 days', 'weekday 4')"},
    {"", "YY", "%y", "%y", "substr(strftime('%Y', a), 3)"},
    {"", "FMMonth", "%M", "%B", "rtrim(substr(" T2S_MONTHS ", strftime('%m', a) * 9 - 8, 9))"},
    {"", "Month", "", "", "substr(" T2S_MONTHS ", strftime('%m', a) * 9 - 8, 9)", "", "RPAD(DATE_FORMAT(a, '%M'), 9, ' ')",
     "rpad(strftime(a_time, '%B'), 9, ' ')"},
    {"", "MONTH", "", "", "upper(substr(" T2S_MONTHS ", strftime('%m', a) * 9 - 8, 9))", "", "UPPER(RPAD(DATE_FORMAT(a, '%M'), 9, ' '))",
     "upper(rpad(strftime(a_time, '%B'), 9, ' '))"},
    {"", "Mon", "%b", "%b", "substr(" T2S_MONTHS ", strftime('%m', a) * 9 - 8, 3)"},
    {"", "MON", "", "", "upper(substr(" T2S_MONTHS ", strftime('%m', a) * 9 - 8, 3))", "", "UPPER(DATE_FORMAT(a, '%b'))",
     "upper(strftime(a_time, '%b'))"},
    {"", "FMMM", "%c", "%-m", "CAST(CAST(strftime('%m', a) AS INTEGER) AS TEXT)"},
    {"%m", "MM", "%m", "%m"},
    {"", "FMDay", "%W", "%A", "rtrim(substr(" T2S_DAYS ", strftime('%w', a) * 9 + 1, 9))"},
    {"", "Day", "", "", "substr(" T2S_DAYS ", strftime('%w', a) * 9 + 1, 9)", "", "RPAD(DATE_FORMAT(a, '%W'), 9, ' ')",
     "rpad(strftime(a_time, '%A'), 9, ' ')"},
    {"", "DAY", "", "", "upper(substr(" T2S_DAYS ", strftime('%w', a) * 9 + 1, 9))", "", "UPPER(RPAD(DATE_FORMAT(a, '%W'), 9, ' '))",
     "upper(rpad(strftime(a_time, '%A'), 9, ' '))"},
    {"", "Dy", "%a", "%a", "substr(" T2S_DAYS ", strftime('%w', a) * 9 + 1, 3)"},
    {"", "DY", "", "", "upper(substr(" T2S_DAYS ", strftime('%w', a) * 9 + 1, 3))", "", "UPPER(DATE_FORMAT(a, '%a'))",
     "upper(strftime(a_time, '%a'))"},
    {"", "FMDDD", "", "%-j", "CAST(CAST(strftime('%j', a) AS INTEGER) AS TEXT)", "", "CAST(DAYOFYEAR(a) AS CHAR)"},
    {"%j", "DDD", "%j", "%j"},
    {"", "FMDD", "%e", "%-d", "CAST(CAST(strftime('%d', a) AS INTEGER) AS TEXT)"},
    {"%d", "DD", "%d", "%d"},
    {"", "FMHH24", "%k", "%-H", "CAST(CAST(strftime('%H', a) AS INTEGER) AS TEXT)"},
    {"%H", "HH24", "%H", "%H"},
    {"", "FMHH12", "%l", "%-I", "CAST((strftime('%H', a) + 11) % 12 + 1 AS TEXT)"},
    {"", "HH12", "%h", "%I", "printf('%02d', (strftime('%H', a) + 11) % 12 + 1)"},
    {"%M", "MI", "%i", "%M"},
    {"%f", "SS.MS", "", "%S.%g", "", "", "LEFT(DATE_FORMAT(a, '%s.%f'), 6)"},
    {"", "SS.US", "%s.%f", "%S.%f", "strftime('%f', a) || '000'"},
    {"%S", "SS", "%s", "%S"},
    {"", "MS", "", "%g", "substr(strftime('%f', a), 4)", "", "LEFT(DATE_FORMAT(a, '%f'), 3)"},
    {"", "US", "%f", "%f", "substr(strftime('%f', a), 4) || '000'"},
    {"", "AM", "%p", "%p", "CASE WHEN strftime('%H', a) < '12' THEN 'AM' ELSE 'PM' END"},
    {"", "am", "", "", "CASE WHEN strftime('%H', a) < '12' THEN 'am' ELSE 'pm' END", "", "LOWER(DATE_FORMAT(a, '%p'))",
     "lower(strftime(a_time, '%p'))"},
    {"%w", "", "%w", "%w", "", "CAST(extract(dow FROM a_time) AS text)"},
    {"", "ID", "", "%u", "CAST((strftime('%w', a) + 6) % 7 + 1 AS TEXT)", "", "CAST(WEEKDAY(a) + 1 AS CHAR)"},
    {"", "D", "", "", "CAST(strftime('%w', a) + 1 AS TEXT)", "", "CAST(DAYOFWEEK(a) AS CHAR)", "CAST(dayofweek(a_time) + 1 AS VARCHAR)"},
    {"", "IW", "%v", "%V", "printf('%02d', (strftime('%j', a, '-3 days', 'weekday 4') - 1) / 7 + 1)"},
    {"%W", "", "", "%W", "", "lpad(CAST(floor((extract(doy FROM a_time) + 6 - (extract(isodow FROM a_time) - 1)) / 7) AS text), 2, '0')",
     "LPAD(WEEK(a, 5), 2, '0')"},
    {"", "", "%U", "%U", "printf('%02d', (strftime('%j', a) + 6 - strftime('%w', a)) / 7)",
     "lpad(CAST(floor((extract(doy FROM a_time) + 6 - extract(dow FROM a_time)) / 7) AS text), 2, '0')"},
    {"", "", "%u", "", "", "", "", ""},
    {"", "Q", "", "", "CAST((strftime('%m', a) + 2) / 3 AS TEXT)", "", "CAST(QUARTER(a) AS CHAR)", "CAST(quarter(a_time) AS VARCHAR)"},
    {"%s", "", "", "", "", "CAST(CAST(extract(epoch FROM a_time) AS bigint) AS text)",
     "CAST(TIMESTAMPDIFF(SECOND, '1970-01-01', a) AS CHAR)", "CAST(CAST(epoch(a_time) AS BIGINT) AS VARCHAR)"},
    {"%J", "", "", "", "", "CAST(extract(julian FROM a_time) AS text)", "", "CAST(julian(a_time) AS VARCHAR)"},
    {"", "", "%D", "", "", "trim(to_char(a_time, 'FMDDth'))"},
};

#undef T2S_MONTHS
#undef T2S_DAYS

/// Codes that stand for several fields.
struct format_shorthand {
  dialect in;
  std::string_view code, meaning;
};

inline constexpr format_shorthand format_shorthands[] = {{dialect::sqlite, "%F", "%Y-%m-%d"},
                                                         {dialect::sqlite, "%T", "%H:%M:%S"},
                                                         {dialect::sqlite, "%R", "%H:%M"},
                                                         {dialect::duckdb, "%x", "%Y-%m-%d"},
                                                         {dialect::duckdb, "%X", "%H:%M:%S"},
                                                         {dialect::mysql, "%T", "%H:%i:%s"},
                                                         {dialect::mysql, "%S", "%s"},
                                                         {dialect::mysql, "%I", "%h"},
                                                         {dialect::mysql, "%r", "%h:%i:%s %p"},
                                                         {dialect::duckdb, "%c", "%Y-%m-%d %H:%M:%S"},
                                                         {dialect::postgres, "PM", "AM"},
                                                         {dialect::postgres, "pm", "am"},
                                                         {dialect::postgres, "yyyy", "YYYY"},
                                                         {dialect::postgres, "yy", "YY"},
                                                         {dialect::postgres, "mm", "MM"},
                                                         {dialect::postgres, "dd", "DD"},
                                                         {dialect::postgres, "hh24", "HH24"},
                                                         {dialect::postgres, "HH", "HH12"},
                                                         {dialect::postgres, "mi", "MI"},
                                                         {dialect::postgres, "ss", "SS"},
                                                         {dialect::postgres, "TMMonth", "FMMonth"},
                                                         {dialect::postgres, "TMDay", "FMDay"}};

/// A field, or a text between fields.
struct format_piece {
  format_field const* field{};
  std::string text{};
};

/// Reads a format; nothing if one of its codes is unknown.
class format_reader {
 public:
  format_reader(std::string_view format, dialect d) : rest_(format), dialect_(d) {}

  std::optional<std::vector<format_piece>> read() {
    while (!rest_.empty())
      if (!next()) return {};
    return pieces_;
  }

 private:
  bool next() {
    if (auto const* shorthand = shorthand_here()) {
      rest_.remove_prefix(shorthand->code.size());
      format_reader inner(shorthand->meaning, dialect_);
      auto const meant = inner.read();
      for (auto const& piece : *meant) piece.field ? void(pieces_.push_back(piece)) : add(piece.text);
      return true;
    }
    if (auto const* field = field_here()) {
      rest_.remove_prefix(field->code(dialect_).size());
      pieces_.push_back({field, {}});
      return true;
    }
    return dialect_ == dialect::postgres ? postgres_text() : percent_text();
  }

  bool percent_text() {
    if (rest_[0] != '%') return take(1);
    if (rest_.size() < 2) return false;
    if (rest_[1] == '%') return rest_.remove_prefix(1), take(1);
    return false;
  }

  bool postgres_text() {
    if (rest_[0] == '"') {
      auto const end = rest_.find('"', 1);
      if (end == rest_.npos) return false;
      add(rest_.substr(1, end - 1));
      rest_.remove_prefix(end + 1);
      return true;
    }
    return !text::is_letter(rest_[0]) && take(1);
  }

  bool take(std::size_t n) {
    add(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return true;
  }

  void add(std::string_view text) {
    if (pieces_.empty() || pieces_.back().field) pieces_.push_back({});
    pieces_.back().text.append(text);
  }

  [[nodiscard]] format_shorthand const* shorthand_here() const {
    for (auto const& s : format_shorthands)
      if (s.in == dialect_ && rest_.starts_with(s.code) && !(s.code == "HH" && (rest_.starts_with("HH24") || rest_.starts_with("HH12"))))
        return &s;
    return nullptr;
  }

  [[nodiscard]] format_field const* field_here() const {
    format_field const* longest = nullptr;
    for (auto const& f : format_fields) {
      auto const code = f.code(dialect_);
      if (!code.empty() && rest_.starts_with(code) && (!longest || code.size() > longest->code(dialect_).size())) longest = &f;
    }
    return longest;
  }

  std::string_view rest_;
  dialect dialect_;
  std::vector<format_piece> pieces_{};
};

/// A plain text, escaped for a format.
inline std::string text_in_format(std::string_view text, dialect d) {
  std::string s;
  if (d == dialect::postgres) {
    bool const letters = std::any_of(text.begin(), text.end(), [](char c) { return text::is_letter(c); });
    return letters ? s.append("\"").append(text).append("\"") : std::string(text);
  }
  for (char const c : text) s.append(c == '%' ? 2U : 1U, c);
  return s;
}

}  // namespace t2s::sql::detail::transpiling

#endif
