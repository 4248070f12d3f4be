// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_INTERVALS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_INTERVALS_HPP

#include "t2s/core/detail/text_number.hpp"
#include "t2s/sql/detail/transpile/core.hpp"
#include "t2s/sql/detail/transpile/formats.hpp"
#include "t2s/sql/detail/transpile/matching.hpp"

#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Intervals, and dates plus intervals.
namespace t2s::sql::detail::transpiling {

/// A unit of time as a multiple of a smaller one that all dialects have.
struct time_unit {
  std::string_view name;  ///< in the singular
  std::string_view base;  ///< the unit that replaces it in SQLite
  int times;              ///< number of base units
};

inline constexpr time_unit time_units[] = {{"microsecond", "second", -1000000},
                                           {"millisecond", "second", -1000},
                                           {"second", "second", 1},
                                           {"minute", "minute", 1},
                                           {"hour", "hour", 1},
                                           {"day", "day", 1},
                                           {"week", "day", 7},
                                           {"month", "month", 1},
                                           {"quarter", "month", 3},
                                           {"year", "year", 1},
                                           {"decade", "year", 10},
                                           {"century", "year", 100},
                                           {"millennium", "year", 1000}};

inline time_unit const* unit_named(std::string_view word) {
  auto name = text::lower(text::trim(word));
  for (auto const& [many, one] :
       {std::pair("centuries", "century"), std::pair("millennia", "millennium"), std::pair("mon", "month"), std::pair("mons", "month"),
        std::pair("min", "minute"), std::pair("mins", "minute"), std::pair("sec", "second"), std::pair("secs", "second"),
        std::pair("hr", "hour"), std::pair("hrs", "hour"), std::pair("yr", "year"), std::pair("yrs", "year"), std::pair("d", "day"),
        std::pair("h", "hour"), std::pair("m", "minute"), std::pair("s", "second"), std::pair("y", "year"), std::pair("w", "week")})
    if (name == many) name = one;
  if (name.size() > 1 && name.back() == 's') name.pop_back();
  for (auto const& u : time_units)
    if (u.name == name) return &u;
  return nullptr;
}

/// A quantity of a unit: digits, or an expression, or their product.
struct interval_term {
  std::string digits{"1"};  ///< with an optional sign
  node const* factor{};
  time_unit const* unit{};

  void negate() { digits.starts_with('-') ? void(digits.erase(0, 1)) : void(digits.insert(0, 1, '-')); }
  [[nodiscard]] bool is_coarse() const { return unit->name == "month" || unit->base == "month" || unit->base == "year"; }
  [[nodiscard]] bool is_of_days() const { return unit->base == "day" || is_coarse(); }
};
using interval_terms = std::vector<interval_term>;

/// Reads "1 year 2 mons -3 days" or "04:05:06"; nothing for other texts.
inline std::optional<interval_terms> terms_of_text(std::string_view s) {
  interval_terms terms;
  std::size_t i = 0;
  while (i < s.size()) {
    if (text::is_space(s[i]) || s[i] == '@') {
      ++i;
      continue;
    }
    auto const first = i;
    if (s[i] == '-' || s[i] == '+') ++i;
    while (i < s.size() && (text::is_digit(s[i]) || s[i] == '.')) ++i;
    std::string digits(s.substr(first, i - first));
    if (digits.starts_with('+')) digits.erase(0, 1);
    if (digits.empty() || digits == "-") return {};
    if (i < s.size() && s[i] == ':') {
      bool const negative = digits.starts_with('-');
      for (auto const* unit : {"hour", "minute", "second"}) {
        terms.push_back({digits, nullptr, unit_named(unit)});
        if (i >= s.size() || s[i] != ':') break;
        auto const next = ++i;
        while (i < s.size() && (text::is_digit(s[i]) || s[i] == '.')) ++i;
        digits = (negative ? "-" : "") + std::string(s.substr(next, i - next));
      }
      continue;
    }
    while (i < s.size() && text::is_space(s[i])) ++i;
    auto const word = i;
    while (i < s.size() && text::is_letter(s[i])) ++i;
    auto const name = s.substr(word, i - word);
    if (text::same(name, "ago")) return {};
    auto const* unit = name.empty() ? unit_named("second") : unit_named(name);
    if (!unit) return {};
    terms.push_back({digits, nullptr, unit});
  }
  if (terms.empty()) return {};
  return terms;
}

/// MySQL's '1:30' HOUR_MINUTE: a number for each unit from the first to the last.
inline std::optional<interval_terms> terms_of_compound(std::string_view text, std::string_view units) {
  static constexpr std::array<std::string_view, 7> order{"year", "month", "day", "hour", "minute", "second", "microsecond"};
  auto const middle = units.find('_');
  auto const place = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find_if(order.begin(), order.end(), [&](auto u) { return text::same(u, name); }) - order.begin());
  };
  auto const first = place(units.substr(0, middle)), last = place(units.substr(middle + 1));
  if (middle == units.npos || first >= order.size() || last >= order.size()) return {};
  std::vector<std::string> numbers;
  bool negative = false, fresh = true;
  for (char const c : text) {
    if (text::is_digit(c)) {
      if (fresh) numbers.emplace_back();
      numbers.back() += c;
    }
    negative = negative || (c == '-' && numbers.empty());
    fresh = !text::is_digit(c);
  }
  if (numbers.size() > last - first + 1 || numbers.empty()) return {};
  interval_terms terms;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    terms.push_back({numbers[i], nullptr, unit_named(order[last + 1 - numbers.size() + i])});
    if (negative) terms.back().negate();
  }
  return terms;
}

