// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_ROW_LIMIT_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_ROW_LIMIT_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/reading.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace t2s::reader::detail {

/// The number of rows for the superlative at tokens [first, last); 1 without a number. Marks its words as used.
struct row_limit {
  reading& r_;
  std::size_t first_, last_;

  std::size_t read() {
    for (auto const& n : {&row_limit::beside, &row_limit::after_top, &row_limit::of_rows_with, &row_limit::of_names})
      if (auto const found = (this->*n)()) return *found;
    return first_ > 0 && is_many(first_ - 1) ? use_word(first_ - 1, first_ - 1) : 1;
  }

 private:
  /// "the 3 oldest", "the oldest 3"
  std::optional<std::size_t> beside() {
    return use_digits(r_.next(0, r_.size(), [&](std::size_t i) {
      auto const& m = r_.at(i);
      return m.number && (m.last == first_ || m.first == last_) && *m.number >= 1 && *m.number <= 1000;
    }));
  }

  /// "the top 3 by age", "top three"
  std::optional<std::size_t> after_top() {
    auto const is_top = [&](std::size_t t) { return t > 0 && r_.is_word(t - 1, "top"); };
    auto const found = r_.next(0, r_.size(), [&](std::size_t i) { return r_.at(i).number && r_.is_free(i) && is_top(r_.at(i).first); });
    if (found) r_.mark_read(r_.at(*found).first - 1, r_.at(*found).last);
    if (found) return use_digits(found);
    for (std::size_t t = 1; t < r_.size(); ++t)
      if (is_top(t) && number_word(r_.word(t)).value_or(0) > 0) return use_word(t - 1, t);
    return {};
  }

  /// "of the three cities with the most shops"
  std::optional<std::size_t> of_rows_with() {
    auto t = first_;
    while (t > 0 && r_.is_word(t - 1, "the that have has with")) --t;
    auto const rows = t < first_ ? r_.previous(t, 0, &reading::is_table_first) : std::nullopt;
    auto const n = rows && r_.at(*rows).first > 1 ? r_.at(*rows).first - 1 : 0;
    if (n == 0 || !r_.is_word(n - 1, "the those")) return {};
    if (is_many(n)) return use_word(n, n);
    return use_digits(r_.previous(n + 1, 0, [&](std::size_t i) { return r_.is_free(i) && r_.at(i).number && *r_.at(i).number > 1; }));
  }

  /// "which 3 cities", "which three cities"
  std::optional<std::size_t> of_names() {
    auto const names = [&](std::size_t token) { return r_.next(token, 0, &reading::is_name).has_value(); };
    auto const digits = r_.next(0, 4, [&](std::size_t i) {
      auto const& m = r_.at(i);
      return m.number && r_.is_free(i) && m.last < first_ && *m.number > 1 && *m.number <= 1000 && names(m.last);
    });
    if (digits) return use_digits(digits);
    for (std::size_t t = 0; t + 1 < first_ && t < 5; ++t)
      if (is_many(t) && names(t + 1)) return use_word(t, t);
    return {};
  }

  [[nodiscard]] bool is_many(std::size_t t) const { return number_word(r_.word(t)).value_or(0) > 1; }
  std::optional<std::size_t> use_digits(std::optional<std::size_t> mention) {
    if (!mention) return {};
    r_.used[*mention] = true;
    return static_cast<std::size_t>(*r_.at(*mention).number);
  }
  std::size_t use_word(std::size_t from, std::size_t t) {
    r_.mark_read(from, t + 1);
    return static_cast<std::size_t>(*number_word(r_.word(t)));
  }
};

/// "in total", "altogether" behind what is added up: its tokens; `last` is 0 without one.
struct sum_phrase {
  std::size_t first = 0, last = 0;
};
[[nodiscard]] inline sum_phrase find_sum(reading const& r) {
  for (std::size_t t = 1; t < r.size(); ++t) {
    if (r.is_word(t, "altogether overall combined")) return {t, t + 1};
    if (r.is_word(t, "total") && r.is_word(t - 1, "in")) return {t - 1, t + 1};
  }
  return {};
}

/// The number of rows before the one of an ordinal: 1 for "second" and "2nd"; 0 for any other word.
[[nodiscard]] inline std::size_t rows_before(std::string_view ordinal) {
  static constexpr std::array<std::string_view, 18> all{"second", "third", "fourth", "fifth", "sixth", "seventh",
                                                        "eighth", "ninth", "tenth",  "2nd",   "3rd",   "4th",
                                                        "5th",    "6th",   "7th",    "8th",   "9th",   "10th"};
  auto const* found = t2s::detail::find_if(all, [&](std::string_view w) { return w == ordinal; });
  return found ? 1 + static_cast<std::size_t>(found - all.data()) % 9 : 0;
}

/// The same for the word before a superlative: "the second highest".
[[nodiscard]] inline std::size_t rows_before(reading const& r, std::size_t first) { return first > 0 ? rows_before(r.word(first - 1)) : 0; }

/// The same; marks the word as used.
inline std::size_t read_ordinal(reading& r, std::size_t first) {
  auto const before = rows_before(r, first);
  if (before == 0) return 0;
  r.mark_read(first - 1, first);
  r.use_within(first - 1, first);
  return before;
}

}  // namespace t2s::reader::detail

#endif
