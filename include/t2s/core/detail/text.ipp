// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TEXT_IPP
#define T2S_CORE_DETAIL_TEXT_IPP

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <cstring>

namespace t2s::text {
namespace detail {

/// The length of the well-formed UTF-8 sequence at `s[i]`, 0 if there is none.
inline std::size_t sequence_length(std::string_view s, std::size_t i) noexcept {
  auto const byte = [s](std::size_t k) { return k < s.size() ? static_cast<unsigned char>(s[k]) : 0U; };
  unsigned const first = byte(i);
  if (first < 0x80) return 1;
  std::size_t const length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  unsigned const second = byte(i + 1);
  unsigned const least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned const most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (second < least || second > most) return 0;
  for (std::size_t k = 2; k < length; ++k)
    if ((byte(i + k) & 0xC0U) != 0x80) return 0;
  return length;
}

/// Whether eight bytes are ASCII.
inline bool is_ascii8(char const* bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return (word & 0x8080808080808080U) == 0;
}

}  // namespace detail

T2S_DECL std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out) c = lower(c);
  return out;
}

T2S_DECL bool same(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return x == y || lower(x) == lower(y); });
}

T2S_DECL std::uint64_t hash(std::string_view s, std::uint64_t seed) noexcept {
  for (char const c : s) seed = (seed ^ static_cast<unsigned char>(lower(c))) * 1099511628211U;
  return seed;
}

T2S_DECL std::string_view trim(std::string_view s) noexcept {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

T2S_DECL std::vector<std::string_view> split(std::string_view s, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    auto const end = s.find(separator, begin);
    parts.push_back(s.substr(begin, end == s.npos ? s.npos : end - begin));
    if (end == s.npos) return parts;
    begin = end + 1;
  }
}

T2S_DECL std::string join(std::span<std::string const> parts, std::string_view separator) {
  std::string out;
  for (auto const& part : parts) {
    if (&part != parts.data()) out += separator;
    out += part;
  }
  return out;
}

T2S_DECL std::optional<std::size_t> first_invalid_utf8(std::string_view s) noexcept {
  for (std::size_t i = 0; i < s.size();) {
    if (s.size() - i >= 8 && detail::is_ascii8(s.data() + i)) {
      i += 8;
      continue;
    }
    auto const n = detail::sequence_length(s, i);
    if (n == 0) return i;
    i += n;
  }
  return {};
}

T2S_DECL std::string valid_utf8(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    auto const n = detail::sequence_length(s, i);
    if (n == 0)
      out += "\xEF\xBF\xBD";
    else
      out += s.substr(i, n);
    i += n == 0 ? 1 : n;
  }
  return out;
}

T2S_DECL std::size_t display_width(std::string_view s) noexcept {
  return static_cast<std::size_t>(
      std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

}  // namespace t2s::text

#endif
