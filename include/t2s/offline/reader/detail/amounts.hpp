// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_AMOUNTS_HPP
#define T2S_OFFLINE_READER_DETAIL_AMOUNTS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <cmath>
#include <cstdlib>

/// Amounts as questions write them, with units, and as columns count them.
namespace t2s::reader::detail {

/// What a unit measures.
enum class dimension : std::uint8_t { time, months, length, area, weight, money };

/// A unit, as a multiple of the smallest of its dimension.
struct unit {
  dimension of;
  double size;
  bool abbreviation = false;  // used in questions only after numbers, and in names of columns only at the end
};

inline constexpr auto unit_groups = std::to_array<phrase_group<unit>>({
    {{dimension::time, 1}, "millisecond"},
    {{dimension::time, 1, true}, "ms"},
    {{dimension::time, 1e3}, "second"},
    {{dimension::time, 1e3, true}, "sec|s"},
    {{dimension::time, 6e4}, "minute"},
    {{dimension::time, 6e4, true}, "min|mins"},
    {{dimension::time, 3.6e6}, "hour"},
    {{dimension::time, 3.6e6, true}, "hr|hrs|h"},
    {{dimension::time, 8.64e7}, "day"},
    {{dimension::time, 6.048e8}, "week"},
    {{dimension::months, 1}, "month"},
    {{dimension::months, 12}, "year"},
    {{dimension::months, 120}, "decade"},
    {{dimension::months, 1200}, "century"},
    {{dimension::length, 1}, "millimeter"},
    {{dimension::length, 1, true}, "mm"},
    {{dimension::length, 10}, "centimeter"},
    {{dimension::length, 10, true}, "cm"},
    {{dimension::length, 1e3}, "meter|metre"},
    {{dimension::length, 1e3, true}, "m"},
    {{dimension::length, 1e6}, "kilometer|kilometre"},
    {{dimension::length, 1e6, true}, "km"},
    {{dimension::length, 25.4}, "inch"},
    {{dimension::length, 304.8}, "foot|feet"},
    {{dimension::length, 304.8, true}, "ft"},
    {{dimension::length, 1609344}, "mile"},
    {{dimension::length, 1609344, true}, "mi"},
    {{dimension::area, 1, true}, "sqm|m2"},
    {{dimension::area, 0.09290304, true}, "sqft|ft2"},
    {{dimension::area, 1e6, true}, "sqkm|km2"},
    {{dimension::area, 2589988.110336, true}, "sqmi|mi2"},
    {{dimension::area, 1e4}, "hectare"},
    {{dimension::area, 1e4, true}, "ha"},
    {{dimension::area, 4046.8564224}, "acre"},
    {{dimension::weight, 1, true}, "mg"},
    {{dimension::weight, 1e3}, "gram"},
    {{dimension::weight, 1e3, true}, "g"},
    {{dimension::weight, 1e6}, "kilogram|kilo"},
    {{dimension::weight, 1e6, true}, "kg"},
    {{dimension::weight, 453592.37}, "pound"},
    {{dimension::weight, 453592.37, true}, "lb|lbs"},
    {{dimension::weight, 1e9}, "ton|tonne"},
    {{dimension::money, 1}, "cent"},
    {{dimension::money, 100}, "euro|dollar"},
});
inline constexpr auto units = phrases_of<unit_groups>();

/// The unit of a word, or nullptr.
[[nodiscard]] inline unit const* find_unit(std::string_view lemma) noexcept {
  for (auto const& u : units)
    if (u.words == lemma) return &u.means;
  return nullptr;
}

/// The unit of a square whose side is one of length: the square metre of a metre; nullptr for others.
[[nodiscard]] inline unit const* square_of(unit const& side) noexcept {
  if (side.of != dimension::length) return nullptr;
  return find_unit(side.size == 1e3 ? "sqm" : side.size == 1e6 ? "sqkm" : side.size == 304.8 ? "sqft" : side.size == 1609344 ? "sqmi" : "");
}

/// A number, and what follows it. Empty without digits.
struct amount {
  std::string text{};
  std::size_t last = 0;                  // token after it
  std::optional<std::size_t> mention{};  // its mention, if it is written in digits
  std::string_view scale{};              // a following "million" or the like; may be empty
  unit const* of = nullptr;              // the following unit
  std::size_t end = 0;                   // token after the unit, if there is one: `last` does not include it
  std::size_t first = 0;                 // its first token, as `amount_before` finds it

