// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_REPORT_HTML_SCORE_TABLE_HPP
#define T2S_EVALUATION_IMPL_REPORT_HTML_SCORE_TABLE_HPP

#include "t2s/evaluation/impl/report_html/markup.hpp"
#include "t2s/evaluation/report.hpp"
#include "t2s/evaluation/scores.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::evaluation::detail::html {

/// A line of the score table.
struct score_line {
  std::string name{};
  std::function<std::string(scores const&)> figure{};
};
using score_lines = std::vector<score_line>;

inline std::string ex_name(report const& r) { return r.database_files > 1 ? "test-suite accuracy (TS)" : "execution accuracy (EX)"; }
inline std::string em_name(report const& r) {
  return r.options.how == mode::official ? "exact-set match (EM)" : "exact match (EM) of the trees";
}

inline void add_execution(report const& r, score_lines& out) {
  out.push_back({"valid: the SQL executes", [](scores const& s) { return percent(s.valid); }});
  if (r.database_files > 1)
    out.push_back({"execution accuracy (EX), own file alone", [](scores const& s) { return percent(s.ex_single); }});
  out.push_back({ex_name(r), [](scores const& s) { return percent(s.ex); }});
}

inline void add_exact_match(report const& r, score_lines& out) {
  out.push_back({em_name(r), [](scores const& s) { return percent(s.em); }});
  out.push_back({"parsed for EM; the rest is no match", [](scores const& s) { return percent(s.parsed); }});
}

inline void add_bird(score_lines& out) {
  out.push_back({"BIRD\xE2\x80\x99s EX", [](scores const& s) { return percent(s.bird_ex); }});
  out.push_back({"BIRD\xE2\x80\x99s Soft-F1", [](scores const& s) { return percent(s.soft_f1); }});
}

inline void add_timing(score_lines& out) {
  out.push_back({"VES", [](scores const& s) { return fixed(s.ves); }});
  out.push_back({"VES from medians", [](scores const& s) { return fixed(s.median_ves); }});
  out.push_back({"R-VES", [](scores const& s) { return fixed(s.r_ves); }});
  out.push_back({"spread of the times (quartiles apart, % of median)", [](scores const& s) { return percent(s.spread); }});
}

inline void add_entities(std::string const& what, entity_scores (structure_totals::*of)() const noexcept, score_lines& out) {
  out.push_back({what + ": precision", [of](scores const& s) { return percent((s.structure.*of)().precision); }});
  out.push_back({what + ": recall", [of](scores const& s) { return percent((s.structure.*of)().recall); }});
  out.push_back({what + ": F1", [of](scores const& s) { return percent((s.structure.*of)().f1); }});
}

inline void add_structure(score_lines& out) {
  out.push_back(
      {"skeleton accuracy (DAC\xE2\x80\x99s rules)", [](scores const& s) { return percent(s.structure.dac_skeleton_accuracy()); }});
  out.push_back({"skeleton accuracy (scoped)", [](scores const& s) { return percent(s.structure.scoped_skeleton_accuracy()); }});
  add_entities("tables", &structure_totals::tables, out);
  add_entities("columns", &structure_totals::columns, out);
  out.push_back(
      {"entities and skeleton are the gold\xE2\x80\x99s (count)", [](scores const& s) { return joined(s.structure.agreeing()); }});
  out.push_back({"of these correct (DAC\xE2\x80\x99s table 4)", [](scores const& s) { return percent(s.structure.agreeing_accuracy()); }});
}

inline score_lines score_lines_of(report const& r) {
  score_lines out;
  auto const& wanted = r.options.wanted;
  out.push_back({"questions", [](scores const& s) { return joined(s.count); }});
  if (wanted.ex) add_execution(r, out);
  if (wanted.em) add_exact_match(r, out);
  if (wanted.bird) add_bird(out);
  if (wanted.timing) add_timing(out);
  if (wanted.structure) add_structure(out);
  return out;
}

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
      for (auto const share : {s.parts[p].acc, s.parts[p].rec, s.parts[p].f1}) row += element("td", percent(share));
    body += element("tr", row);
  }
  auto const head =
      element("tr", "<td></td>" + column_heads(groups, " scope=\"colgroup\" colspan=\"3\"")) + element("tr", "<td></td>" + parts);
  return wide_table("scores", caption, head, body);
}

}  // namespace t2s::evaluation::detail::html

#endif
