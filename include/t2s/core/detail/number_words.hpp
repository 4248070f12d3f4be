// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_NUMBER_WORDS_HPP
#define T2S_CORE_DETAIL_NUMBER_WORDS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

/// Numbers in English words, in lower case.
namespace t2s::detail {

/// The number of a word from "zero" to "nineteen", or of "twenty", "thirty" ... "ninety".
inline std::optional<int> number_of_word(std::string_view word) {
  static constexpr std::array<std::string_view, 20> small{"zero",     "one",     "two",     "three",     "four",     "five",    "six",
                                                          "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                                                          "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
  static constexpr std::array<std::string_view, 8> tens{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
  if (auto const i = std::find(small.begin(), small.end(), word); i != small.end()) return static_cast<int>(i - small.begin());
  if (auto const i = std::find(tens.begin(), tens.end(), word); i != tens.end()) return static_cast<int>(i - tens.begin() + 2) * 10;
  return {};
}

/// The zeros that a word adds to the number before it: 2 for "hundred", 3 for "thousand", 6 for "million", 9 for "billion".
inline std::optional<std::size_t> zeros_of_word(std::string_view word) {
  if (word == "hundred") return 2;
  if (word == "thousand") return 3;
  if (word == "million") return 6;
  if (word == "billion") return 9;
  return {};
}

}  // namespace t2s::detail

#endif
