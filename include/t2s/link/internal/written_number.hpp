// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_INTERNAL_WRITTEN_NUMBER_HPP
#define T2S_LINK_INTERNAL_WRITTEN_NUMBER_HPP

#include "t2s/core/impl/number_words.hpp"
#include "t2s/core/text.hpp"
#include "t2s/retrieve/tokens.hpp"

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
namespace t2s::link {

/// A number in a question.
struct written_number {
  std::size_t first = 0, last = 0;  ///< its tokens
  double value = 0;                 ///< what they write
};

/// What a word multiplies the number before it by: 1000 for "thousand".
[[nodiscard]] inline std::optional<double> scale_of(std::string_view word) {
  auto const zeros = t2s::detail::zeros_of_word(word);
  return zeros ? std::optional(std::pow(10.0, static_cast<double>(*zeros))) : std::nullopt;
}

/// A number in digits, without an exponent.
[[nodiscard]] inline std::string number_text(double n) {
  std::array<char, 400> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), n, std::chars_format::fixed).ptr};
}

namespace detail {

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
    auto const n = t2s::detail::number_of_word(t.lemma);
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

}  // namespace detail

/// The numbers of a question from left to right, none within another. O(tokens).
[[nodiscard]] inline std::vector<written_number> written_numbers(std::span<retrieve::token const> tokens) {
  std::vector<written_number> out;
  detail::number_reader reader(tokens);
  for (std::size_t i = 0; i < tokens.size();) {
    auto const n = reader.at(i);
    if (n) out.push_back(*n);
    i = n ? n->last : i + 1;
  }
  return out;
}

}  // namespace t2s::link

#endif
