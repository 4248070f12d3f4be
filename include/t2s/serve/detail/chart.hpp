// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CHART_HPP
#define T2S_SERVE_DETAIL_CHART_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/result.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// What a result is best seen as.
enum class chart_kind { table, number, bar, stacked, line, scatter };

inline constexpr std::array<std::string_view, 6> names_of_charts{"table", "number", "bar", "stacked", "line", "scatter"};

/// "bar", "line" and so on.
[[nodiscard]] constexpr std::string_view name_of(chart_kind k) noexcept { return names_of_charts[static_cast<std::size_t>(k)]; }

/// What an axis has.
enum class axis_kind {
  none,      ///< there is no such axis
  category,  ///< texts, in the order of the result
  time,      ///< years, months, days or moments, as ISO 8601 has them
  number,    ///< numbers
};

/// An axis, and the column of the result that it is of.
struct chart_axis {
  axis_kind kind = axis_kind::none;
  std::string title{};  ///< the name of the column
};

/// A bar, a point of a line or of a cloud.
struct chart_point {
  std::string text{};    ///< the category, or the time in ISO 8601; of a cloud without time the label of the point, if it has one
  double at = 0;         ///< the place on a first axis of times (seconds since 1970) or numbers
  double value = 0;      ///< the measure; always finite
  std::string series{};  ///< the bar's part or the line's name
};

/// A chart of a result: its axes and all its points. Never a part of a result: what is too large for a chart is a table.
struct chart {
  chart_kind kind = chart_kind::table;
  std::string why{};                  ///< why it is this kind, in one sentence
  std::size_t left_out = 0;           ///< rows without a number, which have no point
  chart_axis first{};                 ///< the categories, times or numbers
  chart_axis measure{};               ///< the numbers
  chart_axis series{};                ///< the second category
  chart_axis label{};                 ///< of the points of a cloud
  std::vector<chart_point> points{};  ///< in the order of the result; those of a line in that of time
};

/// Limits beyond which a result is a table.
inline constexpr std::size_t most_bars = 30, most_bars_in_groups = 60, most_series = 8, most_chart_points = 1'000, longest_label = 100;

/// The chart that shows a result: by the types, the names and the number of its columns, and by how often values repeat. docs/serve.md has
/// the rules. Columns that identify something are no measures. O(rows x columns), with O(points) memory; thread safe.
[[nodiscard]] T2S_DECL chart propose_chart(db::execution const& result);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/chart.ipp"
#endif

#endif
