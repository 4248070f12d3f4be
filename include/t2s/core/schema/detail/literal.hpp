// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_DETAIL_LITERAL_HPP
#define T2S_CORE_SCHEMA_DETAIL_LITERAL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The form of a literal for a comparison with a column (https://sqlite.org/datatype3.html, sections 3.1 and 4.2). In SQLite every number
/// is less than every text, after the column's affinity has converted the literal: `born < '1960'` is true for no row if `born DATE`, with
/// numeric affinity, holds texts like '1959-03-01'.
namespace t2s::schema {

/// How a column stores points in time.
enum class time_form : std::uint8_t {
  unknown,       ///< no value was seen
  none,          ///< not points in time, or of several formats that do not sort together
  years,         ///< 1960
  digits,        ///< 19600501
  year_texts,    ///< texts that begin with the year, of several precisions or without leading zeros: they sort by year
  month_texts,   ///< '1960-05'
  day_texts,     ///< '1960-05-01'
  time_texts,    ///< '1960-05-01 10:30:00', possibly with days without a time
  seconds,       ///< seconds since 1970, UTC
  milliseconds,  ///< milliseconds since 1970, UTC
  day_first,     ///< '01.05.1960', possibly with a time behind it: known from the user alone
  month_first,   ///< '05/01/1960', likewise
};

/// Whether texts of a form do not sort by time: they are compared as `sortable_time`.
[[nodiscard]] constexpr bool needs_sorting(time_form f) noexcept { return f == time_form::day_first || f == time_form::month_first; }

/// What a column stores, as far as it affects literals that are compared with it.
struct stored_form {
  bool numbers = false, texts = false;   ///< the storage classes seen
  time_form times = time_form::unknown;  ///< the format of its points in time
  char separator = '-';                  ///< between year, month and day in texts

  friend bool operator==(stored_form const&, stored_form const&) = default;
};

/// Finds the form of a column from its values. NULL and empty texts are skipped.
class form_survey {
 public:
  T2S_DECL void note(value const& v);                ///< considers one value; O(bytes of a time)
  [[nodiscard]] T2S_DECL stored_form found() const;  ///< the form of all values so far

 private:
  T2S_DECL void note(time_form f, char separator);

  stored_form form_{};
  bool begun_ = false;
};

/// A value as a literal of the dialect; `t2s::to_sql` has SQLite's. A text reads back as the same text.
[[nodiscard]] T2S_DECL std::string to_sql(value const& v, sql::dialect d);

struct period {
  std::chrono::sys_days first{};
  std::chrono::sys_days end{};  ///< the day after the last one

  friend bool operator==(period const&, period const&) = default;
};

/// The period of a year from 1000 to 2999.
[[nodiscard]] T2S_DECL period year_period(int year);
/// The period of a month, from 1 to 12.
[[nodiscard]] T2S_DECL period month_period(int year, unsigned month);
/// The period of a single day; nothing if the day does not exist.
[[nodiscard]] T2S_DECL std::optional<period> day_period(int year, unsigned month, unsigned day);
/// The period of "1960", "1960-05" or "1960-05-01", with - or /; nothing for other texts.
[[nodiscard]] T2S_DECL std::optional<period> period_of(std::string_view text);
/// Whether it consists of whole years.
[[nodiscard]] T2S_DECL bool is_of_years(period const& p);

/// The expression of a column's days as texts like '1960-05-01', for a form that `needs_sorting`.
[[nodiscard]] T2S_DECL std::string sortable_time(std::string const& column, time_form f, sql::dialect d);

/// The literal that is at most every stored time of that day or later, and greater than every earlier one; never a text that looks like a
/// number if the column has numeric affinity. For a form that `needs_sorting` it is for its `sortable_time`. Nothing if the column's form
/// is unknown, or too coarse for the day.
[[nodiscard]] T2S_DECL std::optional<std::string> time_literal(column const& c, stored_form const& f, std::chrono::sys_days day);

/// The pattern of LIKE, as a literal, that matches exactly the texts of a period; nothing if there is none, as for numbers.
[[nodiscard]] T2S_DECL std::optional<std::string> time_pattern(stored_form const& f, period const& p);

/// The literal for comparing `asked` with the column's values: in quotes if they are texts.
[[nodiscard]] T2S_DECL std::string literal_of(column const& c, stored_form const& f, std::string_view asked);

/// Whether a literal, converted by the column's affinity, may equal a value of the column. True if nothing is known of the column.
[[nodiscard]] T2S_DECL bool is_comparable(column const& c, stored_form const& f, bool quoted, std::string_view text);

}  // namespace t2s::schema

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/schema/detail/literal.ipp"
#endif

#endif
