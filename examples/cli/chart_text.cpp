// SPDX-License-Identifier: BSL-1.0
#include "chart_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "printable.hpp"
#include "t2s/core/detail/text.hpp"
#include "table.hpp"

namespace cli {
namespace {

using t2s::serve::chart;
using t2s::serve::chart_kind;
using t2s::serve::chart_point;

constexpr std::size_t narrowest = 40, widest_label = 30, lines_high = 10;

std::string in_chars(double d, std::chars_format form, int digits) {
  std::array<char, 400> room{};
  auto const end = std::to_chars(room.data(), room.data() + room.size(), d, form, digits).ptr;
  return {room.data(), end};
}

/// A number for people: whole numbers whole, others with two digits after the point.
std::string spoken_number(double d) {
  constexpr double least = 0.01, most = 1e15;
  if (d == std::floor(d) && std::abs(d) < most) return in_chars(d, std::chars_format::fixed, 0);
  if (std::abs(d) >= least && std::abs(d) < most) return in_chars(d, std::chars_format::fixed, 2);
  return in_chars(d, std::chars_format::general, 4);
}

/// A text in so many columns, cut at its end or filled with blanks.
std::string in_columns(std::string const& raw, std::size_t columns) {
  auto text = printable(raw);
  while (t2s::text::display_width(text) > columns) text = std::string(t2s::text::whole_characters(text, text.size() - 1));
  return text.append(columns - t2s::text::display_width(text), ' ');
}

std::size_t rounded(double d) { return static_cast<std::size_t>(std::lround(d)); }

void print_trimmed(std::ostream& out, std::string const& line) { out << line.substr(0, line.find_last_not_of(' ') + 1) << "\n"; }

void print_title(std::ostream& out, chart const& c) { out << printable(c.measure.title) << " by " << printable(c.first.title) << "\n"; }

/// The smallest and the largest value, with zero between them.
struct value_range {
  double least = 0, most = 0;

  explicit value_range(std::vector<chart_point> const& points) {
    for (auto const& p : points) {
      least = std::min(least, p.value);
      most = std::max(most, p.value);
    }
  }
  /// How much of the range is below a value; the halves are subtracted, since their difference may be beyond a double.
  [[nodiscard]] double share(double v) const { return most == least ? 0 : (v / 2 - least / 2) / (most / 2 - least / 2); }
};

/// A bar from zero: to the right, or to the left of a line where some values are negative.
std::string bar_of(double value, value_range const& range, std::size_t columns) {
  auto const zero = rounded(range.share(0) * static_cast<double>(columns));
  auto const end = rounded(range.share(value) * static_cast<double>(columns));
  auto const length = value == 0 ? 0 : std::max<std::size_t>(end > zero ? end - zero : zero - end, 1);
  if (range.least == 0) return std::string(length, '#');
  if (value >= 0) return std::string(zero, ' ') + "|" + std::string(length, '#');
  return std::string(zero - std::min(zero, length), ' ') + std::string(length, '#') + "|";
}

void print_bars(std::ostream& out, chart const& c, std::size_t width) {
  std::size_t label = 0, number = 0;
  for (auto const& p : c.points) {
    label = std::max(label, t2s::text::display_width(printable(p.text)));
    number = std::max(number, spoken_number(p.value).size());
  }
  label = std::min({label, widest_label, width / 3});
  constexpr std::size_t gaps = 5, fewest = 8;  // between the parts, and the line at zero
  auto const columns = std::max(fewest, width - std::min(width, label + number + gaps));
  value_range const range(c.points);
  print_title(out, c);
  for (auto const& p : c.points) {
    auto const said = spoken_number(p.value);
    print_trimmed(
        out, in_columns(p.text, label) + "  " + std::string(number - said.size(), ' ') + said + "  " + bar_of(p.value, range, columns));
  }
}

/// Points as `*`, with dots between them.
class line_drawing {
 public:
  line_drawing(chart const& c, std::size_t columns)
      : range_(c.points), points_(c.points), columns_(columns), lines_(lines_high, std::string(columns, ' ')) {
    for (std::size_t i = 1; i < points_.size(); ++i) join(points_[i - 1], points_[i]);
    for (auto const& p : points_) lines_[height(p.value)][column(p.at)] = '*';
  }

  [[nodiscard]] std::vector<std::string> const& lines() const { return lines_; }
  [[nodiscard]] value_range const& range() const { return range_; }

 private:
  [[nodiscard]] std::size_t column(double at) const {
    double const first = points_.front().at, last = points_.back().at;
    return last > first ? rounded((at - first) / (last - first) * static_cast<double>(columns_ - 1)) : 0;
  }
  [[nodiscard]] std::size_t height(double value) const {
    return lines_high - 1 - rounded(range_.share(value) * static_cast<double>(lines_high - 1));
  }

  void join(chart_point const& a, chart_point const& b) {
    auto const from = column(a.at), to = column(b.at);
    for (auto i = from + 1; i < to; ++i) {
      double const part = static_cast<double>(i - from) / static_cast<double>(to - from);
      lines_[height(a.value * (1 - part) + b.value * part)][i] = '.';
    }
  }

  value_range range_;
  std::vector<chart_point> const& points_;
  std::size_t columns_;
  std::vector<std::string> lines_;
};

void print_line_chart(std::ostream& out, chart const& c, std::size_t width) {
  value_range const range(c.points);
  auto const top = spoken_number(range.most), bottom = spoken_number(range.least);
  auto const label = std::min(std::max(top.size(), bottom.size()), width / 3);
  line_drawing const drawn(c, width - label - 2);
  auto const padded = [&](std::string const& s) { return std::string(label - std::min(label, s.size()), ' ') + s; };
  print_title(out, c);
  for (std::size_t i = 0; i < drawn.lines().size(); ++i)
    print_trimmed(out, padded(i == 0 ? top : i + 1 == lines_high ? bottom : "") + " |" + drawn.lines()[i]);
  out << padded("") << " +" << std::string(width - label - 2, '-') << "\n";
  auto const first = printable(c.points.front().text), last = printable(c.points.back().text);
  auto const used = label + 2 + first.size() + last.size();
  out << padded("") << "  " << first << std::string(used < width ? width - used : 1, ' ') << last << "\n";
}

}  // namespace

bool print_chart(std::ostream& out, chart const& c, std::size_t width) {
  width = std::max(width, narrowest);
  if (c.series.kind != t2s::serve::axis_kind::none) return false;
  if (c.kind == chart_kind::number)
    out << printable(c.measure.title) << ": " << spoken_number(c.points.front().value) << "\n";
  else if (c.kind == chart_kind::bar)
    print_bars(out, c, width);
  else if (c.kind == chart_kind::line)
    print_line_chart(out, c, width);
  else
    return false;
  if (c.left_out > 0)
    out << "(" << c.left_out << (c.left_out == 1 ? " row without a number is" : " rows without a number are") << " not drawn)\n";
  return true;
}

void print_charted(std::ostream& out, t2s::db::execution const& result, std::size_t width, std::size_t rows) {
  auto const proposed = t2s::serve::propose_chart(result);
  if (print_chart(out, proposed, width)) return;
  print_table(out, result.rows, rows);
  if (proposed.kind == chart_kind::table)
    out << "(no chart: " << proposed.why << ")\n";
  else
    out << "(no chart: the page of t2s serve draws it, kind " << name_of(proposed.kind) << ")\n";
}

}  // namespace cli
