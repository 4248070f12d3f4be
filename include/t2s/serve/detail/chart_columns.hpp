// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CHART_COLUMNS_HPP
#define T2S_SERVE_DETAIL_CHART_COLUMNS_HPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/serve/detail/chart.hpp"
#include "t2s/serve/detail/chart_time.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the columns of a result are to a chart.
namespace t2s::serve::detail {

enum class column_role {
  other,     ///< nothing that a chart shows: blobs, long texts, coordinates, numbers that may be years
  measure,   ///< numbers that say how much
  category,  ///< short texts
  key,       ///< names a row: an id, a code, a rank
  time,      ///< years, months of a year, days, moments
  month,     ///< the months of any year, 1 to 12
};

inline constexpr int first_year = 1000, last_year = 2999, first_likely_year = 1800, last_likely_year = 2100;

using column_values = std::vector<value const*>;
using words_of_column = std::vector<std::string>;

template <std::size_t N>
[[nodiscard]] bool has_word(words_of_column const& in, std::array<std::string_view, N> const& of) {
  return t2s::detail::any_of(in, [&](std::string const& w) { return t2s::detail::has(of, std::string_view(w)); });
}

/// Whether a name says that the column counts or adds up.
[[nodiscard]] inline bool adds_up(std::string_view name) {
  constexpr std::array<std::string_view, 6> words{"count", "sum", "total", "number", "num", "counts"};
  constexpr std::array<std::string_view, 10> others{"avg",  "average", "mean",    "min",        "max",
                                                    "rate", "ratio",   "percent", "percentage", "share"};
  auto const in = text::words_of_name(name);
  return has_word(in, words) && !has_word(in, others) && name.find('/') == name.npos && name.find('%') == name.npos;
}

/// Whether a name is that of a count, a sum or a mean, which is neither a key nor a year whatever its values are.
[[nodiscard]] inline bool is_aggregate(std::string_view name, words_of_column const& in) {
  constexpr std::array<std::string_view, 11> words{"count",  "sum", "total",  "avg",    "average", "mean",
                                                   "median", "num", "counts", "stddev", "variance"};
  if (in.empty()) return false;
  if (name.find('(') != name.npos) return has_word(in, words);
  return t2s::detail::has(words, std::string_view(in.front())) || t2s::detail::has(words, std::string_view(in.back())) ||
         (in.front() == "number" && in.size() > 1);
}

/// Whether a name is that of a column that identifies rows: "song_id", "postcode", "room_number", "max(t.id)".
[[nodiscard]] inline bool is_named_as_key(words_of_column const& in) {
  constexpr std::array<std::string_view, 22> last{"id",      "ids",      "key",   "code",    "codes", "uuid",   "guid", "zip",
                                                  "zipcode", "postcode", "phone", "fax",     "isbn",  "issn",   "ssn",  "nr",
                                                  "no",      "ref",      "sku",   "barcode", "rank",  "ranking"};
  if (in.empty()) return false;
  return t2s::detail::has(last, std::string_view(in.back())) || (in.back() == "number" && in.size() > 1);
}

[[nodiscard]] inline bool is_named_as_place(words_of_column const& in) {
  constexpr std::array<std::string_view, 5> words{"lat", "latitude", "lon", "lng", "longitude"};
  return has_word(in, words);
}

[[nodiscard]] inline bool is_named_as_year(std::string_view name, words_of_column const& in) {
  constexpr std::array<std::string_view, 3> words{"year", "yr", "years"};
  return name.ends_with("year") || name.ends_with("Year") || name.find("'%Y'") != name.npos ||
         (has_word(in, words) && (in.back() != "years" || in.size() == 1) && in.back() != "old");
}

[[nodiscard]] inline bool is_named_as_month(std::string_view name, words_of_column const& in) {
  return name.find("'%m'") != name.npos || (!in.empty() && in.back() == "month") || (in.size() > 1 && in.front() == "month");
}

/// Whether a column is the part of a date stored as text, "2024-05-31" or "31.05.2024": "substr(day, 1, 4)".
[[nodiscard]] inline bool is_part_of_date(std::string_view name, std::array<std::string_view, 2> const& places) {
  return text::lower(name).starts_with("substr(") && t2s::detail::any_of(places, [&](std::string_view p) { return name.ends_with(p); });
}
[[nodiscard]] inline bool is_year_of_date(std::string_view name) { return is_part_of_date(name, {", 1, 4)", ", 7, 4)"}); }
[[nodiscard]] inline bool is_month_of_date(std::string_view name) { return is_part_of_date(name, {", 6, 2)", ", 4, 2)"}); }

/// Whether an engine's type is one of exact numbers, whose values are texts where no double has them.
[[nodiscard]] inline bool is_decimal_type(std::string_view type) {
  auto const t = text::lower(type);
  return t.starts_with("numeric") || t.starts_with("decimal");
}

/// The number of a value, perhaps not finite; nothing for what is none. `decimals`: texts may be numbers, too.
[[nodiscard]] inline std::optional<double> number_of(value const& v, bool decimals) {
  if (auto const* i = v.integer()) return static_cast<double>(*i);
  if (auto const* r = v.real()) return *r;
  if (!decimals || !v.text()) return {};
  if (*v.text() == "NaN") return std::numeric_limits<double>::quiet_NaN();
  double number = 0;
  return text::to_number(*v.text(), number) == std::errc() ? std::optional(number) : std::nullopt;
}

/// The whole number of a value: of an integer, a real without a fraction, or of digits.
[[nodiscard]] inline std::optional<int> small_whole(value const& v) {
  constexpr double most = 9999;
  auto const number = number_of(v, true);
  if (!number || !(*number >= 0 && *number <= most) || *number != std::floor(*number)) return {};
  return static_cast<int>(*number);
}

[[nodiscard]] inline bool all_within(column_values const& all, int least, int most) {
  return t2s::detail::all_of(all, [&](value const* v) {
    auto const n = small_whole(*v);
    return n && *n >= least && *n <= most;
  });
}

/// Whether whole numbers count up by one, in any order: a rank, a number of rows, a grade.
[[nodiscard]] inline bool is_numbering(column_values const& all) {
  constexpr std::size_t fewest = 3;
  std::vector<std::int64_t> sorted;
  for (auto const* v : all) {
    if (!v->integer()) return false;
    sorted.push_back(*v->integer());
  }
  if (sorted.size() < fewest) return false;
  t2s::detail::sort(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i - 1] == std::numeric_limits<std::int64_t>::max() || sorted[i] != sorted[i - 1] + 1) return false;
  return true;
}

