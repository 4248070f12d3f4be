// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CHART_IPP
#define T2S_SERVE_DETAIL_CHART_IPP

#include "t2s/core/detail/sort.hpp"
#include "t2s/serve/detail/chart.hpp"
#include "t2s/serve/detail/chart_columns.hpp"

#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace t2s::serve {
namespace detail {

/// A result whose columns have roles.
class chart_maker {
 public:
  explicit chart_maker(db::rows const& of) : of_(of) {
    for (std::size_t c = 0; c < of.columns.size(); ++c) columns_of(role(c)).push_back(c);
  }

  [[nodiscard]] chart make() {
    if (of_.values.empty()) return table("The result has no rows.");
    if (of_.values.size() > most_chart_points) return table(too_many("points", most_chart_points));
    if (of_.values.size() == 1) return of_one_row();
    leave_constants();
    if (measures_.size() == 1 && times_.size() == 1) return over_time();
    if (measures_.size() == 1 && times_.empty()) return of_categories();
    if (measures_.size() == 2 && times_.empty() && categories_.size() <= 1) return cloud();
    if (measures_.empty()) return table("No column says how much.");
    return table("The columns fit no chart.");
  }

 private:
  using columns = std::vector<std::size_t>;

  [[nodiscard]] column_role role(std::size_t c) const {
    column_values all;
    for (auto const& row : of_.values)
      if (!row[c].is_null()) all.push_back(&row[c]);
    return role_of(of_.columns[c], type(c), all);
  }
  [[nodiscard]] std::string_view type(std::size_t c) const { return c < of_.types.size() ? std::string_view(of_.types[c]) : ""; }

  [[nodiscard]] columns& columns_of(column_role r) {
    if (r == column_role::measure) return measures_;
    if (r == column_role::category) return categories_;
    if (r == column_role::key) return keys_;
    return r == column_role::other ? others_ : times_;
  }

  [[nodiscard]] static chart table(std::string why) {
    chart out;
    out.why = std::move(why);
    return out;
  }

  /// A single number, unless it only names something.
  [[nodiscard]] chart of_one_row() const {
    constexpr double exact = 9007199254740992;  // 2^53
    if (of_.columns.size() != 1) return table("The result is one row of several columns.");
    auto const number = number_at(0, 0);
    if (!number || !keys_.empty() || !(std::abs(*number) <= exact)) return table("The result is no number.");
    chart out = begun(chart_kind::number, "The result is one number.");
    out.measure = axis(axis_kind::number, 0);
    out.points.push_back({.value = *number});
    return out;
  }

  /// A column that says the same of all rows tells none of them apart. Keys are categories where nothing else tells rows apart.
  void leave_constants() {
    bool const told_apart = !times_.empty() && texts_of(times_[0]).size() == of_.values.size();
    if (categories_.empty() && !told_apart) categories_.swap(keys_);
    auto const leave = [this](columns& from) {
      for (std::size_t i = from.size(); i > 0 && categories_.size() + times_.size() > 1; --i)
        if (texts_of(from[i - 1]).size() == 1) from.erase(from.begin() + static_cast<std::ptrdiff_t>(i - 1));
    };
    leave(times_);
    leave(categories_);
  }

  [[nodiscard]] chart over_time() {
    if (categories_.size() > 1) return table("Several columns name the rows.");
    auto out = with_points(chart_kind::line, times_[0], categories_.empty() ? std::nullopt : std::optional(categories_[0]));
    if (out.points.size() < 2) return table("Fewer than two rows have a number.");
    auto const is_before = [](chart_point const& a, chart_point const& b) { return a.at < b.at; };
    t2s::detail::sort(out.points, is_before);
    auto const lines = series_of(out).size();
    if (lines > most_series) return table(too_many("lines", most_series));
    if (out.points.size() < 2 * lines) return table("Most lines would have one point.");
    if (repeats(out))
      return categories_.empty() ? over_repeated_time(std::move(out)) : table("Several rows are of the same time and name.");
    out.why = lines > 1 ? "A number over time, a line for each name." : "A number over time.";
    return out;
  }

  /// A line through several points of one time would go up and down within it.
  [[nodiscard]] static chart over_repeated_time(chart out) {
    out.kind = chart_kind::scatter;
    out.why = "Numbers over time, several at a time.";
    return out;
  }

  [[nodiscard]] chart of_categories() {
    if (categories_.empty()) return table("No column names the rows.");
    for (auto const c : categories_)
      if (texts_of(c).size() == of_.values.size()) return bars(c);
    if (categories_.size() == 2) return parts_of_bars();
    return table(categories_.size() == 1 ? "Several rows have the same name." : "Several columns name the rows.");
  }

  [[nodiscard]] chart bars(std::size_t category) {
    auto out = with_points(chart_kind::bar, category, {});
    out.why = "A number for each name.";
    if (out.points.size() > most_bars) return table(too_many("bars", most_bars));
    return out.points.size() < 2 ? table("Fewer than two rows have a number.") : out;
  }

