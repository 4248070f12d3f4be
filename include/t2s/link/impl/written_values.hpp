// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_WRITTEN_VALUES_HPP
#define T2S_LINK_IMPL_WRITTEN_VALUES_HPP

#include "t2s/link/internal/written_number.hpp"
#include "t2s/link/internal/written_time.hpp"
#include "t2s/retrieve/tokens.hpp"

#include <cstddef>
#include <optional>
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

inline std::string two_digits(int n) { return std::string(n < 10 ? 1 : 0, '0').append(std::to_string(n)); }

/// "May 5th, 2010", "5 May 2010", "the 5th of May 2010", beginning at a token: as 2010-05-05 and 5/5/2010.
inline std::optional<written_value> written_date(std::span<retrieve::token const> tokens, std::size_t first) {
  std::optional<int> month, day, year;
  auto i = first;
  for (; i < tokens.size() && i < first + 6 && !(month && day && year); ++i) {
    auto const& t = tokens[i];
    auto const n = ordinal_of(t.text);
    if (auto const m = month_of(t.text); m && !month)
      month = m;
    else if (n && *n >= 1 && *n <= 31 && !day)
      day = n;
    else if (n && *n >= 1000 && *n <= 2999)
      year = n;
    else if (i == first || (t.text != "," && t.text != "of" && t.text != "th" && t.text != "st" && t.text != "nd" && t.text != "rd"))
      return {};
  }
  if (!month || !day || !year) return {};
  auto const y = std::to_string(*year), m = std::to_string(*month), d = std::to_string(*day);
  auto const joined = [](std::string a, std::string const& b, std::string const& c) {
    return a.append("-").append(b).append("-").append(c);
  };
  return written_value{first, i, {joined(y, two_digits(*month), two_digits(*day)), joined(m, d, y), joined(d, m, y)}};
}

/// Dates, and numbers with words in them; "one" alone counts nothing.
inline std::vector<written_value> written_values(std::span<retrieve::token const> tokens) {
  std::vector<written_value> out;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (auto date = written_date(tokens, i)) out.push_back(std::move(*date));
  for (auto const& n : written_numbers(tokens)) {
    auto const words = tokens.subspan(n.first, n.last - n.first);
    if (words.size() > 1 || (words.front().is == retrieve::token::kind::word && n.value != 1))
      out.push_back({n.first, n.last, {number_text(n.value)}});
  }
  return out;
}

}  // namespace t2s::link::detail

#endif
