// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_SPIDER2_FRAME_HPP
#define T2S_LAB_EVALUATION_DETAIL_SPIDER2_FRAME_HPP

#include "t2s/core/detail/python_repr.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"
#include "t2s/lab/evaluation/detail/csv_column.hpp"

#include <cmath>
#include <span>
#include <tuple>

/// Spider 2's comparison (`compare_pandas_table`). Its program writes the rows of a prediction as CSV and reads them with pandas, as it
/// reads the gold's, so that the text '007' is the number 7, and NULL, which then counts as 0, is an empty field or a word such as "NA".
namespace t2s::evaluation::comparing {

namespace python = t2s::detail::python;

/// A value in Python: a number, or a text.
struct frame_cell {
  bool is_number = false;
  double number = 0;
  std::string shown{};  ///< str(x)

  /// By which a column is sorted if the order of rows does not count.
  friend bool operator<(frame_cell const& a, frame_cell const& b) {
    return std::tie(a.shown, a.is_number) < std::tie(b.shown, b.is_number);
  }
};
using frame_column = std::vector<frame_cell>;

/// The values of some rows of a column as pandas writes them: integers beside a real or NULL become reals, unless there is text, too.
inline void write_fields(std::span<std::vector<value> const> rows, std::size_t column, std::vector<std::string>& to) {
  bool texts = false, reals = false;
  for (auto const& row : rows) {
    texts |= row[column].text() || row[column].bytes();
    reals |= row[column].is_null() || row[column].real();
  }
  for (auto const& row : rows) {
    auto const& v = row[column];
    auto& field = to.emplace_back();
    if (auto const* s = v.text()) field = s->substr(0, s->find('\0'));  // pandas reads no further
    if (auto const* b = v.bytes()) python::append_bytes(field, {reinterpret_cast<char const*>(b->bytes.data()), b->bytes.size()});
    if (auto const* x = v.real(); x && !std::isnan(*x)) python::append_float(field, *x);
    if (auto const* i = v.integer()) {
      if (reals && !texts)
        python::append_float(field, static_cast<double>(*i));
      else
        python::append_integer(field, *i);
    }
  }
}

/// The fields of a column in the CSV of a result. The program writes 500 rows at a time.
inline std::vector<std::string> csv_fields(db::rows const& of, std::size_t column) {
  constexpr std::size_t at_a_time = 500;
  std::vector<std::string> fields;
  std::span const rows(of.values);
  for (std::size_t begin = 0; begin < rows.size(); begin += at_a_time)
    write_fields(rows.subspan(begin, std::min(at_a_time, rows.size() - begin)), column, fields);
  return fields;
}

/// str(int(field)): without blanks, a plus sign and zeros in front.
inline std::string shown_integer(std::string_view field) {
  field = without_blanks(field);
  if (field.starts_with('+')) field.remove_prefix(1);
  std::string shown;
  if (field.starts_with('-')) {
    shown = "-";
    field.remove_prefix(1);
  }
  field.remove_prefix(std::min(field.find_first_not_of('0'), field.size() - 1));
  return field == "0" ? "0" : shown.append(field);
}

/// A field of a column of this type. An absent value is the integer 0.
inline frame_cell cell_of(std::string const& field, csv_type type, bool all_reals) {
  if (is_absent(field)) return {true, 0, "0"};
  if (type == csv_type::texts) return {false, 0, field};
  if (type == csv_type::truth_values) {
    bool const is = text::same(field, "true");
    return {true, is ? 1.0 : 0.0, is ? "True" : "False"};
  }
  frame_cell cell{true, read_real(field).value_or(0), {}};
  if (type == csv_type::reals || all_reals)
    python::append_float(cell.shown, cell.number);
  else
    cell.shown = shown_integer(field);
  return cell;
}

/// Columns of a result, each with its type; in a table of nothing but numbers, integers beside reals are reals.
class spider2_frame {
 public:
  explicit spider2_frame(db::rows const& of, std::vector<std::size_t> const& columns) {
    std::vector<std::vector<std::string>> fields;
    std::vector<csv_type> types;
    bool numbers = true, reals = false;
    for (auto const c : columns) {
      fields.push_back(csv_fields(of, c));
      types.push_back(type_of_fields(fields.back()));
      bool const gaps = std::ranges::any_of(fields.back(), &is_absent);
      if (types.back() == csv_type::integers && gaps) types.back() = csv_type::reals;
      numbers &= types.back() != csv_type::texts && types.back() != csv_type::truth_values;
      reals |= types.back() == csv_type::reals;
      decodable_ &= std::ranges::none_of(fields.back(), [](auto const& f) { return text::first_invalid_utf8(f).has_value(); });
    }
    bool const signed_ones = std::ranges::find(types, csv_type::integers) != types.end();
    bool const large_ones = std::ranges::find(types, csv_type::large_integers) != types.end();
    bool const all_reals = numbers && (reals || (signed_ones && large_ones));
    for (std::size_t i = 0; i < fields.size(); ++i) {
      auto& column = columns_.emplace_back();
      for (auto const& f : fields[i]) column.push_back(cell_of(f, types[i], all_reals));
    }
  }

