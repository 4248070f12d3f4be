// SPDX-License-Identifier: BSL-1.0
#include "printable.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>

#include "t2s/core/detail/text.hpp"

namespace cli {
namespace {

/// The length of a character that controls a terminal or changes the direction of text; 0 for any other.
struct steering_character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;
};

constexpr bool steers(std::uint32_t c) {
  auto const within = [c](std::uint32_t first, std::uint32_t last) { return c >= first && c <= last; };
  return c < 0x20 || within(0x7F, 0x9F) || c == 0x61C || within(0x200E, 0x200F) || within(0x2028, 0x202E) || within(0x2066, 0x2069);
}

/// The same for valid UTF-8. None of these characters has four bytes.
steering_character steering(std::string_view text) {
  auto const byte = [&](std::size_t i) { return i < text.size() ? std::uint32_t{static_cast<unsigned char>(text[i])} : 0U; };
  steering_character c{byte(0), 1};
  if (byte(0) >= 0xF0 || (byte(0) >= 0x80 && byte(0) < 0xC0)) return {};  // or within a character
  if (byte(0) >= 0xE0)
    c = {(byte(0) & 0xFU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU), 3};
  else if (byte(0) >= 0xC0)
    c = {(byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU), 2};
  return steers(c.code) ? c : steering_character();
}

/// `text` with `instead(character)` in place of each such character.
template <class Instead>
std::string replaced(std::string_view text, Instead instead) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    auto const c = steering(text.substr(i));
    if (c.bytes == 0)
      out += text[i];
    else
      instead(out, c.code);
    i += c.bytes > 0 ? c.bytes : 1;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view raw) {
  return replaced(t2s::text::valid_utf8(raw), [](std::string& to, std::uint32_t) { to += ' '; });
}

std::string printable_lines(std::string_view raw) {
  return replaced(t2s::text::valid_utf8(raw),
                  [](std::string& to, std::uint32_t c) { to += c == '\n' || c == '\t' ? static_cast<char>(c) : ' '; });
}

std::string json_line(boost::json::value const& v) {
  return replaced(boost::json::serialize(v), [](std::string& to, std::uint32_t c) {
    t2s::text::append_hex(to.append("\\u"), static_cast<char>(c >> 8U));
    t2s::text::append_hex(to, static_cast<char>(c & 0xFFU));
  });
}

}  // namespace cli
