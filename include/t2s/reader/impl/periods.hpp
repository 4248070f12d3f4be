// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_PERIODS_HPP
#define T2S_READER_IMPL_PERIODS_HPP

#include "t2s/link/internal/written_time.hpp"
#include "t2s/reader/impl/reading.hpp"
#include "t2s/schema/literal.hpp"

#include <chrono>

/// Columns of times, and conditions on them.
namespace t2s::reader {

inline constexpr std::array<std::string_view, 6> birth_words{"birth", "birthday", "birthdate", "birthyear", "dob", "born"};

[[nodiscard]] inline bool is_birth(reading const& r, column_id c) {
  return std::ranges::any_of(r.resolve.words_of(c), [](std::string_view w) { return has_word(birth_words, w); });
}

/// The year that a number is, if it may be one.
[[nodiscard]] inline std::optional<schema::period> year_of(std::string_view number) {
  auto const year = link::year_of(number);
  return year ? std::optional(schema::year_period(*year)) : std::nullopt;
}

/// What holds where the comparison does not.
[[nodiscard]] inline comparison opposite(comparison op) {
  switch (op) {
    case comparison::less: return comparison::at_least;
    case comparison::at_most: return comparison::greater;
    case comparison::at_least: return comparison::less;
    case comparison::greater: return comparison::at_most;
    default: return comparison::unequal;
  }
}

/// The column of a word of the list whose values are known to be times, else any.
[[nodiscard]] inline std::optional<column_id> named_time(reading const& r, std::span<std::string_view const> words) {
  auto const writes_times = [&](column_id c) {
    auto const form = r.names.form_of(c).times;
    return form != schema::time_form::none && form != schema::time_form::unknown;
  };
  auto const known = r.resolve.measured(words, r.focus, writes_times);
  return known ? known : r.resolve.measured(words, r.focus);
}

/// The only column of the table asked about that fits.
template <class Fits>
[[nodiscard]] std::optional<column_id> only_column(reading const& r, Fits fits) {
  std::optional<column_id> only;
  for (std::uint32_t c = 0; c < r.resolve.columns_of(r.focus).size(); ++c) {
    if (!fits(column_id{r.focus, c})) continue;
    if (only) return {};
    only = column_id{r.focus, c};
  }
  return only;
}

/// The column of times that nothing names: of births where somebody is born, else by its name, else the only one of the table.
[[nodiscard]] inline std::optional<column_id> time_column(reading const& r) {
  bool const born = r.any_word(0, r.size(), "born");
  if (auto const birth = born ? named_time(r, birth_words) : std::nullopt) return birth;
  static constexpr std::array<std::string_view, 3> words{"year", "date", "time"};
  if (auto const named = named_time(r, words)) return named;
  return only_column(r, [&](column_id c) { return r.names.is_time(c); });
}

/// Compares a column of years.
inline bool require_years(reading& r, std::size_t token, column_id c, comparison op, schema::period const& p) {
  auto const form = r.names.form_of(c);
  auto const& column = r.names.column(c);
  auto const lo = *schema::time_literal(column, form, p.first);
  auto const last_year = std::chrono::year_month_day(p.behind - std::chrono::days(1)).year();
  auto const hi = *schema::time_literal(column, form, schema::year_period(static_cast<int>(last_year)).first);
  bool const at_start = op == comparison::less || op == comparison::at_least || lo == hi;
  bool const at_end = op == comparison::greater || op == comparison::at_most, within = op == comparison::equal;
  if (at_start || at_end) r.require(token, c, op, at_start ? lo : hi);
  if (!at_start && within) r.require(token, c, comparison::between, lo, hi);
  return at_start || at_end || within;
}

/// Compares a column with a period. False if its form is not known or does not tell the period's ends.
inline bool require_period(reading& r, std::size_t token, column_id c, comparison op, schema::period const& p) {
  auto const form = r.names.form_of(c);
  auto const& column = r.names.column(c);
  auto const put = [&](comparison how, std::optional<std::string> const& operand) {
    if (operand) r.require(token, c, how, *operand);
    return operand.has_value();
  };
  auto const lo = schema::time_literal(column, form, p.first), hi = schema::time_literal(column, form, p.behind);
  if (form.times == schema::time_form::years) return lo && hi && require_years(r, token, c, op, p);
  switch (op) {
    case comparison::less: return put(comparison::less, lo);
    case comparison::at_least: return put(comparison::at_least, lo);
    case comparison::at_most: return put(comparison::less, hi);
    case comparison::greater: return put(comparison::at_least, hi);
    case comparison::equal:
    case comparison::unequal: break;
    default: return false;
  }
  bool const equal = op == comparison::equal, day = p.behind == p.first + std::chrono::days(1);
  if (day && (form.times == schema::time_form::day_texts || form.times == schema::time_form::digits)) return put(op, lo);
  if (auto const pattern = schema::time_pattern(form, p)) return put(equal ? comparison::like : comparison::not_like, *pattern);
  return equal && lo && hi && put(comparison::at_least, lo) && put(comparison::less, hi);
}

}  // namespace t2s::reader

#endif
