// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_SPAN_DATA_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_SPAN_DATA_IPP

#include "t2s/serve/telemetry/detail/span_data.hpp"

#include <charconv>

namespace t2s::telemetry {
namespace detail {

/// The number written as `size` lower-case hexadecimal digits at `at`.
inline std::optional<std::uint64_t> hex_at(std::string_view s, std::size_t at, std::size_t size) noexcept {
  auto const digits = s.substr(at, size);
  if (digits.find_first_not_of("0123456789abcdef") != digits.npos) return {};
  std::uint64_t n = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), n, 16);
  return n;
}

}  // namespace detail

T2S_DECL std::optional<trace_parent> read_traceparent(std::string_view h) noexcept {
  // version "-" trace "-" span "-" flags; a later version may append more after another "-"
  if (h.size() < 55 || h[2] != '-' || h[35] != '-' || h[52] != '-') return {};
  auto const version = detail::hex_at(h, 0, 2), flags = detail::hex_at(h, 53, 2);
  auto const high = detail::hex_at(h, 3, 16), low = detail::hex_at(h, 19, 16), span = detail::hex_at(h, 36, 16);
  if (!version || !flags || !high || !low || !span || *version == 0xFF) return {};
  if (h.size() > 55 && (*version == 0 || h[55] != '-')) return {};
  trace_parent const given{{*high, *low}, *span, (*flags & 1U) != 0};
  if (!given.trace.is_valid() || given.span == 0) return {};
  return given;
}

}  // namespace t2s::telemetry

#endif
