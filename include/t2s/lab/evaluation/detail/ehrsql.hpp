// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_EHRSQL_HPP
#define T2S_LAB_EVALUATION_DETAIL_EHRSQL_HPP

#include "t2s/core/detail/python_repr.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/lab/evaluation/detail/python_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Statements and results as the scoring program of the shared task EHRSQL 2024 takes them (Lee et al., Overview of the EHRSQL 2024 Shared
/// Task on Reliable Text-to-SQL Modeling on Electronic Health Records, 2024; scoring_program/).
namespace t2s::evaluation::ehrsql {

namespace python = t2s::detail::python;

/// float(text) of Python; nothing where it raises ValueError. Digits of other scripts are not read.
inline std::optional<double> float_of(std::string_view text) {
  auto const word = text::lower(detail::python_strip(text));
  auto const unsigned_word = std::string_view(word).substr(word.starts_with('-') || word.starts_with('+') ? 1 : 0);
  double const sign = word.starts_with('-') ? -1 : 1;
  if (unsigned_word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (unsigned_word == "inf" || unsigned_word == "infinity") return sign * std::numeric_limits<double>::infinity();
  std::string digits;
  for (std::size_t i = 0; i < unsigned_word.size(); ++i) {
    char const c = unsigned_word[i];
    bool const joins =
        c == '_' && i > 0 && i + 1 < unsigned_word.size() && text::is_digit(unsigned_word[i - 1]) && text::is_digit(unsigned_word[i + 1]);
    if (!joins) digits += c;
  }
  bool const begins =
      !digits.empty() && (text::is_digit(digits.front()) || (digits.size() > 1 && digits[0] == '.' && text::is_digit(digits[1])));
  if (!begins || digits.find_first_not_of("0123456789.e+-") != digits.npos) return {};
  double number = 0;
  auto const [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (end != digits.data() + digits.size()) return {};
  if (wrong == std::errc::result_out_of_range)
    return sign * (digits.find("e-") != digits.npos ? 0.0 : std::numeric_limits<double>::infinity());
  return sign * number;
}

/// str(round(x, 3))
inline std::string rounded_text(double x) {
  std::string out;
  if (std::isfinite(x)) {
    std::array<char, 400> digits{};
    auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), x, std::chars_format::fixed, 3).ptr;
    std::from_chars(digits.data(), end, x);
  }
  python::append_float(out, x);
  return out;
}

/// The text without bytes that are not UTF-8.
inline std::string decoded(std::string_view s) {
  std::string out;
  for (auto bad = text::first_invalid_utf8(s); bad; bad = text::first_invalid_utf8(s)) {
    out += s.substr(0, *bad);
    s.remove_prefix(*bad + 1);
  }
  return out += s;
}

/// A cell as it is compared: a number, also in a text, with three decimals.
inline std::string cell_text(value const& v) {
  if (auto const* i = v.integer()) return rounded_text(static_cast<double>(*i));
  if (auto const* r = v.real()) return rounded_text(*r);
  if (v.is_null()) return "None";
  std::string const content = v.text() ? decoded(*v.text()) : std::string();
  if (auto const* b = v.bytes()) {
    std::string_view const bytes(reinterpret_cast<char const*>(b->bytes.data()), b->bytes.size());
    if (auto const x = float_of(bytes)) return rounded_text(*x);
    std::string out;
    python::append_bytes(out, bytes);
    return out;
  }
  auto const x = float_of(content);
  return x ? rounded_text(*x) : content;
}

/// The first 100 rows in the order of their texts.
inline std::vector<std::vector<std::string>> answer_of(db::rows const& found) {
  constexpr std::size_t most = 100;
  std::vector<std::vector<std::string>> all;
  for (auto const& row : found.values) {
    auto& texts = all.emplace_back();
    for (auto const& v : row) texts.push_back(cell_text(v));
  }
  std::ranges::sort(all);
  all.resize(std::min(all.size(), most));
  return all;
}

/// Whether two results are the same answer. Columns are compared in order, and rows in any; rows after the first hundred are ignored.
inline bool same_answer(db::rows const& gold, db::rows const& predicted) { return answer_of(gold) == answer_of(predicted); }

/// Puts a statement into the form that is executed.
class statement_form {
 public:
  [[nodiscard]] static std::string of(std::string_view sql) {
    auto s = on_one_line(sql);
    for (auto const& [what, by] : {std::pair("> =", ">="), {"< =", "<="}, {"! =", "!="}}) s = detail::replaced(s, what, by);
    s = with_datetime(s);
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> times{{{"current_time", "'2100-12-31 23:59:00'"},
                                                                                         {"current_date", "'2100-12-31'"},
                                                                                         {"'now'", "'2100-12-31 23:59:00'"},
                                                                                         {"NOW()", "'2100-12-31 23:59:00'"},
                                                                                         {"CURDATE()", "'2100-12-31'"},
                                                                                         {"CURTIME()", "'23:59:00'"}}};
    for (auto const& [what, by] : times) s = detail::replaced(s, what, by);
    s = with_normal_range(s);
    return detail::replaced(detail::replaced(s, "%y", "%Y"), "%j", "%J");
  }

