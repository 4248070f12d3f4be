// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_DECIMAL_HPP
#define T2S_DB_DETAIL_DECIMAL_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/detail/value.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

/// Numbers that servers send as text, without loss.
namespace t2s::db::detail {

/// A decimal number in one form: its digits from the first to the last that is not 0, and where the point stands before them.
struct decimal {
  bool negative = false;
  std::string digits{};  ///< empty for 0
  int exponent = 0;      ///< 0.digits * 10^exponent

  /// Of "-12.50", "1e+20", "0.001". The text must be a number.
  explicit decimal(std::string_view text) {
    negative = text.starts_with('-');
    auto const mark = text.find_first_of("eE");
    if (mark != text.npos) exponent = exponent_of(text.substr(mark + 1));
    bool after_point = false;
    for (char const c : text.substr(0, mark)) {
      after_point = after_point || c == '.';
      if (!text::is_digit(c)) continue;
      if (c == '0' && digits.empty()) {
        exponent -= after_point ? 1 : 0;
        continue;
      }
      digits += c;
      exponent += after_point ? 0 : 1;
    }
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.empty()) *this = decimal();
  }

  /// Whether it has no fraction.
  [[nodiscard]] bool is_whole() const noexcept { return exponent >= static_cast<int>(digits.size()); }

  friend bool operator==(decimal const&, decimal const&) = default;

 private:
  decimal() = default;

  static int exponent_of(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    int n = 0;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
  }
};

inline value real_of(std::string_view text) {
  if (text == "NaN") return value(text);  // equal to itself in PostgreSQL, and not as a real
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  double number = 0;
  return text::to_number(text, number) == std::errc() ? value(number) : value(text);
}

/// The shortest text of a real, in one form.
inline decimal decimal_of(double number) {
  std::array<char, 32> room{};
  auto const end = std::to_chars(room.data(), room.data() + room.size(), number, std::chars_format::scientific).ptr;
  return decimal({room.data(), static_cast<std::size_t>(end - room.data())});
}

/// No zeros at the end of a fraction: equal numbers are equal values.
inline std::string_view without_zeros(std::string_view text) {
  if (text.find('.') == text.npos) return text;
  auto const last = text.find_last_not_of('0');
  return text.substr(0, text[last] == '.' ? last : last + 1);
}

/// A number without loss: an integer that fits, else the real whose shortest text is this number, else the text.
inline value number_of(std::string_view text) {
  text = without_zeros(text);
  std::int64_t whole = 0;
  auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), whole);
  if (fault == std::errc() && end == text.data() + text.size()) return whole;
  double real = 0;
  bool const is_finite = text::to_number(text, real) == std::errc();
  if (is_finite && decimal_of(real) == decimal(text)) return real;
  return text.ends_with("Infinity") ? real_of(text) : value(text);
}

}  // namespace t2s::db::detail

#endif
