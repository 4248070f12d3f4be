// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_CSV_COLUMN_HPP
#define T2S_LAB_EVALUATION_DETAIL_CSV_COLUMN_HPP

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// The types that pandas.read_csv finds in comma-separated values, which Spider 2's program reads its results with.
namespace t2s::evaluation::comparing {

/// Whether a field means that there is no value: one of pandas' usual words.
inline bool is_absent(std::string_view field) {
  static constexpr std::array<std::string_view, 19> words{"",     "#N/A",   "#N/A N/A", "#NA",  "-1.#IND", "-1.#QNAN", "-NaN",
                                                          "-nan", "1.#IND", "1.#QNAN",  "<NA>", "N/A",     "NA",       "NULL",
                                                          "NaN",  "None",   "n/a",      "nan",  "null"};
  return std::ranges::find(words, field) != words.end();
}

/// Without the white space that C's isspace knows.
inline std::string_view without_blanks(std::string_view field) {
  static constexpr std::string_view blanks = " \t\n\v\f\r";
  auto const begin = std::min(field.find_first_not_of(blanks), field.size());
  field.remove_prefix(begin);
  return field.substr(0, field.find_last_not_of(blanks) + 1);
}

/// What is wrong with a field as an integer.
enum class integer_fault { none, other_text, overflow };

/// Reads a sign and digits.
template <class Integer>
integer_fault read_integer(std::string_view field, Integer& to) {
  field = without_blanks(field);
  bool const plus = field.starts_with('+');
  if (plus) field.remove_prefix(1);
  auto const digits = field.starts_with('-') && !plus ? field.substr(1) : field;
  if (digits.empty() || !std::ranges::all_of(digits, [](char c) { return text::is_digit(c); })) return integer_fault::other_text;
  if (std::is_unsigned_v<Integer> && digits.size() < field.size()) return to = 0, integer_fault::none;  // as pandas leaves it
  return std::from_chars(field.data(), field.data() + field.size(), to).ec == std::errc() ? integer_fault::none : integer_fault::overflow;
}

inline std::optional<double> infinity_of(std::string_view field) {
  bool const negative = field.starts_with('-');
  if (negative || field.starts_with('+')) field.remove_prefix(1);
  if (!text::same(field, "inf") && !text::same(field, "infinity")) return {};
  return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
}

/// The digits of a number, of which pandas reads no more than 17, zeros in front included.
struct real_digits {
  double number = 0;
  int read = 0;      ///< digits that count
  int exponent = 0;  ///< of ten

  void add(char digit) {
    number = number * 10 + (digit - '0');
    ++read;
  }
  [[nodiscard]] bool is_full() const { return read == 17; }
};

inline std::string_view take_digits(std::string_view& from) {
  auto const digits = from.substr(0, std::min(from.find_first_not_of("0123456789"), from.size()));
  from.remove_prefix(digits.size());
  return digits;
}

/// number * 10^exponent in double precision, without the correct rounding of the last bit.
inline double scaled(double number, int exponent) {
  auto const power = [](int of) { return std::strtod(("1e" + std::to_string(of)).c_str(), nullptr); };
  if (exponent > 308) return HUGE_VAL;
  if (exponent > 0) return number * power(exponent);
  return exponent < -308 ? number / power(std::min(308, -308 - exponent)) / power(308) : number / power(-exponent);
}

/// A real in decimal digits as pandas reads it, which may be off in the last bits, or an infinity.
inline std::optional<double> read_real(std::string_view field) {
  if (auto const infinite = infinity_of(field)) return infinite;
  field = without_blanks(field);
  bool const negative = field.starts_with('-');
  if (negative || field.starts_with('+')) field.remove_prefix(1);
  real_digits of;
  for (char const d : take_digits(field)) of.is_full() ? static_cast<void>(++of.exponent) : of.add(d);
  if (field.starts_with('.')) {
    field.remove_prefix(1);
    for (char const d : take_digits(field)) {
      if (of.is_full()) break;
      of.add(d);
      --of.exponent;
    }
  }
  if (of.read == 0) return {};
  if (field.starts_with('e') || field.starts_with('E')) {
    field.remove_prefix(1);
    if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
    int power = 0;
    auto const [end, wrong] = std::from_chars(field.data(), field.data() + field.size(), power);
    if (wrong != std::errc()) return {};
    field.remove_prefix(static_cast<std::size_t>(end - field.data()));
    of.exponent += std::clamp(power, -100'000, 100'000);
  }
  auto const read = scaled(of.number, of.exponent);
  if (!field.empty() || !std::isfinite(read)) return {};
  return negative ? -read : read;
}

inline bool is_truth_value(std::string_view field) { return text::same(field, "true") || text::same(field, "false"); }

/// The type of a column. Large integers are those above 2^63 - 1.
enum class csv_type { integers, large_integers, reals, truth_values, texts };

/// Of the fields that are not absent, in order, the first that is no integer decides.
template <class Integer>
integer_fault first_fault(std::vector<std::string> const& fields) {
  for (auto const& f : fields) {
    Integer read = 0;
    auto const fault = is_absent(f) ? integer_fault::none : read_integer(f, read);
    if (fault != integer_fault::none) return fault;
  }
  return integer_fault::none;
}

/// With an absent value or a sign beside them, large integers stay texts.
inline bool are_plain(std::vector<std::string> const& large) {
  return std::ranges::none_of(large, [](std::string const& f) { return is_absent(f) || without_blanks(f).starts_with('-'); });
}

inline csv_type type_of_fields(std::vector<std::string> const& fields) {
  auto const all = [&fields](auto const& fits) {
    return std::ranges::all_of(fields, [&](std::string const& f) { return is_absent(f) || fits(f); });
  };
  auto fault = first_fault<std::int64_t>(fields);
  if (fault == integer_fault::none) return csv_type::integers;
  if (fault == integer_fault::overflow) {
    fault = first_fault<std::uint64_t>(fields);
    if (fault == integer_fault::overflow) return csv_type::texts;
    if (fault == integer_fault::none) return are_plain(fields) ? csv_type::large_integers : csv_type::texts;
  }
  if (all([](std::string const& f) { return read_real(f).has_value(); })) return csv_type::reals;
  return all(&is_truth_value) ? csv_type::truth_values : csv_type::texts;
}

}  // namespace t2s::evaluation::comparing

#endif
