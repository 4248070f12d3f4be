// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TEXT_NUMBER_IPP
#define T2S_CORE_DETAIL_TEXT_NUMBER_IPP

#include "t2s/core/detail/text_number.hpp"

#include <charconv>
#include <string>
#include <type_traits>

#if !defined(__cpp_lib_to_chars) && !(defined(_LIBCPP_VERSION) && _LIBCPP_VERSION >= 200000)
#define T2S_WITHOUT_FROM_CHARS  // libc++ has std::from_chars for floating-point numbers only since version 20
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

/// Whether `s` has only characters of decimal numbers: no "inf", no "0x", no white space and no leading plus.
inline bool may_be_number(std::string_view s) noexcept {
  return !s.empty() && s[0] != '+' && s[0] != 'e' && s[0] != 'E' && s.find_first_not_of("+-.0123456789eE") == s.npos;
}

#ifdef T2S_WITHOUT_FROM_CHARS

/// Reads the whole of `s` as `std::from_chars` does, with the C library in the C locale.
template <class Number>
std::errc read_whole(std::string_view s, Number& number) noexcept {
  static locale_t const plain = newlocale(LC_ALL_MASK, "C", locale_t());
  if (!may_be_number(s)) return std::errc::invalid_argument;
  std::string const digits(s);  // the C library needs a NUL
  char* end = nullptr;
  errno = 0;
  auto const read = std::is_same_v<Number, float> ? static_cast<Number>(strtof_l(digits.c_str(), &end, plain))
                                                  : static_cast<Number>(strtod_l(digits.c_str(), &end, plain));
  if (end != digits.c_str() + digits.size()) return std::errc::invalid_argument;
  bool const is_subnormal = read != 0 && std::isfinite(read);  // it reads subnormal numbers, but reports them as out of range
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

}  // namespace t2s::text

#undef T2S_WITHOUT_FROM_CHARS

#endif
