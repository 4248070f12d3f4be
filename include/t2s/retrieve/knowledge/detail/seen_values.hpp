// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SEEN_VALUES_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SEEN_VALUES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/value.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::knowledge::detail {

/// The first values of a column.
struct seen_values {
  static constexpr std::size_t most = 200;

  std::vector<value> distinct{};
  bool all = false;  // of the rows that were looked at

  [[nodiscard]] bool are_few() const noexcept { return all && !distinct.empty() && distinct.size() <= 12; }
};

inline std::string listed_values(std::vector<value> const& values) {
  std::string out;
  for (auto const& v : values) out.append(out.empty() ? "" : ", ").append(to_sql(v));
  return out;
}

/// A text of two digits up to `most`, or 0.
inline int small_number(std::string_view s, int most) {
  if (s.size() != 2 || !text::is_digit(s[0]) || !text::is_digit(s[1])) return 0;
  int const n = (s[0] - '0') * 10 + (s[1] - '0');
  return n <= most ? n : 0;
}

/// Dates that begin with the day or the month.
struct local_dates {
  std::size_t seen = 0;
  bool days_first = true, months_first = true;  // whether all may be so
  char separator = '\0';

  /// False for a text that is none.
  [[nodiscard]] bool note(std::string_view s) {
    if (s.size() < 10 || (s.size() > 10 && s[10] != ' ')) return false;
    char const mark = s[2];
    auto const first = small_number(s.substr(0, 2), 31), second = small_number(s.substr(3, 2), 31);
    bool const year = std::all_of(s.begin() + 6, s.begin() + 10, text::is_digit) && (s[6] == '1' || s[6] == '2');
    if ((mark != '.' && mark != '/' && mark != '-') || s[5] != mark || first == 0 || second == 0 || !year) return false;
    if (separator != '\0' && separator != mark) return false;
    separator = mark;
    days_first = days_first && second <= 12;
    months_first = months_first && first <= 12;
    ++seen;
    return days_first || months_first;
  }
};

}  // namespace t2s::knowledge::detail

#endif