  /// Bars of parts, which are stacked if the parts add up to something; else they stand beside each other.
  [[nodiscard]] chart parts_of_bars() {
    auto first = categories_[0], second = categories_[1];
    if (texts_of(second).size() > texts_of(first).size()) std::swap(first, second);
    auto out = with_points(chart_kind::bar, first, second);
    if (out.points.size() < 2) return table("Fewer than two rows have a number.");
    if (repeats(out)) return table("Several rows have the same names.");
    if (series_of(out).size() > most_series || texts_of(first).size() > most_bars) return table("There would be too many bars or parts.");
    bool const negative = t2s::detail::any_of(out.points, [](chart_point const& p) { return p.value < 0; });
    if (!negative && adds_up(of_.columns[measures_[0]])) {
      out.kind = chart_kind::stacked;
      out.why = "Parts of a number for each name.";
      return out;
    }
    out.why = "A number for each pair of names, side by side, since they do not add up.";
    return out.points.size() > most_bars_in_groups ? table(too_many("bars", most_bars_in_groups)) : out;
  }

  [[nodiscard]] chart cloud() {
    constexpr std::size_t fewest = 3;
    auto out = begun(chart_kind::scatter, "Two numbers of each row.");
    out.first = axis(axis_kind::number, measures_[0]);
    out.measure = axis(axis_kind::number, measures_[1]);
    if (!categories_.empty()) out.label = axis(axis_kind::category, categories_[0]);
    for (std::size_t r = 0; r < of_.values.size(); ++r) {
      auto const x = number_at(r, measures_[0]), y = number_at(r, measures_[1]);
      if (!x || !y)
        ++out.left_out;
      else
        out.points.push_back({categories_.empty() ? std::string() : text_at(r, categories_[0]), *x, *y, {}});
    }
    return out.points.size() < fewest ? table("Fewer than three rows have both numbers.") : out;
  }

  /// All rows with a number, on a first axis of categories or times.
  [[nodiscard]] chart with_points(chart_kind kind, std::size_t first, std::optional<std::size_t> series) const {
    auto out = begun(kind, {});
    bool const of_month = role(first) == column_role::month;
    out.first = axis(kind != chart_kind::line ? axis_kind::category : of_month ? axis_kind::number : axis_kind::time, first);
    out.measure = axis(axis_kind::number, measures_[0]);
    if (series) out.series = axis(axis_kind::category, *series);
    for (std::size_t r = 0; r < of_.values.size(); ++r) {
      auto const number = number_at(r, measures_[0]);
      chart_point p{text_at(r, first), 0, number ? *number : 0, series ? text_at(r, *series) : std::string()};
      if (!number || (kind == chart_kind::line && !place(p, of_.values[r][first], of_month)))
        ++out.left_out;
      else
        out.points.push_back(std::move(p));
    }
    return out;
  }

  /// Puts a point at its time; returns false for one without a time.
  [[nodiscard]] static bool place(chart_point& p, value const& when, bool of_month) {
    if (of_month) {
      auto const month = small_whole(when);
      if (month) p.at = *month;
      return month.has_value();
    }
    auto const year = when.text() && when.text()->size() != 4 ? std::nullopt : small_whole(when);
    auto const time = year ? std::optional(chart_time_of_year(*year)) : when.text() ? read_chart_time(*when.text()) : std::nullopt;
    if (!time) return false;
    p.text = time->iso;
    p.at = time->seconds;
    return true;
  }

  [[nodiscard]] static chart begun(chart_kind kind, std::string why) {
    chart out;
    out.kind = kind;
    out.why = std::move(why);
    return out;
  }
  [[nodiscard]] chart_axis axis(axis_kind kind, std::size_t c) const { return {kind, text::cut(of_.columns[c], longest_label)}; }

  [[nodiscard]] std::optional<double> number_at(std::size_t r, std::size_t c) const {
    auto const number = number_of(of_.values[r][c], is_decimal_type(type(c)));
    return number && std::isfinite(*number) ? number : std::nullopt;
  }
  [[nodiscard]] std::string text_at(std::size_t r, std::size_t c) const {
    auto const& v = of_.values[r][c];
    return v.text() ? text::valid_utf8(*v.text()) : to_string(v);
  }

  [[nodiscard]] std::set<std::string> texts_of(std::size_t c) const {
    std::set<std::string> out;
    for (std::size_t r = 0; r < of_.values.size(); ++r) out.insert(text_at(r, c));
    return out;
  }
  [[nodiscard]] static std::set<std::string_view> series_of(chart const& of) {
    std::set<std::string_view> out;
    for (auto const& p : of.points) out.insert(p.series);
    return out;
  }
  /// Whether two points have the same place and series.
  [[nodiscard]] static bool repeats(chart const& of) {
    std::set<std::pair<std::string_view, std::string_view>> seen;
    return !t2s::detail::all_of(of.points, [&](chart_point const& p) { return seen.emplace(p.text, p.series).second; });
  }

  [[nodiscard]] static std::string too_many(std::string_view what, std::size_t most) {
    return std::string("There would be more than ").append(std::to_string(most)).append(" ").append(what).append(".");
  }

  db::rows const& of_;
  columns measures_{}, categories_{}, keys_{}, times_{}, others_{};
};

}  // namespace detail

T2S_DECL chart propose_chart(db::execution const& result) {
  if (result.ok()) return detail::chart_maker(result.rows).make();
  chart out;
  out.why = "The result is not whole.";
  return out;
}

}  // namespace t2s::serve

#endif
