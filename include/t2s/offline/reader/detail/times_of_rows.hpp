// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_TIMES_OF_ROWS_HPP
#define T2S_OFFLINE_READER_DETAIL_TIMES_OF_ROWS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/offline/reader/detail/deeds.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

/// Which column has the times that a question means, and conditions on it.
namespace t2s::reader::detail {

inline constexpr measure_words birth_words{"birth", "birthday", "birthdate", "birthyear", "dob", "born"};

[[nodiscard]] inline bool is_birth(reading const& r, column_id c) { return r.resolve.has_any(c, birth_words); }

/// The year that a number may be.
[[nodiscard]] inline std::optional<schema::period> year_of(std::string_view number) {
  auto const year = link::year_of(number);
  return year ? std::optional(schema::year_period(*year)) : std::nullopt;
}

/// The negation of a comparison.
[[nodiscard]] inline comparison opposite(comparison op) {
  using enum comparison;
  return op == less ? at_least : op == at_most ? greater : op == at_least ? less : op == greater ? at_most : unequal;
}

/// The column for a word of the list; columns whose values are known to be times come first.
[[nodiscard]] inline std::optional<column_id> named_time(reading const& r, measure_words const& words) {
  auto const writes_times = [&](column_id c) {
    auto const form = r.names.form_of(c).times;
    return form != schema::time_form::none && form != schema::time_form::unknown;
  };
  auto const known = r.resolve.measured(words, r.focus, writes_times);
  return known ? known : r.resolve.measured(words, r.focus);
}

/// The only column of a table that satisfies a test.
template <class Fits>
[[nodiscard]] std::optional<column_id> only_column(reading const& r, std::uint32_t table, Fits fits) {
  std::optional<column_id> only;
  for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size(); ++c) {
    if (!fits(column_id{table, c})) continue;
    if (only) return {};
    only = column_id{table, c};
  }
  return only;
}

/// Whether a token is the verb of "did we sell".
[[nodiscard]] inline bool is_deed(reading const& r, std::size_t t) {
  return follows_did(t, [&r](std::size_t i) { return r.word(i); });
}

/// Whether the word of a token says that something was done after which a name is called: "sold" or "did we sell".
[[nodiscard]] inline bool says_done(reading const& r, std::size_t t, std::string_view name) {
  return is_participle_of(r.word(t), name) || (is_deed(r, t) && is_past_of(name, r.word(t)));
}

/// If a table has several columns of times: the one that a word of the question selects, as in "hired before 2005".
[[nodiscard]] inline std::optional<column_id> time_by_word(reading const& r, std::uint32_t table) {
  std::optional<column_id> best;
  std::size_t most = 0, all = 0;
  for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size(); ++c) {
    column_id const id{table, c};
    if (!r.names.is_time(id)) continue;
    ++all;
    auto words = r.resolve.distinguishing_words(id);
    for (auto const w : r.resolve.words_of(id))
      for (std::size_t t = 0; t < r.size(); ++t)
        if (!r.any_word(t - std::min<std::size_t>(t, 3), t, "not never")) words += says_done(r, t, w) ? 1U : 0U;
    if (words > most)
      best = id;
    else if (words == most)
      best.reset();
    most = std::max(most, words);
  }
  return all > 1 && most > 0 ? best : std::nullopt;
}

/// The same for the table asked about.
[[nodiscard]] inline std::optional<column_id> time_by_word(reading const& r) { return time_by_word(r, r.focus); }

/// Whether a column is known to hold days or moments.
[[nodiscard]] inline bool has_days(reading const& r, column_id c) {
  auto const form = r.names.form_of(c).times;
  return r.names.is_time(c) && form != schema::time_form::years && form != schema::time_form::year_texts &&
         form != schema::time_form::none && form != schema::time_form::unknown;
}

/// The first of a table's columns before one that have days or moments: rows are dated by their beginning.
[[nodiscard]] inline std::optional<column_id> first_moment_of(reading const& r, std::uint32_t table,
                                                              std::uint32_t until = column_id::whole_table) {
  for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size() && c < until; ++c)
    if (has_days(r, {table, c}) && !is_birth(r, {table, c})) return column_id{table, c};
  return {};
}

/// The same before a column that has days itself.
[[nodiscard]] inline std::optional<column_id> first_moment(reading const& r, column_id other) {
  return has_days(r, other) ? first_moment_of(r, other.table, other.column) : std::nullopt;
}

