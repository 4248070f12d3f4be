// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_VALUE_IPP
#define T2S_CORE_DETAIL_VALUE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/value.hpp"

#include <charconv>
#include <cmath>

namespace t2s {
namespace detail {

inline std::string real_text(double r) {
  if (!std::isfinite(r)) return std::isnan(r) ? "NaN" : r > 0 ? "Inf" : "-Inf";
  char buffer[32];
  auto const end = std::to_chars(buffer, buffer + sizeof buffer, r).ptr;
  std::string s(buffer, end);
  if (s.find_first_of(".e") == std::string::npos) s += ".0";
  return s;
}

inline std::string hex_text(blob const& b) {
  std::string s = "X'";
  for (auto const byte : b.bytes) text::append_hex(s, static_cast<char>(byte), text::hex_capitals);
  return s += "'";
}

inline std::string quoted_text(std::string const& text) {
  std::string s = "'";
  for (char const c : text) s.append(c == '\'' ? 2U : 1U, c);
  return s += "'";
}

}  // namespace detail

T2S_DECL std::string to_string(value const& v) {
  switch (v.type()) {
    case value::kind::integer: return std::to_string(*v.integer());
    case value::kind::real: return detail::real_text(*v.real());
    case value::kind::text: return *v.text();
    case value::kind::blob: return detail::hex_text(*v.bytes());
    case value::kind::null: break;
  }
  return "NULL";
}

T2S_DECL std::string to_sql(value const& v) {
  if (auto const* t = v.text()) return detail::quoted_text(*t);
  if (auto const* r = v.real(); r && !std::isfinite(*r)) return std::isnan(*r) ? "NULL" : *r > 0 ? "9e999" : "-9e999";
  return to_string(v);
}

}  // namespace t2s

#endif
