// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_RETRY_AFTER_HPP
#define T2S_LLM_DETAIL_RETRY_AFTER_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/llm/protocol.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>

namespace t2s::llm {

/// The time of an HTTP date in any of its three forms, e.g. "Sun, 06 Nov 1994 08:49:37 GMT".
[[nodiscard]] inline std::optional<std::chrono::sys_seconds> read_http_date(std::string_view text) noexcept {
  static constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  std::array<char, 64> copy{};  // NUL-terminated
  std::ranges::copy(text.substr(0, copy.size() - 1), copy.begin());
  std::array<char, 4> name{};
  unsigned day = 0, year = 0, h = 0, m = 0, s = 0;
  // "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"
  bool const is_date =
      std::sscanf(copy.data(), "%*[A-Za-z], %2u%*1[ -]%3[A-Za-z]%*1[ -]%4u %2u:%2u:%2u", &day, name.data(), &year, &h, &m, &s) == 6 ||
      std::sscanf(copy.data(), "%*[A-Za-z] %3[A-Za-z] %2u %2u:%2u:%2u %4u", name.data(), &day, &h, &m, &s, &year) == 6;
  auto const month = months.find(name.data());
  if (!is_date || std::string_view(name.data()).size() != 3 || month % 3 != 0 || h > 23 || m > 59 || s > 60) return {};
  if (year < 100) year += year < 70 ? 2000 : 1900;
  std::chrono::year_month_day const date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month / 3 + 1)), std::chrono::day(day)};
  if (!date.ok()) return {};
  return std::chrono::sys_days(date) + std::chrono::hours(h) + std::chrono::minutes(m) + std::chrono::seconds(s);
}

/// The wait that Retry-After-Ms or Retry-After (seconds or a date) asks for, from 0 to about 30 years; nothing if neither can be read.
[[nodiscard]] inline std::optional<std::chrono::milliseconds> asked_wait(http_response const& reply,
                                                                         std::chrono::system_clock::time_point now) noexcept {
  using std::chrono::milliseconds;
  constexpr std::chrono::seconds longest(1'000'000'000);  // nanosecond clocks overflow after about 290 years
  auto const number_in = [longest](std::string_view s, double unit) -> std::optional<milliseconds> {
    double n = 0;
    if (text::to_number(s, n) != std::errc() || !(n >= 0)) return {};
    return milliseconds(static_cast<std::int64_t>(std::min(n, static_cast<double>(longest.count())) * unit));
  };
  if (auto const n = number_in(text::trim(reply.header("retry-after-ms")), 1)) return n;
  auto const value = text::trim(reply.header("retry-after"));
  if (auto const n = number_in(value, 1000)) return n;
  auto const date = read_http_date(value);
  if (!date) return {};
  auto const wait = std::chrono::sys_time<milliseconds>(*date) - std::chrono::floor<milliseconds>(now);
  return std::clamp<milliseconds>(wait, milliseconds(0), longest);
}

}  // namespace t2s::llm

#endif
