// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_IMPL_TEXT_IPP
#define T2S_CORE_IMPL_TEXT_IPP

#include "t2s/core/impl/edit_distance.hpp"
#include "t2s/core/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <type_traits>
#include <utility>

#if !defined(__cpp_lib_to_chars) && !(defined(_LIBCPP_VERSION) && _LIBCPP_VERSION >= 200000)
#define T2S_WITHOUT_FROM_CHARS  // libc++ reads floating-point numbers by it since version 20
#include <locale.h>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#if defined(__APPLE__) || defined(__FreeBSD__)
#include <xlocale.h>
#endif
#endif

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

/// Whether a new word of an identifier starts at `name[i]`.
inline bool word_starts(std::string_view name, std::size_t i) noexcept {
  char const before = name[i - 1], here = name[i];
  if (is_digit(before) != is_digit(here)) return true;
  bool const ends_capitals = is_upper(before) && is_upper(here) && i + 1 < name.size() && is_letter(name[i + 1]) && !is_upper(name[i + 1]);
  return (!is_upper(before) && is_upper(here)) || ends_capitals;
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

T2S_DECL bool next_word_of_name(std::string_view name, std::size_t& at, std::string& word) {
  auto const in_word = [name](std::size_t i) { return is_letter(name[i]) || is_digit(name[i]); };
  while (at < name.size() && !in_word(at)) ++at;
  if (at >= name.size()) return false;
  word.clear();
  do word += lower(name[at++]);
  while (at < name.size() && in_word(at) && !detail::word_starts(name, at));
  return true;
}

T2S_DECL std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t at = 0; next_word_of_name(name, at, word);) words.push_back(word);
  return words;
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

T2S_DECL std::size_t edit_distance(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);  // the distance is the same, and the shorter text takes fewer words
  return t2s::detail::edit_distances(a).to(b);
}

namespace detail {

/// Whether `s` has only what numbers are written with: no "inf", no "0x", no white space and no plus before it.
inline bool may_be_number(std::string_view s) noexcept {
  return !s.empty() && s[0] != '+' && s[0] != 'e' && s[0] != 'E' && s.find_first_not_of("+-.0123456789eE") == s.npos;
}

#ifdef T2S_WITHOUT_FROM_CHARS

/// As `std::from_chars` reads the whole of `s`, by the C library's reader in the C locale.
template <class Number>
std::errc read_whole(std::string_view s, Number& number) noexcept {
  static locale_t const plain = newlocale(LC_ALL_MASK, "C", locale_t());
  if (!may_be_number(s)) return std::errc::invalid_argument;
  std::string const digits(s);  // it reads to a NUL
  char* end = nullptr;
  errno = 0;
  auto const read = std::is_same_v<Number, float> ? static_cast<Number>(strtof_l(digits.c_str(), &end, plain))
                                                  : static_cast<Number>(strtod_l(digits.c_str(), &end, plain));
  if (end != digits.c_str() + digits.size()) return std::errc::invalid_argument;
  bool const is_subnormal = read != 0 && std::isfinite(read);  // which it reads, and calls out of range
  if (errno == ERANGE && !is_subnormal) return std::errc::result_out_of_range;
  number = read;
  return std::errc();
}

#else

template <class Number>
std::errc read_whole(std::string_view s, Number& number) noexcept {
  if (!may_be_number(s)) return std::errc::invalid_argument;
  Number read = 0;
  auto const [end, wrong] = std::from_chars(s.data(), s.data() + s.size(), read);
  if (end != s.data() + s.size()) return std::errc::invalid_argument;
  if (wrong == std::errc()) number = read;
  return wrong;
}

#endif

}  // namespace detail

T2S_DECL std::errc to_number(std::string_view s, double& number) noexcept { return detail::read_whole(s, number); }
T2S_DECL std::errc to_number(std::string_view s, float& number) noexcept { return detail::read_whole(s, number); }

T2S_DECL std::string const* nearest(std::string_view typed, std::span<std::string const> known) {
  std::string const* best = nullptr;
  std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (auto const& candidate : known) {
    auto const distance = edit_distance(typed, candidate);
    if (distance >= least) continue;
    least = distance;
    best = &candidate;
  }
  return best;
}

}  // namespace t2s::text

#undef T2S_WITHOUT_FROM_CHARS

namespace t2s {
namespace detail {

inline bool is_control(char c) noexcept { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// How many bytes of valid UTF-8 at `s[i]` are a control character beyond ASCII (U+0080 to U+009F) or end a line (U+2028, U+2029).
inline std::size_t wide_control(std::string_view s, std::size_t i) noexcept {
  auto const byte = [&](std::size_t k) { return i + k < s.size() ? static_cast<unsigned char>(s[i + k]) : 0U; };
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;
  return byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0;
}

}  // namespace detail

T2S_DECL std::string one_line(std::string_view s) {
  auto const valid = text::valid_utf8(s);
  std::string line;
  line.reserve(valid.size());
  for (std::size_t i = 0; i < valid.size();) {
    auto const wide = detail::wide_control(valid, i);
    line += wide > 0 || detail::is_control(valid[i]) ? ' ' : valid[i];
    i += wide > 0 ? wide : 1;
  }
  return line;
}

}  // namespace t2s

#endif
