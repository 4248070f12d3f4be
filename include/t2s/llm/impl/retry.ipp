// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_RETRY_IPP
#define T2S_LLM_IMPL_RETRY_IPP

#include "t2s/core/text.hpp"
#include "t2s/llm/retry.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace t2s::llm {
namespace detail {

inline std::optional<unsigned> month_of(std::string_view s) noexcept {
  static constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  auto const at = std::ranges::find(months, s);
  if (at == months.end()) return {};
  return static_cast<unsigned>(at - months.begin()) + 1;
}

/// Clocks of nanoseconds overflow some 290 years from their beginning.
inline constexpr std::chrono::seconds longest_read{1'000'000'000};

/// A number with a fraction or without, not below 0. Seconds above the longest wait are that.
inline std::optional<double> read_number(std::string_view s) noexcept {
  double n = 0;
  if (text::to_number(s, n) != std::errc() || !(n >= 0)) return {};
  return std::min(n, static_cast<double>(longest_read.count()));
}

}  // namespace detail

T2S_DECL bool is_passing_limit(http_response const& reply) noexcept {
  return reply.status == 429 && reply.body.find("insufficient_quota") == reply.body.npos;
}

T2S_DECL bool is_retried(std::error_code failed) noexcept { return failed == errc::model_unreachable; }

T2S_DECL std::optional<std::chrono::sys_seconds> read_http_date(std::string_view text) noexcept {
  std::array<char, 64> copy{};  // with an end
  std::ranges::copy(text.substr(0, copy.size() - 1), copy.begin());
  std::array<char, 4> name{};
  unsigned day = 0, year = 0, h = 0, m = 0, s = 0;
  // "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"
  bool const is_date =
      std::sscanf(copy.data(), "%*[A-Za-z], %2u%*1[ -]%3[A-Za-z]%*1[ -]%4u %2u:%2u:%2u", &day, name.data(), &year, &h, &m, &s) == 6 ||
      std::sscanf(copy.data(), "%*[A-Za-z] %3[A-Za-z] %2u %2u:%2u:%2u %4u", name.data(), &day, &h, &m, &s, &year) == 6;
  auto const month = detail::month_of(name.data());
  if (!is_date || !month || h > 23 || m > 59 || s > 60) return {};
  if (year < 100) year += year < 70 ? 2000 : 1900;
  std::chrono::year_month_day const date{std::chrono::year(static_cast<int>(year)), std::chrono::month(*month), std::chrono::day(day)};
  if (!date.ok()) return {};
  return std::chrono::sys_days(date) + std::chrono::hours(h) + std::chrono::minutes(m) + std::chrono::seconds(s);
}

T2S_DECL std::optional<std::chrono::milliseconds> asked_wait(http_response const& reply,
                                                             std::chrono::system_clock::time_point now) noexcept {
  using std::chrono::milliseconds;
  if (auto const n = detail::read_number(text::trim(reply.header("retry-after-ms")))) return milliseconds(static_cast<std::int64_t>(*n));
  auto const value = text::trim(reply.header("retry-after"));
  if (auto const n = detail::read_number(value)) return milliseconds(static_cast<std::int64_t>(*n * 1000));
  auto const date = read_http_date(value);
  if (!date) return {};
  auto const wait = std::chrono::sys_time<milliseconds>(*date) - std::chrono::floor<milliseconds>(now);
  return std::clamp<milliseconds>(wait, milliseconds(0), detail::longest_read);
}

T2S_DECL double backoff::draw() {
  if (!random_) {
    auto const seed = options_.seed != 0 ? options_.seed : std::uint64_t{std::random_device()()};
    random_.emplace(static_cast<std::minstd_rand::result_type>(seed % 2147483646u + 1));
    random_->discard(8);  // small seeds begin with small values
  }
  // Not a standard distribution: its values differ from library to library.
  return static_cast<double>((*random_)() - std::minstd_rand::min()) / static_cast<double>(std::minstd_rand::max());
}

T2S_DECL std::optional<std::chrono::milliseconds> backoff::next(std::optional<std::chrono::milliseconds> asked,
                                                                std::chrono::nanoseconds spent, bool limited) {
  using std::chrono::milliseconds;
  ++failed_;
  if (limited && options_.outlast_limits)
    ++outlasted_;
  else if (failed_ - outlasted_ >= options_.tries)
    return {};
  if (asked && *asked > options_.longest_asked) return {};
  auto most = options_.first_wait;
  for (std::size_t i = 1; i < failed_ && most < options_.longest_wait; ++i) most *= 2;
  most = std::min(most, options_.longest_wait);
  auto const wait = asked ? *asked : milliseconds(static_cast<std::int64_t>(draw() * static_cast<double>(most.count() + 1)));
  if (wait >= options_.total - std::min(spent, options_.total)) return {};
  return wait;
}

}  // namespace t2s::llm

#endif
