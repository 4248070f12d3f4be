// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_SCORE_TABLES_HPP
#define T2S_LAB_REPORT_DETAIL_SCORE_TABLES_HPP

#include "t2s/lab/report/detail/markup.hpp"
#include "t2s/lab/report/detail/shown_report.hpp"

namespace t2s::evaluation::reporting {

/// A line for each figure, a column for each of `all`: the groups of questions of one file, or several files.
inline std::string score_table(score_lines const& lines, std::vector<scores> const& all, std::string_view kind, std::string_view caption,
                               std::string_view heads) {
  std::string body;
  for (auto const& line : lines) {
    auto row = row_head(line.name);
    for (auto const& s : all) row += element("td", line.figure(s));
    body += element("tr", row);
  }
  return wide_table(kind, caption, element("tr", joined("<td></td>", heads)), body);
}

/// One file's partial scores: accuracy, recall and F1 for each group of questions.
inline std::string partial_table(std::vector<std::string> const& groups, std::vector<scores> const& by_group, std::string_view caption) {
  std::string parts, body;
  for (std::size_t g = 0; g < groups.size(); ++g) parts += column_heads({"acc", "rec", "F1"});
  for (std::size_t p = 0; p < exact_match::part_names.size(); ++p) {
    auto row = row_head(exact_match::part_names[p]);
    for (auto const& s : by_group)
      for (auto const share : {s.parts[p].acc, s.parts[p].rec, s.parts[p].f1}) row += element("td", figure_or_dash(s, percent(share)));
    body += element("tr", row);
  }
  auto const head =
      element("tr", "<td></td>" + column_heads(groups, " scope=\"colgroup\" colspan=\"3\"")) + element("tr", "<td></td>" + parts);
  return wide_table("scores", caption, head, body);
}

}  // namespace t2s::evaluation::reporting

#endif
