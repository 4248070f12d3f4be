// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_WRITTEN_VALUES_HPP
#define T2S_RETRIEVE_LINK_DETAIL_WRITTEN_VALUES_HPP

#include "t2s/core/detail/number_words.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/retrieve/detail/tokens.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Numbers, years, months and days in a question, as digits or words.
namespace t2s::link {

/// A number in a question.
struct written_number {
  std::size_t first = 0, last = 0;  ///< its tokens
  double value = 0;                 ///< what they write
};

/// The factor of a word after a number: 1000 for "thousand".
[[nodiscard]] inline std::optional<double> scale_of(std::string_view word) {
  auto const zeros = t2s::detail::zeros_of_word(word);
  return zeros ? std::optional(std::pow(10.0, static_cast<double>(*zeros))) : std::nullopt;
}

/// A number in digits, without an exponent.
[[nodiscard]] inline std::string number_text(double n) {
  std::array<char, 400> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), n, std::chars_format::fixed).ptr};
}

/// A period in a question.
struct written_time {
  std::size_t first = 0, last = 0;  ///< its tokens
  schema::period when{};            ///< what they write
  bool bare = false;                ///< a number of four digits, which may also be an amount
};

/// The month of an English name or its first three letters.
[[nodiscard]] inline std::optional<int> month_of(std::string_view word) {
  static constexpr std::array<std::string_view, 12> months{"january", "february", "march",     "april",   "may",      "june",
                                                           "july",    "august",   "september", "october", "november", "december"};
  for (std::size_t i = 0; i < months.size(); ++i)
    if (word.size() >= 3 && months[i].starts_with(word)) return static_cast<int>(i + 1);
  return {};
}

/// The whole number at the start of a word that may end in "st", "nd", "rd" or "th".
[[nodiscard]] inline std::optional<int> ordinal_of(std::string_view word) {
  int n = 0;
  auto const [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), n);
  std::string_view const rest(end, static_cast<std::size_t>(word.data() + word.size() - end));
  if (wrong != std::errc() || !(rest.empty() || rest == "st" || rest == "nd" || rest == "rd" || rest == "th")) return {};
  return n;
}

/// The year of four digits, from 1000 to 2999.
[[nodiscard]] inline std::optional<int> year_of(std::string_view s) {
  auto const found = s.size() == 4 ? schema::period_of(s) : std::nullopt;
  if (!found) return {};
  return static_cast<int>(std::chrono::year_month_day(found->first).year());
}

namespace detail {

/// Reads a number word by word: "three hundred thousand" is 300 so far, then 300,000 in all.
struct number_reader {
  std::span<retrieve::token const> tokens_;
  double whole_ = 0, part_ = 0;
  bool begun_ = false;

  /// The number that begins at a token: digits, words, and their factors. "A million" is a number, "millions" alone is not.
  [[nodiscard]] std::optional<written_number> at(std::size_t first) {
    auto const last = end_at(first);
    return last > first ? std::optional(written_number{first, last, whole_ + part_}) : std::nullopt;
  }

  /// The end of its tokens; the token itself if no number begins there.
  [[nodiscard]] std::size_t end_at(std::size_t first) {
    whole_ = part_ = 0;
    begun_ = first > 0 && tokens_[first - 1].text == "a" && scale_of(tokens_[first].text);
    if (begun_) part_ = 1;
    auto last = first;
    while (last < tokens_.size() && take(tokens_[last])) ++last;
    return last;
  }

 private:
  bool take(retrieve::token const& t) {
    if (t.is == retrieve::token::kind::number) return take_digits(t.text);
    if (t.is != retrieve::token::kind::word) return false;
    if (auto const scale = scale_of(t.lemma)) return multiply(*scale);
    auto const n = t2s::detail::number_of_word(t.lemma);
    return n && add(*n);
  }

  bool take_digits(std::string_view digits) {
    double n = 0;
    if (begun_ || text::to_number(digits, n) != std::errc()) return false;
    part_ = n;
    begun_ = true;
    return true;
  }

  bool multiply(double scale) {
    if (part_ == 0) return false;
    auto const product = part_ * scale, nearest = std::round(product);
    part_ = std::abs(product - nearest) < 1e-6 ? nearest : product;  // 2.3 million is no 2,299,999.9999999995
    if (scale > 100) whole_ += std::exchange(part_, 0);
    return true;
  }

