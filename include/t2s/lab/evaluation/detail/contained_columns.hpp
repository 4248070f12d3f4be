// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_CONTAINED_COLUMNS_HPP
#define T2S_LAB_EVALUATION_DETAIL_CONTAINED_COLUMNS_HPP

#include "t2s/core/detail/python_repr.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/result.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

/// Containment as IBM's text2sql-eval-toolkit has it (`compare_result_dfs` of unitxt): values as pandas writes them, row by row.
namespace t2s::evaluation::comparing {

namespace python = t2s::detail::python;

/// A real as it returns from the JSON in which the toolkit keeps results: with ten decimals, or with ten digits if it is huge or tiny. A
/// half is rounded to even, and up from 0, as pandas does.
inline double after_json(double r) {
  constexpr double most = 1e16 - 1, least = 1e-15, scale = 1e10;
  auto const size = std::fabs(r);
  if (size > most || (size != 0 && size < least)) {
    std::array<char, 40> digits{};
    std::snprintf(digits.data(), digits.size(), "%.10g", r);
    return std::strtod(digits.data(), nullptr);
  }
  auto whole = static_cast<std::uint64_t>(size);
  auto const scaled = (size - static_cast<double>(whole)) * scale;
  auto decimals = static_cast<std::uint64_t>(scaled);
  auto const rest = scaled - static_cast<double>(decimals);
  if (rest > 0.5 || (rest == 0.5 && (decimals == 0 || decimals % 2 == 1))) ++decimals;
  if (decimals >= static_cast<std::uint64_t>(scale)) {
    decimals = 0;
    ++whole;
  }
  auto fraction = std::to_string(decimals);
  fraction.insert(0, 10 - fraction.size(), '0');
  auto const read = std::strtod((std::to_string(whole) + "." + fraction).c_str(), nullptr);
  return r < 0 ? -read : read;  // -0.0 has lost its sign
}

/// The type that pandas gives a column: that of its values, or `object` if they are not all numbers, or all NULL.
enum class frame_type { integers, reals, objects };

/// NULL in JSON, as is a real that is not finite.
inline bool is_missing(value const& v) { return v.is_null() || (v.real() && !std::isfinite(*v.real())); }

inline frame_type type_of_column(db::rows const& of, std::size_t column) {
  bool reals = false, missing = false, numbers = false;
  for (auto const& row : of.values) {
    auto const& v = row[column];
    if (v.text() || v.bytes()) return frame_type::objects;
    missing |= is_missing(v);
    reals |= v.real() != nullptr;
    numbers |= !is_missing(v);
  }
  if (!numbers) return frame_type::objects;
  return reals || missing ? frame_type::reals : frame_type::integers;
}

/// A result as rows of texts.
using written_rows = std::vector<std::vector<std::string>>;

/// str(x) of a value in a column of this type; `as_real`: an integer becomes a real when its row is taken out of the frame.
inline std::string written(value const& v, frame_type in, bool as_real) {
  std::string text;
  if (is_missing(v)) return in == frame_type::reals ? "nan" : "None";
  if (auto const* s = v.text()) return *s;
  if (auto const* b = v.bytes()) return {reinterpret_cast<char const*>(b->bytes.data()), b->bytes.size()};
  auto const* i = v.integer();
  if (i && in != frame_type::reals && !as_real)
    python::append_integer(text, *i);
  else if (i && in != frame_type::reals)
    python::append_float(text, static_cast<double>(*i));  // was an integer in JSON
  else
    python::append_float(text, after_json(i ? static_cast<double>(*i) : *v.real()));
  return text;
}

/// All values as texts; nothing if pandas cannot keep the result, since some text or blob is not UTF-8.
///
/// With `rows_kept` each row is taken out of the frame, so that integers beside reals become reals if there is nothing else; without, each
/// column is written for itself and sorted.
inline std::optional<written_rows> written_rows_of(db::rows const& from, bool rows_kept) {
  std::vector<frame_type> types;
  for (std::size_t c = 0; c < from.columns.size(); ++c) types.push_back(type_of_column(from, c));
  bool const numbers = std::ranges::find(types, frame_type::objects) == types.end();
  bool const as_reals = rows_kept && numbers && std::ranges::find(types, frame_type::reals) != types.end();
  written_rows out(from.values.size(), std::vector<std::string>(types.size()));
  for (std::size_t r = 0; r < out.size(); ++r)
    for (std::size_t c = 0; c < types.size(); ++c) {
      out[r][c] = written(from.values[r][c], types[c], as_reals);
      if (text::first_invalid_utf8(out[r][c])) return {};
    }
  if (rows_kept) return out;
  std::vector<std::string> column(out.size());
  for (std::size_t c = 0; c < types.size(); ++c) {
    for (std::size_t r = 0; r < out.size(); ++r) column[r] = std::move(out[r][c]);
    std::ranges::sort(column);
    for (std::size_t r = 0; r < out.size(); ++r) out[r][c] = std::move(column[r]);
  }
  return out;
}

/// Whether in each pair of rows the values of the narrower result are among those of the wider one, each as often. If the order of rows
/// does not count, the columns are sorted first, each by itself, so that results with the same values in other combinations pass, too.
/// Never for results without rows.
inline bool contained(db::rows const& gold, db::rows const& predicted, bool ordered) {
  if (gold.empty() || predicted.empty() || gold.values.size() != predicted.values.size()) return false;
  bool const gold_is_less = gold.columns.size() <= predicted.columns.size();
  auto less = written_rows_of(gold_is_less ? gold : predicted, ordered), more = written_rows_of(gold_is_less ? predicted : gold, ordered);
  if (!less || !more) return false;
  for (std::size_t r = 0; r < less->size(); ++r) {
    std::ranges::sort((*less)[r]);
    std::ranges::sort((*more)[r]);
    if (!std::ranges::includes((*more)[r], (*less)[r])) return false;
  }
  return true;
}

}  // namespace t2s::evaluation::comparing

#endif