[[nodiscard]] inline column_role role_of_numbers(std::string_view name, words_of_column const& words, column_values const& all) {
  bool const aggregate = is_aggregate(name, words);
  if (!aggregate && is_named_as_year(name, words) && all_within(all, first_year, last_year)) return column_role::time;
  if (!aggregate && is_named_as_month(name, words) && all_within(all, 1, 12)) return column_role::month;
  if (aggregate) return column_role::measure;
  if (is_named_as_key(words) || is_numbering(all)) return column_role::key;
  if (is_named_as_place(words) || all_within(all, first_likely_year, last_likely_year)) return column_role::other;
  return column_role::measure;
}

[[nodiscard]] inline column_role role_of_texts(std::string_view name, words_of_column const& words, column_values const& all) {
  constexpr std::size_t digits_of_year = 4;
  if (t2s::detail::all_of(all, [](value const* v) { return read_chart_time(*v->text()).has_value(); })) return column_role::time;
  bool const four = t2s::detail::all_of(all, [](value const* v) { return v->text()->size() == digits_of_year; });
  if (four && is_named_as_year(name, words) && all_within(all, first_year, last_year)) return column_role::time;
  if (four && is_year_of_date(name) && all_within(all, first_likely_year, last_likely_year)) return column_role::time;
  if ((is_named_as_month(name, words) || is_month_of_date(name)) && all_within(all, 1, 12)) return column_role::month;
  if (t2s::detail::any_of(all, [](value const* v) { return v->text()->size() > longest_label; })) return column_role::other;
  return is_named_as_key(words) ? column_role::key : column_role::category;
}

/// The role of a column, by its name, the engine's type and its values that are not NULL.
[[nodiscard]] inline column_role role_of(std::string_view name, std::string_view type, column_values const& all) {
  if (all.empty()) return column_role::other;
  auto const words = text::words_of_name(name);
  if (text::lower(type).starts_with("bool")) return column_role::category;
  bool const decimals = is_decimal_type(type);
  if (t2s::detail::all_of(all, [&](value const* v) { return number_of(*v, decimals).has_value(); }))
    return role_of_numbers(name, words, all);
  if (t2s::detail::all_of(all, [](value const* v) { return v->text() != nullptr; })) return role_of_texts(name, words, all);
  return column_role::other;
}

}  // namespace t2s::serve::detail

#endif
