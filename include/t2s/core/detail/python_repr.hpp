// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_PYTHON_REPR_HPP
#define T2S_CORE_DETAIL_PYTHON_REPR_HPP

#include "t2s/core/detail/text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

/// Values as Python 3 writes them, for prompts of the published systems and for official evaluators.
namespace t2s::detail::python {

/// Python's repr of a float: the shortest digits that read back, with an exponent below 1e-4 and from 1e16.
inline void append_float(std::string& to, double r) {
  if (!std::isfinite(r)) {
    to += std::isnan(r) ? "nan" : r < 0 ? "-inf" : "inf";
    return;
  }
  std::array<char, 64> buffer{};
  double const size = std::fabs(r);
  bool const plain = size == 0 || (size >= 1e-4 && size < 1e16);
  auto const form = plain ? std::chars_format::fixed : std::chars_format::scientific;
  std::string_view const digits(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), r, form).ptr);
  to += digits;
  if (plain && digits.find('.') == digits.npos) to += ".0";
}

inline void append_integer(std::string& to, std::int64_t i) {
  std::array<char, 24> buffer{};
  to.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), i).ptr);
}

/// Escapes a character as Python's repr does.
inline void append_escaped(std::string& to, char c) {
  static constexpr std::string_view escaped = "\t\n\r\\", letters = "tnr\\";
  if (auto const e = escaped.find(c); e != escaped.npos)
    (to += '\\') += letters[e];
  else
    text::append_hex(to += "\\x", c);
}

/// Python's repr of text or bytes, in the quotes that Python chooses; `is_plain(c)` says which characters are not escaped.
template <class IsPlain>
void append_quoted(std::string& to, std::string_view text, IsPlain is_plain) {
  char const quote = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
  to += quote;
  for (char const c : text) {
    if (c == quote)
      (to += '\\') += c;
    else if (c == '\\' || !is_plain(static_cast<unsigned char>(c)))
      append_escaped(to, c);
    else
      to += c;
  }
  to += quote;
}

inline void append_bytes(std::string& to, std::string_view bytes) {
  to += 'b';
  append_quoted(to, bytes, [](unsigned char c) { return c >= 0x20 && c < 0x7F; });
}

/// Non-ASCII characters are never escaped, although Python escapes those that it cannot print.
inline void append_text(std::string& to, std::string_view text) {
  append_quoted(to, text, [](unsigned char c) { return c >= 0x20 && c != 0x7F; });
}

}  // namespace t2s::detail::python

#endif
