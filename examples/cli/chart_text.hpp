// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_CHART_TEXT_HPP
#define T2S_CLI_CHART_TEXT_HPP

#include <cstddef>
#include <iosfwd>

#include "t2s/serve/detail/chart.hpp"

namespace cli {

/// Draws a number, bars or one line with plain characters, in at most `width` columns (at least 40). Returns false, and draws nothing, for
/// a chart of another kind, and for one with several series.
bool print_chart(std::ostream& out, t2s::serve::chart const& c, std::size_t width);

/// The chart that the result is best seen as; where there is none, or the terminal does not draw it, the reason and the rows as a table of
/// at most `rows` rows.
void print_charted(std::ostream& out, t2s::db::execution const& result, std::size_t width, std::size_t rows);

}  // namespace cli

#endif