  explicit operator bool() const { return !text.empty(); }
  [[nodiscard]] std::size_t until() const { return std::max(last, end); }
  [[nodiscard]] double number() const { return std::strtod(text.c_str(), nullptr); }
};

[[nodiscard]] inline unit const* unit_at(reading const& r, std::size_t token) { return find_unit(r.lemma(token)); }

/// A unit of one or two words, and the token after it.
struct unit_words {
  unit const* of = nullptr;
  std::size_t last = 0;
};

/// "minutes", "square metres"
[[nodiscard]] inline unit_words unit_words_at(reading const& r, std::size_t token) {
  auto const* side = r.is_word(token, "square sq") ? unit_at(r, token + 1) : nullptr;
  if (auto const* square = side ? square_of(*side) : nullptr) return {square, token + 2};
  return {unit_at(r, token), token + 1};
}

/// "an hour", "half an hour", "a day"
[[nodiscard]] inline amount single_unit(reading const& r, std::size_t i) {
  bool const half = r.is_word(i, "half");
  if (half) ++i;
  if (!r.is_word(i, "a an")) return {};
  auto const* u = unit_at(r, i + 1);
  if (!u || u->of != dimension::time || u->abbreviation) return {};
  return amount{half ? "0.5" : "1", i + 1, {}, {}, u, i + 2};
}

/// "10 million", one token longer; "10 hours", with its unit; "1 hour and 30 minutes" as hours.
[[nodiscard]] inline amount scaled(reading const& r, amount a) {
  if (zeros_of_word(r.word(a.last))) {
    a.scale = r.word(a.last);
    ++a.last;
  }
  auto const [of, end] = unit_words_at(r, a.last);
  a.of = of;
  a.end = of ? end : a.last;
  if (!a.of || a.of->of != dimension::time) return a;
  auto const rest = a.end + (r.is_word(a.end, "and") ? 1 : 0);
  for (auto const& x : r.question.mentions) {
    auto const* finer = x.first == rest && x.number ? unit_at(r, x.last) : nullptr;
    if (!finer || finer->of != a.of->of || finer->size >= a.of->size) continue;
    a.text = link::number_text(a.number() + *x.number * finer->size / a.of->size);
    a.end = x.last + 1;
  }
  return a;
}

/// A number that begins at `token` or shortly after.
[[nodiscard]] inline amount amount_at(reading const& r, std::size_t token) {
  for (auto i = token; i < token + 3 && i < r.size(); ++i) {
    if (auto one = single_unit(r, i)) return one;
    if (auto const k = r.next(i, 0, &reading::is_digits)) {
      if (r.used[*k]) return {};
      return scaled(r, {std::string(r.at(*k).digits), r.at(*k).last, k});
    }
    if (auto const n = number_word(r.word(i))) return scaled(r, {std::to_string(*n), i + 1});
    if (!r.is_word(i, "the $ a than -")) return {};
  }
  return {};
}

/// The amount that ends before a token.
[[nodiscard]] inline amount amount_before(reading const& r, std::size_t end) {
  for (auto t = end - std::min<std::size_t>(end, 5); t < end; ++t) {
    if (r.is_word(t, "the than $")) continue;
    auto n = amount_at(r, t);
    n.first = t;
    if (n && (n.last == end || n.end == end)) return n;
  }
  return {};
}

/// Whether a word after "or" gives the direction from the preceding amount or time: "or older", "or before", "or so".
[[nodiscard]] inline bool is_tail(reading const& r, std::size_t t) {
  auto const w = r.word(t);
  if (is_one_of(w, "more less worse before after above below beyond so thereabouts up down onwards onward") || find_comparative(w))
    return true;
  bool const named = r.next(t, 0, [&](std::size_t i) { return !r.at(i).options.empty() || r.at(i).number; }).has_value();
  return !named && w.size() > 4 && w.ends_with("er") && !is_one_of(w, "either neither other whether");
}

/// Whether a name ends in what something is counted by: `price_per_kg` counts no kilograms.
[[nodiscard]] inline bool is_rate(std::vector<std::string> const& words) { return words.size() > 1 && words[words.size() - 2] == "per"; }

/// The unit that the user says, or that in a column's name: the minutes of `duration_min`.
[[nodiscard]] inline unit const* unit_of(reading const& r, column_id c) {
  if (auto const* said = find_unit(r.names.unit_of(c))) return said;
  auto const words = retrieve::lemmas_of_name(r.names.column(c).name);
  if (is_rate(words)) return nullptr;
  unit const* found = nullptr;
  for (auto const& w : words)
    if (auto const* u = find_unit(w); u && (!u->abbreviation || (&w == &words.back() && words.size() > 1))) found = u;
  if (found) return found;
  for (auto const w : r.resolve.words_of(c))  // DURATIONMINUTES
    if (auto const* u = find_unit(w); u && !u->abbreviation) found = u;
  return found;
}

/// The digits of an amount, with the zeros of its scale unless the column's name has the scale.
[[nodiscard]] inline std::string without_scale(reading const& r, column_id c, amount const& a) {
  auto const zeros = zeros_of_word(a.scale);
  if (!zeros || has_word(r.resolve.words_of(c), a.scale)) return a.text;
  auto const dot = a.text.find('.');
  auto const decimals = dot == std::string::npos ? 0 : a.text.size() - dot - 1;
  if (decimals > *zeros) return a.text;
  auto digits = a.text;
  if (dot != std::string::npos) digits.erase(dot, 1);
  return digits + std::string(*zeros - decimals, '0');
}

/// The amount in the column's unit: "10 million" is 10 in a column of millions, "2 hours" are 120 in one of minutes. Nothing if the units
/// do not match, or if a time unit meets a column without a unit.
[[nodiscard]] inline std::optional<std::string> in_units_of(reading const& r, column_id c, amount const& a) {
  auto plain = without_scale(r, c, a);
  if (!a.of) return plain;
  auto const* counted = unit_of(r, c);
  bool const ambiguous = a.of->of == dimension::time || (a.of->of == dimension::months && a.of->size != 12);
  if (!counted) return ambiguous ? std::nullopt : std::optional(std::move(plain));
  if (counted->of != a.of->of) return {};
  if (counted->size == a.of->size) return plain;
  auto const exact = std::strtod(plain.c_str(), nullptr) * a.of->size / counted->size;
  return link::number_text(std::round(exact * 1e6) / 1e6);
}

}  // namespace t2s::reader::detail

#endif
