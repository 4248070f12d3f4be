// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_ONE_LINE_IPP
#define T2S_CORE_DETAIL_ONE_LINE_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"

#include <utility>

namespace t2s {

T2S_DECL code_point first_character(std::string_view s) noexcept {
  auto const lead = static_cast<unsigned char>(s[0]);
  code_point c{lead, lead < 0x80U ? 1U : lead < 0xE0U ? 2U : lead < 0xF0U ? 3U : 4U};
  if (c.bytes > 1) c.code = lead & (0x7FU >> c.bytes);
  for (std::size_t i = 1; i < c.bytes && i < s.size(); ++i) c.code = c.code << 6U | (static_cast<unsigned char>(s[i]) & 0x3FU);
  return c;
}

T2S_DECL void append_escape(std::string& to, std::uint32_t c) {
  auto const append = [&to](std::uint32_t unit) {
    text::append_hex(to.append("\\u"), static_cast<char>(unit >> 8U));
    text::append_hex(to, static_cast<char>(unit & 0xFFU));
  };
  if (c >= 0x10000) append(0xD800U + ((c - 0x10000U) >> 10U));
  append(c >= 0x10000 ? 0xDC00U + (c & 0x3FFU) : c);
}

namespace detail {

[[nodiscard]] constexpr bool is_between(std::uint32_t c, std::uint32_t first, std::uint32_t last) noexcept {
  return c >= first && c <= last;
}

/// Controls, line ends, marks of direction, and what Unicode 16 says that nobody sees, but for joiners and variation selectors.
[[nodiscard]] constexpr bool always_steers(std::uint32_t c) noexcept {
  if (c < 0xAD) return c < 0x20 || is_between(c, 0x7F, 0x9F);
  if (c < 0x2000) return c == 0xAD || c == 0x61C || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 || c == 0x180E;
  if (c < 0x3164) return c == 0x200B || c == 0x200E || c == 0x200F || is_between(c, 0x2028, 0x202E) || is_between(c, 0x2060, 0x206F);
  return c == 0x3164 || c == 0xFEFF || c == 0xFFA0 || is_between(c, 0xFFF0, 0xFFFB) || is_between(c, 0x1BCA0, 0x1BCA3) ||
         is_between(c, 0x1D173, 0x1D17A) || is_between(c, 0xE0000, 0xE00FF) || is_between(c, 0xE01F0, 0xE0FFF);
}

/// The grapheme joiner and the joiners of width zero.
[[nodiscard]] constexpr bool is_joiner(std::uint32_t c) noexcept { return c == 0x34F || c == 0x200C || c == 0x200D; }
[[nodiscard]] constexpr bool is_selector_of_mongolian(std::uint32_t c) noexcept { return is_between(c, 0x180B, 0x180D) || c == 0x180F; }
[[nodiscard]] constexpr bool is_selector_of_ideographs(std::uint32_t c) noexcept { return is_between(c, 0xE0100, 0xE01EF); }
[[nodiscard]] constexpr bool is_selector(std::uint32_t c) noexcept { return is_between(c, 0xFE00, 0xFE0F); }

/// Beyond ASCII, and no blank.
[[nodiscard]] constexpr bool is_visible(std::uint32_t c) noexcept {
  return c > 0xA0 && c != 0x1680 && !is_between(c, 0x2000, 0x200A) && c != 0x202F && c != 0x205F && c != 0x3000;
}
[[nodiscard]] constexpr bool is_ideograph(std::uint32_t c) noexcept {
  return is_between(c, 0x3400, 0x9FFF) || is_between(c, 0xF900, 0xFAFF) || is_between(c, 0x20000, 0x3FFFF);
}

/// Says of the characters of a text, one after another, whether they steer.
class steering {
 public:
  /// `after` begins with the next character.
  [[nodiscard]] bool operator()(std::uint32_t c, std::string_view after) noexcept {
    auto const base = std::exchange(base_, 0);
    bool const is_first = !std::exchange(is_selected_, false);
    if (is_joiner(c)) return !is_visible(base);
    if (is_selector_of_ideographs(c)) return !is_first || !is_ideograph(base);
    if (is_selector_of_mongolian(c)) return !is_first || !is_between(base, 0x1800, 0x18AA);
    if (is_selector(c)) {
      bool const is_of_keycap = (base == '#' || base == '*' || is_between(base, '0', '9')) && after.starts_with("\xE2\x83\xA3");
      if (!is_first || !(is_visible(base) || is_of_keycap)) return true;
      base_ = base;
      is_selected_ = true;
      return false;
    }
    if (always_steers(c)) return true;
    base_ = c;
    return false;
  }

 private:
  std::uint32_t base_ = 0;    // the visible character directly before, or before its selector; 0 if there is none
  bool is_selected_ = false;  // whether a selector is between
};

/// The text with `instead(to, code, after)` in place of each character that steers.
template <class Instead>
std::string with_steering_replaced(std::string_view s, Instead instead) {
  auto const valid = text::valid_utf8(s);
  std::string out;
  out.reserve(valid.size());
  steering steers;
  for (std::string_view left = valid; !left.empty();) {
    auto const c = first_character(left);
    auto const bytes = left.substr(0, c.bytes);
    left.remove_prefix(c.bytes);
    if (steers(c.code, left))
      instead(out, c.code, left);
    else
      out.append(bytes);
  }
  return out;
}

}  // namespace detail

T2S_DECL std::string without_steering(std::string_view s, void (*instead)(std::string& to, std::uint32_t character)) {
  return detail::with_steering_replaced(s, [instead](std::string& to, std::uint32_t c, std::string_view) { instead(to, c); });
}

T2S_DECL std::string one_line(std::string_view s) {
  return without_steering(s, [](std::string& to, std::uint32_t) { to += ' '; });
}

T2S_DECL std::string with_escapes(std::string_view s) {
  return detail::with_steering_replaced(s, [](std::string& to, std::uint32_t c, std::string_view after) {
    if (c == '\n' || c == '\t' || (c == '\r' && after.starts_with('\n')))
      to += static_cast<char>(c);
    else
      append_escape(to, c);
  });
}

}  // namespace t2s

#endif
