// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_FIGURE_TABLE_HPP
#define T2S_LAB_REPORT_DETAIL_FIGURE_TABLE_HPP

#include "t2s/core/detail/config.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace t2s::evaluation {

/// A figure as printed, and its value for programs and plots.
struct figure {
  std::string text{};             ///< "81.3"; "" if there is none
  std::optional<double> value{};  ///< the same as a number
};

/// The unit of a column's figures, for plots: `other` ones are not drawn.
enum class figure_unit { percent, count, other };

/// A table of figures from several sources, such as a paper's beside measured ones.
struct figure_table {
  /// One line.
  struct row {
    std::string source{};               ///< the source: "paper", "measured"
    std::vector<std::string> labels{};  ///< one for each of `label_heads`
    std::vector<figure> figures{};      ///< one for each of `heads`
  };

  std::string title{};                     ///< one line
  std::vector<std::string> label_heads{};  ///< at least one for a curve
  std::vector<std::string> heads{};        ///< of the columns of figures
  std::vector<figure_unit> units{};        ///< one for each of `heads`; empty: all in percent
  std::vector<row> rows{};                 ///< rows of one source are consecutive
  std::vector<std::string> notes{};        ///< explanations for the reader of the figures, a sentence or more each
  std::string source_head = "source";      ///< of the column with the source
  bool is_curve = false;                   ///< the last label of the rows is a number, and the plot is a line over it
};

/// The table for people, aligned by columns: title, rows with their source, notes. Ends with a line feed. O(cells), as the next three; all
/// throw `error` with `invalid_argument` if the numbers of labels, figures and units differ from those of the heads.
[[nodiscard]] T2S_DECL std::string table_text(figure_table const& t);

/// The rows as CSV (RFC 4180, lines end with a line feed): a column `source`, the labels, the figures as printed.
[[nodiscard]] T2S_DECL std::string table_csv(figure_table const& t);

/// `title`, `columns`, `notes` and `rows`: each has `source`, `labels` by their heads, and `figures` by theirs, null if there is none. To
/// use it, include <boost/json/object.hpp>.
[[nodiscard]] T2S_DECL boost::json::object table_json(figure_table const& t);

/// One HTML page that loads nothing and runs no script: the table, and a plot for each source.
[[nodiscard]] T2S_DECL std::string table_html(figure_table const& t);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/report/detail/figure_table.ipp"
#endif

#endif