std::optional<interval_terms> read_interval(translation& t, node const& n);

inline std::optional<interval_terms> times(translation& t, node const& interval, node const& factor) {
  auto terms = read_interval(t, interval);
  if (!terms) return {};
  for (auto& term : *terms) {
    if (term.factor) return {};
    if (factor.kind == kind::number && term.digits == "1")
      term.digits = std::string(factor.name.view());
    else
      term.factor = &factor;
  }
  return terms;
}

/// (x || ' days')::interval
inline std::optional<interval_terms> terms_of_joined(node const& n) {
  if (n.kind != kind::operation || n.op != op::concat || n.count != 2 || n[1].kind != kind::string) return {};
  auto const* unit = unit_named(n[1].name.view());
  if (!unit) return {};
  return interval_terms{{"1", &n[0], unit}};
}

/// So many units.
inline interval_term term_of(node const& amount, time_unit const* unit) {
  if (amount.kind == kind::number) return {std::string(amount.name.view()), nullptr, unit};
  if (is_negative(amount)) return {"-" + std::string(amount[0].name.view()), nullptr, unit};
  return {"1", &amount, unit};
}

inline std::optional<interval_terms> terms_of_literal(translation& t, node const& n) {
  auto const& inner = n[0];
  auto const unit_word = n.qualifier.view();
  auto const literal = literal_text(t, inner);
  if (unit_word.empty()) return literal ? terms_of_text(*literal) : terms_of_joined(inner);
  if (unit_word.find('_') != unit_word.npos) return literal ? terms_of_compound(*literal, unit_word) : std::optional<interval_terms>();
  auto const* unit = unit_named(unit_word);
  if (!unit) return {};
  if (literal) {
    auto const plain = text::trim(*literal);
    if (plain.empty() || !is_whole_number_text(plain)) return terms_of_text(*literal);
    return interval_terms{{leading_number(plain), nullptr, unit}};
  }
  return interval_terms{term_of(inner, unit)};
}

inline std::optional<interval_terms> read_interval(translation& t, node const& n) {
  if (n.kind == kind::cast && type_named(n.name.view()) == type::interval) return terms_of_literal(t, n);
  if (n.kind == kind::prefix && n.op == op::negate) {
    auto terms = read_interval(t, n[0]);
    if (terms)
      for (auto& term : *terms) term.negate();
    return terms;
  }
  if (n.kind == kind::operation && n.op == op::mul && n.count == 2) {
    if (auto terms = t.type_of(n[0]) == type::interval ? times(t, n[0], n[1]) : times(t, n[1], n[0])) return terms;
    return {};
  }
  if (n.kind == kind::operation && (n.op == op::add || n.op == op::sub)) {
    interval_terms all;
    for (std::size_t i = 0; i < n.count; ++i) {
      auto terms = read_interval(t, n[i]);
      if (!terms) return {};
      for (auto& term : *terms) {
        if (i > 0 && n.op == op::sub) term.negate();
        all.push_back(term);
      }
    }
    return all;
  }
  if (n.kind != kind::call) return {};
  auto const name = text::lower(n.name.view());
  if (name.starts_with("to_") && n.count == 1)
    if (auto const* unit = unit_named(name.substr(3))) return interval_terms{{"1", &n[0], unit}};
  if (name == "make_interval") {
    interval_terms all;
    for (auto const* a : n.children()) {
      auto const* unit = a->kind == kind::argument && a->has(flag::comma) ? unit_named(a->name.view()) : nullptr;
      if (!unit) return {};
      all.push_back({"1", &(*a)[0], unit});
    }
    return all.empty() ? std::optional<interval_terms>() : all;
  }
  return {};
}

