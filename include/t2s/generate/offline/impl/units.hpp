// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_UNITS_HPP
#define T2S_GENERATE_OFFLINE_IMPL_UNITS_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace t2s::generate::offline::detail {

/// What a unit measures.
enum class dimension : std::uint8_t { time, months, length, weight };

/// A unit and how many of the smallest of its kind it is.
struct unit {
  std::string_view word;  // a lemma
  dimension of;
  double size;
  bool abbreviation = false;  // that questions use behind numbers only, and names of columns at their end
};

inline constexpr std::array units = std::to_array<unit>({
    {"millisecond", dimension::time, 1},
    {"ms", dimension::time, 1, true},
    {"second", dimension::time, 1e3},
    {"sec", dimension::time, 1e3, true},
    {"s", dimension::time, 1e3, true},
    {"minute", dimension::time, 6e4},
    {"min", dimension::time, 6e4, true},
    {"mins", dimension::time, 6e4, true},
    {"hour", dimension::time, 3.6e6},
    {"hr", dimension::time, 3.6e6, true},
    {"hrs", dimension::time, 3.6e6, true},
    {"h", dimension::time, 3.6e6, true},
    {"day", dimension::time, 8.64e7},
    {"week", dimension::time, 6.048e8},
    {"month", dimension::months, 1},
    {"year", dimension::months, 12},
    {"decade", dimension::months, 120},
    {"century", dimension::months, 1200},
    {"mm", dimension::length, 1, true},
    {"millimeter", dimension::length, 1},
    {"cm", dimension::length, 10, true},
    {"centimeter", dimension::length, 10},
    {"m", dimension::length, 1e3, true},
    {"meter", dimension::length, 1e3},
    {"metre", dimension::length, 1e3},
    {"km", dimension::length, 1e6, true},
    {"kilometer", dimension::length, 1e6},
    {"kilometre", dimension::length, 1e6},
    {"inch", dimension::length, 25.4},
    {"foot", dimension::length, 304.8},
    {"feet", dimension::length, 304.8},
    {"ft", dimension::length, 304.8, true},
    {"mile", dimension::length, 1609344},
    {"mi", dimension::length, 1609344, true},
    {"mg", dimension::weight, 1, true},
    {"gram", dimension::weight, 1e3},
    {"g", dimension::weight, 1e3, true},
    {"kg", dimension::weight, 1e6, true},
    {"kilogram", dimension::weight, 1e6},
    {"kilo", dimension::weight, 1e6},
    {"pound", dimension::weight, 453592.37},
    {"lb", dimension::weight, 453592.37, true},
    {"lbs", dimension::weight, 453592.37, true},
    {"ton", dimension::weight, 1e9},
    {"tonne", dimension::weight, 1e9},
});

/// The unit that a word says, or nullptr.
[[nodiscard]] inline unit const* find_unit(std::string_view lemma) noexcept {
  auto const found = std::ranges::find(units, lemma, &unit::word);
  return found == units.end() ? nullptr : &*found;
}

}  // namespace t2s::generate::offline::detail

#endif
