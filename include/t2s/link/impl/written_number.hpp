// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_WRITTEN_NUMBER_HPP
#define T2S_LINK_IMPL_WRITTEN_NUMBER_HPP

#include "t2s/core/text.hpp"
#include "t2s/retrieve/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Numbers that a question writes in digits, in words, or in both.
namespace t2s::link::detail {

/// The number of a word from "zero" to "twelve", or of a round one.
inline std::optional<int> number_of_word(std::string_view word) {
  static constexpr std::array<std::string_view, 13> small{"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                                          "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  static constexpr std::array<std::string_view, 8> tens{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
  if (auto const i = std::ranges::find(small, word); i != small.end()) return static_cast<int>(i - small.begin());
  if (auto const i = std::ranges::find(tens, word); i != tens.end()) return static_cast<int>(i - tens.begin() + 2) * 10;
  return word == "hundred" ? std::optional(100) : word == "thousand" ? std::optional(1000) : std::nullopt;
}

/// What a word multiplies the number before it by.
inline std::optional<double> scale_of(std::string_view word) {
  struct scale {
    std::string_view word;
    double by;
  };
  static constexpr std::array scales{scale{"hundred", 1e2}, scale{"thousand", 1e3}, scale{"million", 1e6}, scale{"billion", 1e9}};
  auto const found = std::ranges::find(scales, word, &scale::word);
  return found == scales.end() ? std::nullopt : std::optional(found->by);
}

inline std::string number_text(double n) {
  std::array<char, 400> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), n, std::chars_format::fixed).ptr};
}

struct written_number {
  std::size_t first = 0, last = 0;  // tokens
  double value = 0;
};

/// Reads a number word by word: "three hundred thousand" is a part of 300, then a whole of 300,000.
class number_reader {
 public:
  explicit number_reader(std::span<retrieve::token const> tokens) : tokens_(tokens) {}

  /// The number that begins at a token: digits, words, and what multiplies them. "A million" is one, "millions" alone are none.
  [[nodiscard]] std::optional<written_number> at(std::size_t first) {
    whole_ = part_ = 0;
    begun_ = first > 0 && tokens_[first - 1].text == "a" && scale_of(tokens_[first].text);
    if (begun_) part_ = 1;
    auto last = first;
    while (last < tokens_.size() && take(tokens_[last])) ++last;
    return last > first ? std::optional(written_number{first, last, whole_ + part_}) : std::nullopt;
  }

 private:
  bool take(retrieve::token const& t) {
    if (t.is == retrieve::token::kind::number) return take_digits(t.text);
    if (t.is != retrieve::token::kind::word) return false;
    if (auto const scale = scale_of(t.lemma)) return multiply(*scale);
    auto const n = number_of_word(t.lemma);
    return n && add(*n);
  }

  bool take_digits(std::string_view digits) {
    double n = 0;
    if (begun_ || text::to_number(digits, n) != std::errc()) return false;
    part_ = n;
    begun_ = true;
    return true;
  }

  bool multiply(double scale) {
    if (part_ == 0) return false;
    auto const product = part_ * scale, nearest = std::round(product);
    part_ = std::abs(product - nearest) < 1e-6 ? nearest : product;  // 2.3 million is no 2,299,999.9999999995
    if (scale > 100) whole_ += std::exchange(part_, 0);
    return true;
  }

  /// "Twenty" goes on with "five", "hundred" and "thousand" with either; nothing else does.
  bool add(int n) {
    bool const fits = !begun_ || (part_ == 0 && whole_ > 0) || (part_ > 0 && std::fmod(part_, n < 10 ? 10 : 100) == 0);
    if (fits) part_ += n, begun_ = true;
    return fits;
  }

  std::span<retrieve::token const> tokens_;
  double whole_ = 0, part_ = 0;
  bool begun_ = false;
};

/// The numbers of a question from left to right, none within another.
inline std::vector<written_number> written_numbers(std::span<retrieve::token const> tokens) {
  std::vector<written_number> out;
  number_reader reader(tokens);
  for (std::size_t i = 0; i < tokens.size();) {
    auto const n = reader.at(i);
    if (n) out.push_back(*n);
    i = n ? n->last : i + 1;
  }
  return out;
}

}  // namespace t2s::link::detail

#endif