// ---- writing

inline std::string times_of(std::string const& digits, int times) {
  if (times == 1) return digits;
  bool const whole = digits.find('.') == digits.npos && digits.size() < 9;
  if (times > 0 && whole) return std::to_string(std::stol(digits) * times);
  double value = 0;
  if (text::to_number(digits, value) != std::errc()) return digits;
  auto s = std::to_string(times > 0 ? value * times : value / -times);
  while (s.ends_with('0')) s.pop_back();
  if (s.ends_with('.')) s.pop_back();
  return s;
}

/// A modifier of SQLite's date functions.
inline node* modifier_of(translation& t, interval_term const& term) {
  auto const unit = std::string(term.unit->base) + "s";
  auto digits = times_of(term.digits, term.unit->times);
  if (!term.factor) return t.text_literal((digits.starts_with('-') ? "" : "+") + digits + " " + unit);
  auto* const suffix = t.text_literal(" " + unit);
  if (digits == "1") return t.write("a || b", {t.as_number(*term.factor), suffix});
  if (digits == "-1") return t.write("-a || b", {t.as_number(*term.factor), suffix});
  return t.write("(a * c) || b", {t.as_number(*term.factor), suffix, t.number_literal(digits)});
}

/// A term as an INTERVAL, for dialects that have them.
inline node* interval_of(translation& t, interval_term const& term) {
  bool const negative = term.digits.starts_with('-');
  auto const digits = negative ? term.digits.substr(1) : term.digits;
  auto& made = t.make(kind::cast);
  made.set(flag::literal);
  if (t.to == dialect::postgres) {
    std::string unit(term.unit->name == "quarter" ? "month" : term.unit->name);
    auto const amount = term.unit->name == "quarter" ? times_of(digits, 3) : digits;
    made.name = t.word("INTERVAL");
    t.target().set_children(
        made, std::array<node*, 1>{t.text_literal((term.factor ? "1" : amount) + " " + unit + (amount == "1" || term.factor ? "" : "s"))});
    if (!term.factor) return &made;
    auto* factor = t.as_number(*term.factor);
    if (amount != "1") factor = t.operation(op::mul, factor, t.number_literal(amount));
    return t.operation(op::mul, factor, &made);
  }
  made.name = t.word("INTERVAL");
  std::string unit(term.unit->name);
  auto amount = digits;
  if (t.to == dialect::mysql && (unit == "decade" || unit == "century" || unit == "millennium")) {
    amount = times_of(digits, term.unit->times);
    unit = "year";
  }
  if (t.to == dialect::mysql && unit == "millisecond") {
    amount = times_of(digits, 1000);
    unit = "microsecond";
  }
  std::transform(unit.begin(), unit.end(), unit.begin(), [](char c) { return static_cast<char>(c - ('a' - 'A')); });
  made.qualifier = t.word(unit);
  node* value = t.number_literal(amount);
  if (term.factor) value = amount == "1" ? t.as_number(*term.factor) : t.operation(op::mul, t.as_number(*term.factor), value);
  t.target().set_children(made, std::array<node*, 1>{value});
  return &made;
}

