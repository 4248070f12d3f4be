// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_WRITTEN_VALUES_HPP
#define T2S_LINK_IMPL_WRITTEN_VALUES_HPP

#include "t2s/link/internal/written_number.hpp"
#include "t2s/link/internal/written_time.hpp"
#include "t2s/retrieve/tokens.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Numbers and dates that a question writes in words.
namespace t2s::link::detail {

/// Words of a question that write a value, and the forms in which columns may hold it.
struct written_value {
  std::size_t first = 0, last = 0;  // tokens
  std::vector<std::string> forms{};
};

inline std::string two_digits(unsigned n) { return std::string(n < 10 ? 1 : 0, '0').append(std::to_string(n)); }

/// Days, as 2010-05-05 and 5-5-2010, and numbers with words in them; "one" alone counts nothing.
inline std::vector<written_value> written_values(std::span<retrieve::token const> tokens) {
  std::vector<written_value> out;
  for (auto const& t : written_times(tokens)) {
    if (t.last == t.first + 1 || t.when.behind != t.when.first + std::chrono::days(1)) continue;
    std::chrono::year_month_day const day(t.when.first);
    auto const y = std::to_string(static_cast<int>(day.year()));
    auto const m = static_cast<unsigned>(day.month()), d = static_cast<unsigned>(day.day());
    auto const joined = [](std::string a, std::string const& b, std::string const& c) { return a.append("-").append(b).append("-").append(c); };
    auto const month = std::to_string(m), in_month = std::to_string(d);
    out.push_back({t.first, t.last, {joined(y, two_digits(m), two_digits(d)), joined(month, in_month, y), joined(in_month, month, y)}});
  }
  for (auto const& n : written_numbers(tokens)) {
    auto const words = tokens.subspan(n.first, n.last - n.first);
    if (words.size() > 1 || (words.front().is == retrieve::token::kind::word && n.value != 1))
      out.push_back({n.first, n.last, {number_text(n.value)}});
  }
  return out;
}

}  // namespace t2s::link::detail

#endif
