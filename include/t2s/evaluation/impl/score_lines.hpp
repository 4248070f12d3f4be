// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_SCORE_LINES_HPP
#define T2S_EVALUATION_IMPL_SCORE_LINES_HPP

#include "t2s/evaluation/report.hpp"
#include "t2s/evaluation/scores.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::detail {

/// Unlike printf the same in every locale.
inline std::string written(double number, std::chars_format form, int digits) {
  std::array<char, 512> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, form, digits).ptr};
}
inline std::string fixed(double number, int digits = 1) { return written(number, std::chars_format::fixed, digits); }
inline std::string significant(double number) { return written(number, std::chars_format::general, 3); }

inline std::string percent(double share) { return fixed(100 * share); }

/// The last `parts` parts of a path.
inline std::string path_end(std::string const& path, std::size_t parts) {
  auto at = path.size();
  while (parts-- > 0 && at != path.npos && at > 0) at = path.rfind('/', at - 1);
  return at == path.npos || at == 0 ? path : path.substr(at + 1);
}

/// As much of the end of each path as tells the files apart; all of it where nothing does.
inline std::vector<std::string> names_of(report const& r) {
  std::size_t most = 1;
  for (auto const& f : r.files) most = std::max(most, 1 + static_cast<std::size_t>(std::ranges::count(f.name, '/')));
  std::vector<std::string> names;
  for (std::size_t parts = 1; parts <= most; ++parts) {
    names.clear();
    for (auto const& f : r.files) names.push_back(path_end(f.name, parts));
    if (std::set<std::string>(names.begin(), names.end()).size() == names.size()) break;
  }
  return names;
}

/// Where EM's foreign keys come from, for headings.
inline std::string keys_named(report const& r) {
  if (!r.options.wanted.em || r.options.how != mode::official) return {};
  return "foreign keys for EM " + (r.keys.empty() ? "as the database files declare them" : "from " + r.keys);
}

/// A figure that reports show of each file and group of questions.
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
  out.push_back({"BIRD's EX", [](scores const& s) { return percent(s.bird_ex); }});
  out.push_back({"BIRD's Soft-F1", [](scores const& s) { return percent(s.soft_f1); }});
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
  out.push_back({"skeleton accuracy (DAC's rules)", [](scores const& s) { return percent(s.structure.dac_skeleton_accuracy()); }});
  out.push_back({"skeleton accuracy (scoped)", [](scores const& s) { return percent(s.structure.scoped_skeleton_accuracy()); }});
  add_entities("tables", &structure_totals::tables, out);
  add_entities("columns", &structure_totals::columns, out);
  out.push_back({"entities and skeleton are the gold's (count)", [](scores const& s) { return std::to_string(s.structure.agreeing()); }});
  out.push_back({"of these correct (DAC's table 4)", [](scores const& s) { return percent(s.structure.agreeing_accuracy()); }});
}

inline void add_errors(score_lines& out) {
  out.push_back({"wrong: a table is missing", [](scores const& s) { return std::to_string(s.errors.table); }});
  out.push_back({"wrong: a column is missing", [](scores const& s) { return std::to_string(s.errors.column); }});
  out.push_back({"wrong: skeleton", [](scores const& s) { return std::to_string(s.errors.skeleton); }});
  out.push_back({"wrong: does not execute", [](scores const& s) { return std::to_string(s.errors.execution); }});
  out.push_back({"wrong: none of these", [](scores const& s) { return std::to_string(s.errors.other); }});
}

/// No share of no question.
inline std::string figure_or_dash(scores const& s, std::string figure) { return s.count > 0 ? std::move(figure) : "-"; }

/// What was measured, in the order in which it is shown.
inline score_lines score_lines_of(report const& r) {
  score_lines out;
  auto const& wanted = r.options.wanted;
  if (wanted.ex) add_execution(r, out);
  if (wanted.em) add_exact_match(r, out);
  if (wanted.bird) add_bird(out);
  if (wanted.timing) add_timing(out);
  if (wanted.structure) add_structure(out);
  if (wanted.structure) add_errors(out);
  for (auto& line : out) line.figure = [of = line.figure](scores const& s) { return figure_or_dash(s, of(s)); };
  out.insert(out.begin(), score_line{"questions", [](scores const& s) { return std::to_string(s.count); }});
  return out;
}

}  // namespace t2s::evaluation::detail

#endif
