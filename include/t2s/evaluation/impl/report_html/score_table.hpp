// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_REPORT_HTML_SCORE_TABLE_HPP
#define T2S_EVALUATION_IMPL_REPORT_HTML_SCORE_TABLE_HPP

#include "t2s/evaluation/impl/report_html/markup.hpp"
#include "t2s/evaluation/impl/score_lines.hpp"
#include "t2s/evaluation/report.hpp"
#include "t2s/evaluation/scores.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::evaluation::detail::html {

inline std::string column_heads(std::vector<std::string> const& names, std::string_view attributes = " scope=\"col\"") {
  std::string out;
  for (auto const& n : names) out += element("th", escaped(n), attributes);
  return out;
}

inline std::string row_head(std::string_view name) { return element("th", escaped(name), " scope=\"row\""); }

/// `kind` is a class of the style sheet, all else markup.
inline std::string wide_table(std::string_view kind, std::string_view caption, std::string_view head, std::string_view body) {
  auto const content = joined(element("caption", caption), element("thead", head), element("tbody", body));
  return element("div", element("table", content, joined(" class=\"", kind, "\"")), " class=\"wide\"") + "\n";
}

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

}  // namespace t2s::evaluation::detail::html

#endif