/// A moment plus an interval.
inline node* shifted(translation& t, node const& at, node const& moment, interval_terms const& terms) {
  auto const is = t.type_of(moment);
  bool const days = std::all_of(terms.begin(), terms.end(), [](auto const& term) { return term.is_of_days(); });
  bool const coarse = std::any_of(terms.begin(), terms.end(), [](auto const& term) { return term.is_coarse(); });
  bool const keeps_date =
      days && ((is == type::date && t.from == dialect::mysql) ||
               (t.from == dialect::mysql && is == type::text && literal_text(t, moment) && literal_text(t, moment)->size() == 10));
  if (days && t.from == dialect::mysql && t.to != t.from && t.read_as.empty())
    t.nearly_untyped(at, moment, "MySQL adds days to a date without a time");
  if (t.to == dialect::sqlite) {
    if (coarse)
      t.nearly(at, "a day that the month does not have becomes the last of the month in " + t.source_title() +
                       ", and one of the next month in SQLite");
    bool const date = keeps_date || (t.is_mixed() && days && is != type::timestamp);  // a text without a time stays one
    std::vector<node*> parts{t.value(moment)};
    for (auto const& term : terms) parts.push_back(modifier_of(t, term));
    return t.call(is == type::time ? "time" : date ? "date" : "datetime", parts);
  }
  auto* made = is == type::time ? t.value(moment) : t.as_moment(moment, is == type::date || keeps_date ? type::date : type::timestamp);
  for (auto const& term : terms) made = t.operation(term.digits.starts_with('-') ? op::sub : op::add, made, interval_of(t, term));
  if (keeps_date && translation::is_strict(t.to)) return t.cast(made, "DATE");
  if (is == type::date && !keeps_date && t.to == dialect::mysql && t.from != dialect::mysql && days) return t.cast(made, "DATETIME");
  return made;
}

/// + and - with dates or intervals.
inline node* moment_arithmetic(translation& t, node const& n) {
  node const* moment = nullptr;
  interval_terms terms;
  bool known = true;
  for (std::size_t i = 0; i < n.count; ++i) {
    auto const is = t.type_of(n[i]);
    bool const subtracts = i > 0 && n.op == op::sub;
    if (is == type::interval) {
      auto read = read_interval(t, n[i]);
      if (!read) known = false;
      if (read)
        for (auto& term : *read) {
          if (subtracts) term.negate();
          terms.push_back(term);
        }
    } else if (is_number(is) && translation::is_strict(t.from)) {
      interval_term days{"1", nullptr, unit_named("day")};
      n[i].kind == kind::number ? void(days.digits = std::string(n[i].name.view())) : void(days.factor = &n[i]);
      if (subtracts) days.negate();
      terms.push_back(days);
    } else if (!moment) {
      moment = &n[i];
    } else {
      known = false;
    }
  }
  bool const two_moments = n.op == op::sub && n.count == 2 && is_moment(t.type_of(n[0])) && is_moment(t.type_of(n[1]));
  if (two_moments) {
    bool const days = t.type_of(n) == type::integer;
    if (translation::is_strict(t.to)) return t.around(n);
    if (days) return t.write(t.to == dialect::sqlite ? "CAST(julianday(a) - julianday(b) AS INTEGER)" : "DATEDIFF(a, b)", {n[0], n[1]});
    return t.impossible(n, t.target_title() + " has no interval between two times");
  }
  if (translation::is_strict(t.to) && translation::is_strict(t.from)) {
    if (!known || !moment || terms.empty()) return t.around(n);
    bool const whole_days = t.type_of(n) == type::date;
    if (whole_days) return t.around(n);
    return shifted(t, n, *moment, terms);
  }
  if (!known || !moment || terms.empty()) return t.impossible(n, t.target_title() + " has no values that are intervals");
  auto* const made = shifted(t, n, *moment, terms);
  if (t.type_of(n) != type::date || t.from == dialect::mysql) return made;
  return t.to == dialect::sqlite ? t.write("date(a)", {made}) : t.to == dialect::mysql ? t.cast(made, "DATE") : made;
}

/// `a - b > INTERVAL '1 day'` for dialects without intervals: `a > b + INTERVAL '1 day'`.
inline node* interval_comparison(translation& t, node const& n) {
  if (translation::is_strict(t.to) || n.count != 2) return nullptr;
  auto const is_difference = [&](node const& side) {
    return side.kind == kind::operation && side.op == op::sub && side.count == 2 && is_moment(t.type_of(side[0])) &&
           is_moment(t.type_of(side[1]));
  };
  bool const left = is_difference(n[0]);
  if (!left && !is_difference(n[1])) return nullptr;
  auto const& difference = left ? n[0] : n[1];
  auto const terms = read_interval(t, left ? n[1] : n[0]);
  if (!terms) return nullptr;
  if (std::any_of(terms->begin(), terms->end(), [](auto const& term) { return term.is_coarse(); }))
    t.nearly(n, "a month in an interval has 30 days where intervals are compared, and here it is the month of the calendar");
  auto const as_stamp = [&](node* made) { return t.to == dialect::sqlite ? t.write("datetime(a)", {made}) : made; };
  auto* const moment = as_stamp(t.value(difference[0]));
  auto* const limit = as_stamp(shifted(t, n, difference[1], *terms));
  return left ? t.operation(n.op, moment, limit) : t.operation(n.op, limit, moment);
}