 private:
  static std::string on_one_line(std::string_view sql) {
    std::string out;
    for (char const c : sql) {
      char const now = c == '\n' ? ' ' : c;
      if (now != ' ' || !out.ends_with(' ')) out += now;
    }
    return std::string(detail::python_strip(out));
  }

  static bool is_word(char c) { return text::is_letter(c) || text::is_digit(c) || c == '_'; }
  static bool is_ascii_word(char c) { return is_word(c) && static_cast<unsigned char>(c) < 0x80; }

  /// A call of MySQL's DATE_SUB or DATE_ADD.
  struct date_call {
    std::string_view date, number, unit;
    std::size_t end = 0;
    bool is_sub = false;
  };

  /// The call that begins at a place; nothing if it has another form.
  static std::optional<date_call> call_at(std::string_view s, std::size_t at) {
    date_call c;
    auto const begins = [&](std::string_view word) { return s.substr(at).starts_with(word); };
    c.is_sub = begins("DATE_SUB(");
    if (!c.is_sub && !begins("DATE_ADD(")) return {};
    at += std::string_view("DATE_SUB(").size();
    auto const date = at;
    if (begins("'")) {
      at = s.find('\'', at + 1);
      if (at == s.npos || at == date + 1) return {};
      ++at;
    } else {
      while (at < s.size() && is_word(s[at])) ++at;
      if (at == date || !begins("()")) return {};
      at += 2;
    }
    c.date = s.substr(date, at - date);
    auto const gap = at;
    while (at < s.size() && (s[at] == ',' || s[at] == ' ')) ++at;
    if (at < gap + 2 || s[at - 1] != ' ' || !begins("INTERVAL ")) return {};
    at += std::string_view("INTERVAL ").size();
    auto const number = at;
    while (at < s.size() && text::is_digit(s[at])) ++at;
    c.number = s.substr(number, at - number);
    if (c.number.empty() || !begins(" ")) return {};
    ++at;
    for (std::string_view const unit : {"MONTH", "YEAR", "DAY"})
      if (begins(unit)) c.unit = unit;
    at += c.unit.size();
    if (c.unit.empty() || !begins(")")) return {};
    c.end = at + 1;
    return c;
  }

  /// `datetime(date, '-1 month')` in the place of each such call.
  static std::string with_datetime(std::string const& s) {
    std::string out;
    for (std::size_t i = 0; i < s.size();) {
      auto const c = call_at(s, i);
      if (!c) {
        out += s[i++];
        continue;
      }
      out.append("datetime(").append(c->date).append(c->is_sub ? ", '-" : ", '+").append(c->number).append(" ");
      out.append(text::lower(c->unit)).append(c->number == "1" ? "" : "s").append("')");
      i = c->end;
    }
    return out;
  }

  /// The first word after a blank that has an ending, up to its last such ending; "" if there is none.
  static std::string_view word_with(std::string_view ending, std::string_view s) {
    for (std::size_t i = 1; i < s.size(); ++i) {
      if (s[i - 1] != ' ') continue;
      auto end = i;
      while (end < s.size() && is_ascii_word(s[end])) ++end;
      auto const word = s.substr(i, end - i);
      auto const at = word.rfind(ending);
      if (at != word.npos && at > 0) return word.substr(0, at + ending.size());
    }
    return {};
  }

  /// The bounds of a vital sign's normal range in the place of their names, as in `temperature_lower`.
  static std::string with_normal_range(std::string const& s) {
    struct range {
      std::string_view name, lower, upper;
    };
    static constexpr std::array<range, 7> normal{{{"temperature", "35.5", "38.1"},
                                                  {"sao2", "95.0", "100.0"},
                                                  {"heart_rate", "60.0", "100.0"},
                                                  {"respiration", "12.0", "18.0"},
                                                  {"systolic_bp", "90.0", "120.0"},
                                                  {"diastolic_bp", "60.0", "90.0"},
                                                  {"mean_bp", "60.0", "110.0"}}};
    std::string const lower(word_with("_lower", s)), upper(word_with("_upper", s));
    if (lower.empty() || upper.empty()) return s;
    auto const name = lower.substr(0, lower.size() - 6);
    if (upper.substr(0, upper.size() - 6) != name) return s;
    auto const found = std::ranges::find(normal, name, &range::name);
    return found == normal.end() ? s : detail::replaced(detail::replaced(s, lower, found->lower), upper, found->upper);
  }
};

}  // namespace t2s::evaluation::ehrsql

#endif