/// The only table with times to which the table asked about refers: lines are dated by their orders.
[[nodiscard]] inline std::optional<std::uint32_t> only_dated_owner(reading const& r) {
  std::optional<std::uint32_t> only;
  for (auto const& k : r.names.connected().tables()[r.focus].foreign_keys) {
    auto const* to = k.resolved ? r.names.schema().find_table(k.table) : nullptr;
    if (!to || to->is_view) continue;
    auto const owner = static_cast<std::uint32_t>(r.names.schema().place_of(*to));
    if (owner == r.focus || owner == only || !first_moment_of(r, owner)) continue;
    if (only) return {};
    only = owner;
  }
  return only;
}

/// If the table asked about has no times: the only one of the only other table whose columns or rows the question names.
[[nodiscard]] inline std::optional<column_id> time_beside(reading const& r) {
  auto const is_time = [&](column_id c) { return r.names.is_time(c); };
  for (std::uint32_t c = 0; c < r.resolve.columns_of(r.focus).size(); ++c)
    if (is_time({r.focus, c})) return {};
  std::optional<std::uint32_t> other;
  for (auto const& m : r.question.mentions) {
    if (m.options.empty() || m.is(kind::value) || m.options.front().score < 0.75 || m.number) continue;
    auto const table = m.options.front().where.table;
    if (table == r.focus || table == other) continue;
    if (other) return {};
    other = table;
  }
  if (!other) other = only_dated_owner(r);
  if (!other) return {};
  auto const called = time_by_word(r, *other);
  if (called) return called;
  auto const only = only_column(r, *other, is_time);
  return only ? only : first_moment_of(r, *other);
}

/// The column of times for an unnamed time: births if somebody is born, else by its name, else the only or the first one of the table.
[[nodiscard]] inline std::optional<column_id> time_column(reading const& r) {
  bool const born = r.any_word(0, r.size(), "born");
  if (auto const birth = born ? named_time(r, birth_words) : std::nullopt) return birth;
  if (r.acted_on) return r.acted_on;
  if (auto const found = time_by_word(r)) return found;
  static constexpr measure_words words{"year", "date", "time"};
  auto const named = named_time(r, words);
  if (auto const first = named && named->table == r.focus ? first_moment(r, *named) : std::nullopt) return first;
  if (named) return named;
  auto const is_time = [&](column_id c) { return r.names.is_time(c); };
  if (auto const own = only_column(r, r.focus, is_time)) return own;
  auto const first = first_moment_of(r, r.focus);  // of several: the confidence says that they are
  return first ? first : time_beside(r);
}

/// Compares a column of years.
inline bool require_years(reading& r, std::size_t token, column_id c, comparison op, schema::period const& p) {
  auto const form = r.names.form_of(c);
  auto const& column = r.names.column(c);
  auto const lo = *schema::time_literal(column, form, p.first);
  auto const last_year = std::chrono::year_month_day(p.end - std::chrono::days(1)).year();
  auto const hi = *schema::time_literal(column, form, schema::year_period(static_cast<int>(last_year)).first);
  bool const at_start = op == comparison::less || op == comparison::at_least || lo == hi;
  bool const at_end = op == comparison::greater || op == comparison::at_most, within = op == comparison::equal;
  if (at_start || at_end) r.require(token, c, op, at_start ? lo : hi);
  if (!at_start && within) r.require(token, c, comparison::between, lo, hi);
  return at_start || at_end || within;
}

/// Compares a column with a period. False if the column's form is unknown or cannot express the period's ends.
inline bool require_period(reading& r, std::size_t token, column_id c, comparison op, schema::period const& p) {
  auto const form = r.names.form_of(c);
  auto const& column = r.names.column(c);
  auto const put = [&](comparison how, std::optional<std::string> const& operand) {
    term left = plain(c);
    if (schema::needs_sorting(form.times)) left.part = time_part::day;
    if (operand) r.require(token, {left, how, *operand});
    return operand.has_value();
  };
  auto const lo = schema::time_literal(column, form, p.first), hi = schema::time_literal(column, form, p.end);
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
  bool const equal = op == comparison::equal, day = p.end == p.first + std::chrono::days(1);
  if (day && (form.times == schema::time_form::day_texts || form.times == schema::time_form::digits || schema::needs_sorting(form.times)))
    return put(op, lo);
  if (auto const pattern = schema::time_pattern(form, p)) return put(equal ? comparison::like : comparison::not_like, *pattern);
  return equal && lo && hi && put(comparison::at_least, lo) && put(comparison::less, hi);
}

}  // namespace t2s::reader::detail

#endif