// ---- functions

/// The beginning of the unit that contains a moment, in SQLite and MySQL.
inline node* truncated(translation& t, node const& at, time_unit const& unit, node const& moment, bool as_date) {
  auto const name = unit.name;
  auto const in = [&](std::string_view sqlite, std::string_view mysql) {
    auto* const made = t.write(t.to == dialect::sqlite ? sqlite : mysql, {moment});
    if (t.to == dialect::sqlite) return as_date ? t.write("date(a)", {made}) : made;
    return t.cast(made, as_date ? "DATE" : "DATETIME");
  };
  if (name == "year") return in("datetime(a, 'start of year')", "DATE_FORMAT(a, '%Y-01-01')");
  if (name == "month") return in("datetime(a, 'start of month')", "DATE_FORMAT(a, '%Y-%m-01')");
  if (name == "day") return in("datetime(a, 'start of day')", "DATE(a)");
  if (name == "hour") return in("strftime('%Y-%m-%d %H:00:00', a)", "DATE_FORMAT(a, '%Y-%m-%d %H:00:00')");
  if (name == "minute") return in("strftime('%Y-%m-%d %H:%M:00', a)", "DATE_FORMAT(a, '%Y-%m-%d %H:%i:00')");
  if (name == "second") return in("datetime(a)", "DATE_FORMAT(a, '%Y-%m-%d %H:%i:%s')");
  if (name == "week") return in("datetime(a, 'start of day', '-6 days', 'weekday 1')", "DATE(a) - INTERVAL WEEKDAY(a) DAY");
  if (name == "quarter")
    return in("datetime(a, 'start of month', (1 - strftime('%m', a)) % 3 || ' months')",
              "MAKEDATE(YEAR(a), 1) + INTERVAL (QUARTER(a) - 1) * 3 MONTH");
  return t.impossible(at, t.target_title() + " has no equivalent of date_trunc by " + std::string(name));
}

/// SQL of SQLite that extracts a date from a text by positions, if each part has a fixed width; `a` is the text.
inline std::optional<std::string> cut_by_places(std::vector<format_piece> const& pieces) {
  std::string year, month, day, hour, minute, second;
  std::size_t at = 1;
  for (auto const& piece : pieces) {
    if (!piece.field) {
      at += piece.text.size();
      continue;
    }
    auto const code = piece.field->sqlite;
    std::size_t const width = code == "%Y" ? 4 : 2;
    auto const part = "substr(a, " + std::to_string(at) + ", " + std::to_string(width) + ")";
    at += width;
    if (code == "%Y")
      year = part;
    else if (code == "%m")
      month = part;
    else if (code == "%d")
      day = part;
    else if (code == "%H")
      hour = part;
    else if (code == "%M")
      minute = part;
    else if (code == "%S")
      second = part;
    else
      return {};
  }
  if (year.empty() || month.empty() || day.empty()) return {};
  auto const date = year + " || '-' || " + month + " || '-' || " + day;
  if (hour.empty()) return "date(" + date + ")";
  return "datetime(" + date + " || ' ' || " + hour + " || ':' || " + (minute.empty() ? "'00'" : minute) +
         (second.empty() ? "" : " || ':' || " + second) + ")";
}

/// date_add, date_sub and similar functions.
inline node* interval_call(translation& t, node const& n) {
  auto const name = n.name.view();
  bool const adds = is_one_of(name, {"date_add", "adddate"}), subtracts = is_one_of(name, {"date_sub", "subdate"});
  if ((adds || (subtracts && t.from == dialect::mysql)) && n.count == 2) {
    auto terms = t.type_of(n[1]) == type::interval ? read_interval(t, n[1]) : interval_terms{term_of(n[1], unit_named("day"))};
    if (!terms) return t.impossible(n, "this interval has no equivalent");
    for (auto& term : *terms)
      if (subtracts) term.negate();
    return shifted(t, n, n[0], *terms);
  }
  if (is_one_of(name, {"timestampadd"}) && n.count == 3) {
    auto const* unit = unit_named(n[0].name.view());
    if (!unit) return t.impossible(n, "the unit " + std::string(n[0].name.view()) + " has no equivalent");
    return shifted(t, n, n[2], {term_of(n[1], unit)});
  }
  return nullptr;
}

}  // namespace t2s::sql::detail::transpiling

#endif
