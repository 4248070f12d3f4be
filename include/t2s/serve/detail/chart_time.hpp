// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CHART_TIME_HPP
#define T2S_SERVE_DETAIL_CHART_TIME_HPP

#include "t2s/core/detail/text.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::serve {

/// A month, a day or a moment.
struct chart_time {
  std::string iso{};   ///< as every reader of ISO 8601 takes it: "2024-05", "2024-05-31", "2024-05-31T08:30:00Z"
  double seconds = 0;  ///< since 1970, of its beginning
};

namespace detail {

/// Reads a time of a database from its beginning to its end.
class time_reader {
 public:
  explicit time_reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] std::optional<chart_time> read() {
    if (!date()) return {};
    if (!rest_.empty() && !(clock() && zone())) return {};
    return rest_.empty() ? std::optional(out_) : std::nullopt;
  }

 private:
  /// The number of that many digits, from `least` to `most`; -1 if there is none.
  int digits(std::size_t count, int least, int most) {
    int n = 0;
    if (rest_.size() < count) return -1;
    for (char const c : rest_.substr(0, count)) {
      if (!text::is_digit(c)) return -1;
      n = n * 10 + (c - '0');
    }
    if (n < least || n > most) return -1;
    rest_.remove_prefix(count);
    return n;
  }

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool date() {
    auto const whole = rest_;
    int const year = digits(4, 1, 9999);
    if (year < 0 || !take('-')) return false;
    int const month = digits(2, 1, 12);
    if (month < 0) return false;
    int day = 1;
    if (take('-')) day = digits(2, 1, 31);
    if (day < 0) return false;
    std::chrono::year_month_day const ymd(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                          std::chrono::day(static_cast<unsigned>(day)));
    if (!ymd.ok()) return false;
    out_.iso = whole.substr(0, whole.size() - rest_.size());
    out_.seconds = 86'400.0 * static_cast<double>(std::chrono::sys_days(ymd).time_since_epoch().count());
    return true;
  }

  /// " 08:30", "T08:30:00.250"; only after a day.
  bool clock() {
    constexpr std::size_t of_day = 10;
    if (out_.iso.size() != of_day || !(take('T') || take(' '))) return false;
    auto const whole = rest_;
    int const hours = digits(2, 0, 23);
    if (hours < 0 || !take(':')) return false;
    int const minutes = digits(2, 0, 59);
    if (minutes < 0) return false;
    int const seconds = take(':') ? digits(2, 0, 59) : 0;
    if (seconds < 0) return false;
    out_.seconds += hours * 3600.0 + minutes * 60.0 + seconds;
    out_.iso.append("T").append(whole.substr(0, whole.size() - rest_.size()));
    return !take('.') || fraction();
  }

  /// Of it milliseconds are kept: readers need to take no more.
  bool fraction() {
    constexpr std::size_t kept = 3;
    std::size_t n = 0;
    double part = 0.1;
    for (; n < rest_.size() && text::is_digit(rest_[n]); ++n, part /= 10) out_.seconds += part * (rest_[n] - '0');
    if (n == 0) return false;
    auto milliseconds = std::string(rest_.substr(0, n < kept ? n : kept));
    milliseconds.resize(kept, '0');
    out_.iso.append(".").append(milliseconds);
    rest_.remove_prefix(n);
    return true;
  }

  /// "Z", "+02", "-0330", "+05:30"; without one it is UTC.
  bool zone() {
    if (rest_.empty() || take('Z')) {
      out_.iso += 'Z';
      return true;
    }
    take(' ');
    int const sign = take('+') ? 1 : take('-') ? -1 : 0;
    int const hours = sign == 0 ? -1 : digits(2, 0, 14);
    if (hours < 0) return false;
    take(':');
    int const minutes = rest_.empty() ? 0 : digits(2, 0, 59);
    if (minutes < 0) return false;
    auto const two = [](int n) { return std::string(n < 10 ? "0" : "").append(std::to_string(n)); };
    out_.iso.append(sign > 0 ? "+" : "-").append(two(hours)).append(":").append(two(minutes));
    out_.seconds -= sign * (hours * 3600.0 + minutes * 60.0);
    return true;
  }

  std::string_view rest_;
  chart_time out_{};
};

}  // namespace detail

/// A time as databases write it, "2024-05", "2024-05-31", "2024-05-31 08:30:00.25+02"; nothing for another text, or a day that no calendar
/// has. A time without a zone is taken as UTC. O(size).
[[nodiscard]] inline std::optional<chart_time> read_chart_time(std::string_view text) { return detail::time_reader(text).read(); }

/// The beginning of a year from 1000 to 9999.
[[nodiscard]] inline chart_time chart_time_of_year(int year) {
  auto out = read_chart_time(std::to_string(year) + "-01").value();
  out.iso = std::to_string(year);
  return out;
}

}  // namespace t2s::serve

#endif