  /// "Twenty" continues with "five", "hundred" and "thousand" after either; nothing else continues.
  bool add(int n) {
    bool const fits = !begun_ || (part_ == 0 && whole_ > 0) || (part_ > 0 && std::fmod(part_, n < 10 ? 10 : 100) == 0);
    if (fits) {
      part_ += n;
      begun_ = true;
    }
    return fits;
  }
};

/// Reads "1960-05-01", "1960/05", "1960-1965" and "1960s", written as one word.
inline std::optional<schema::period> period_of(std::string_view s) {
  if (auto const found = schema::period_of(s)) return found;
  if (s.size() == 5 && s.ends_with("0s"))
    if (auto const year = year_of(s.substr(0, 4)))
      return schema::period{schema::year_period(*year).first, schema::year_period(*year + 10).first};
  if (s.size() != 9 || (s[4] != '-' && s[4] != '/')) return {};
  auto const from = year_of(s.substr(0, 4)), to = year_of(s.substr(5));
  if (!from || !to || *to < *from) return {};
  return schema::period{schema::year_period(*from).first, schema::year_period(*to).end};
}

/// Reads "May 5th, 1960", "5 May 1960", "the 5th of May 1960", "May 1960", from a token on; also the beginning of "between 1 March and 30
/// June 1960", whose year is that of the end.
inline std::optional<written_time> date_in_words(std::span<retrieve::token const> tokens, std::size_t first) {
  std::optional<int> month, day, year;
  std::optional<written_time> end;
  bool const ranges = first > 0 && (tokens[first - 1].text == "between" || tokens[first - 1].text == "from");
  auto i = first;
  for (; i < tokens.size() && i < first + 7 && !year; ++i) {
    auto const& t = tokens[i];
    auto const n = ordinal_of(t.text);
    if (auto const m = month_of(t.text); m && !month)
      month = m;
    else if (n && *n >= 1 && *n <= 31 && !day && t.text.size() <= 4)
      day = n;
    else if (auto const y = year_of(t.text); y && month)
      year = y;
    else if (ranges && month && (t.text == "and" || t.text == "to" || t.text == "until")) {
      if (end = date_in_words(tokens, i + 1); !end) return {};
      year = static_cast<int>(std::chrono::year_month_day(end->when.first).year());
      break;
    } else if (i == first || (t.text != "," && t.text != "of" && t.text != "." && t.text != "the" && t.text != "th"))
      return {};
  }
  if (!month || !year) return {};
  auto const m = static_cast<unsigned>(*month);
  auto const found = day ? schema::day_period(*year, m, static_cast<unsigned>(*day)) : std::optional(schema::month_period(*year, m));
  if (!found || (end && found->first > end->when.first)) return {};  // "from November to March 1960" leaves the first year open
  return written_time{first, i, *found, false};
}

}  // namespace detail

/// The numbers of a question from left to right, without overlaps. O(tokens).
[[nodiscard]] inline std::vector<written_number> written_numbers(std::span<retrieve::token const> tokens) {
  std::vector<written_number> out;
  detail::number_reader reader(tokens);
  for (std::size_t i = 0; i < tokens.size();) {
    auto const n = reader.at(i);
    if (n) out.push_back(*n);
    i = n ? n->last : i + 1;
  }
  return out;
}

/// The periods of a question from left to right, without overlaps. Days with a time of day are skipped. O(tokens).
[[nodiscard]] inline std::vector<written_time> written_times(std::span<retrieve::token const> tokens) {
  std::vector<written_time> out;
  for (std::size_t i = 0; i < tokens.size();) {
    auto found = detail::date_in_words(tokens, i);
    auto const& t = tokens[i];
    if (!found && t.is != retrieve::token::kind::mark)
      if (auto const p = detail::period_of(t.text))
        found = written_time{i, i + 1, *p, t.is == retrieve::token::kind::number && t.text.size() == 4};
    bool const exact = found && found->last < tokens.size() && tokens[found->last].text.find(':') != std::string::npos &&
                       tokens[found->last].is == retrieve::token::kind::number;
    if (found && !exact) out.push_back(*found);
    i = found ? found->last : i + 1;
  }
  return out;
}

}  // namespace t2s::link

#endif
