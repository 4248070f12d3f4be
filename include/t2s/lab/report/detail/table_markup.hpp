// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_TABLE_MARKUP_HPP
#define T2S_LAB_REPORT_DETAIL_TABLE_MARKUP_HPP

#include "t2s/lab/report/detail/figure_table.hpp"
#include "t2s/lab/report/detail/markup.hpp"

namespace t2s::evaluation::reporting {

/// The names of all columns: of the sources, the labels, the figures.
inline std::vector<std::string> all_heads(figure_table const& t) {
  std::vector<std::string> heads{t.source_head};
  heads.insert(heads.end(), t.label_heads.begin(), t.label_heads.end());
  heads.insert(heads.end(), t.heads.begin(), t.heads.end());
  return heads;
}

/// A whole table for a page, with its title above it; a dash if there is no figure.
inline std::string table_markup(figure_table const& t) {
  std::string rows;
  for (auto const& r : t.rows) {
    auto row = row_head(r.source);
    for (auto const& l : r.labels) row += row_head(l);
    for (auto const& f : r.figures) row += element("td", f.text.empty() || f.text == "-" ? "\xE2\x80\x93" : escaped(f.text));
    rows += element("tr", row);
  }
  return wide_table("scores", escaped(t.title), element("tr", column_heads(all_heads(t))), rows);
}

}  // namespace t2s::evaluation::reporting

#endif