  /// Whether all text is UTF-8: otherwise the program stops, and the prediction is wrong.
  [[nodiscard]] bool decodable() const { return decodable_; }
  [[nodiscard]] std::vector<frame_column> const& columns() const { return columns_; }

  void sort_columns() {
    for (auto& c : columns_) {  // stable; clang warns about what std::stable_sort uses
      auto const is_before = [&c](std::size_t a, std::size_t b) { return c[a] < c[b] || (!(c[b] < c[a]) && a < b); };
      std::vector<frame_cell> sorted;
      for (auto const at : t2s::detail::places_by(c.size(), is_before)) sorted.push_back(c[at]);
      c = std::move(sorted);
    }
  }

 private:
  std::vector<frame_column> columns_{};
  bool decodable_ = true;
};

/// math.isclose with an absolute tolerance of 0.01.
inline bool is_close(double a, double b) {
  if (a == b) return true;
  if (std::isinf(a) || std::isinf(b)) return false;
  auto const apart = std::fabs(a - b);
  return apart <= 1e-9 * std::fabs(b) || apart <= 1e-9 * std::fabs(a) || apart <= 0.01;
}

inline bool same_column(frame_column const& a, frame_column const& b) {
  return std::ranges::equal(a, b, [](frame_cell const& x, frame_cell const& y) {
    if (x.is_number != y.is_number) return false;
    return x.is_number ? is_close(x.number, y.number) : x.shown == y.shown;
  });
}

/// The gold's columns that count; nothing if one of them does not exist.
inline std::optional<std::vector<std::size_t>> columns_that_count(std::size_t width, std::vector<std::ptrdiff_t> const& places) {
  std::vector<std::size_t> columns;
  auto const size = static_cast<std::ptrdiff_t>(width);
  for (auto const p : places) {
    if (p >= size || p < -size) return {};
    columns.push_back(static_cast<std::size_t>(p < 0 ? p + size : p));
  }
  for (std::size_t c = 0; places.empty() && c < width; ++c) columns.push_back(c);
  return columns;
}

/// `comparison::spider2`
inline bool has_gold_columns(db::rows const& gold, db::rows const& predicted, comparison_rules const& rules) {
  auto const counting = columns_that_count(gold.columns.size(), rules.columns);
  if (!counting || gold.values.size() != predicted.values.size()) return false;
  spider2_frame wanted(gold, *counting), found(predicted, *columns_that_count(predicted.columns.size(), {}));
  if (!wanted.decodable() || !found.decodable()) return false;
  if (!rules.ordered) {
    wanted.sort_columns();
    found.sort_columns();
  }
  return std::ranges::all_of(wanted.columns(), [&](frame_column const& g) {
    return std::ranges::any_of(found.columns(), [&](frame_column const& p) { return same_column(g, p); });
  });
}

}  // namespace t2s::evaluation::comparing

#endif
