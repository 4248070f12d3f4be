// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_WRITTEN_HPP
#define T2S_LAB_REPORT_DETAIL_WRITTEN_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

// Numbers and counted nouns for all reports.
namespace t2s::evaluation::reporting {

inline std::string_view piece(std::string_view s) { return s; }
template <std::unsigned_integral Number>
std::string piece(Number n) {
  return std::to_string(n);
}

template <class... Pieces>
std::string joined(Pieces const&... pieces) {
  std::string out;
  (out.append(piece(pieces)), ...);
  return out;
}

/// "1 row", "2 rows".
inline std::string counted(std::size_t n, std::string_view noun) { return joined(n, " ", noun, n == 1 ? "" : "s"); }

/// Unlike printf, the same in every locale.
inline std::string written(double number, std::chars_format form, int digits) {
  std::array<char, 512> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, form, digits).ptr};
}
inline std::string fixed(double number, int digits = 1) { return written(number, std::chars_format::fixed, digits); }
inline std::string significant(double number) { return written(number, std::chars_format::general, 3); }

inline std::string percent(double share) { return fixed(100 * share); }

/// The shortest text that reads back the same; "" if it is not a number.
inline std::string in_full(double number) {
  std::array<char, 32> buffer{};
  return std::isfinite(number) ? std::string(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr) : "";
}

/// 12,345; with `digits` after the point.
inline std::string grouped(double number, int digits = 0) {
  auto const plain = fixed(number, digits);
  auto const end = std::min(plain.find('.'), plain.size());
  std::string out;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    bool const after_digit = i > 0 && plain[i - 1] != '-';
    if (i < end && after_digit && (end - i) % 3 == 0) out += ',';
    out += plain[i];
  }
  return out;
}

}  // namespace t2s::evaluation::reporting

#endif
