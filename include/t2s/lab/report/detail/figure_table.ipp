// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_FIGURE_TABLE_IPP
#define T2S_LAB_REPORT_DETAIL_FIGURE_TABLE_IPP

#include "t2s/db/detail/render.hpp"
#include "t2s/lab/report/detail/characters.hpp"
#include "t2s/lab/report/detail/figure_table.hpp"
#include "t2s/lab/report/detail/plot/bars.hpp"
#include "t2s/lab/report/detail/plot/lines.hpp"
#include "t2s/lab/report/detail/table_markup.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstdlib>
#include <limits>

namespace t2s::evaluation {
namespace reporting {

inline void require_whole(figure_table const& t) {
  if (!t.units.empty() && t.units.size() != t.heads.size())
    throw error(errc::invalid_argument, joined("\"", t.title, "\" has not as many units as columns"), "give one for each, or none");
  for (auto const& r : t.rows)
    if (r.labels.size() != t.label_heads.size() || r.figures.size() != t.heads.size())
      throw error(errc::invalid_argument, joined("a row of \"", t.title, "\" has not as many labels and figures as there are heads"),
                  joined("give ", counted(t.label_heads.size(), "label"), " and ", counted(t.heads.size(), "figure")));
}

inline std::vector<std::string> cells_of(figure_table::row const& r) {
  std::vector<std::string> cells{r.source};
  cells.insert(cells.end(), r.labels.begin(), r.labels.end());
  for (auto const& f : r.figures) cells.push_back(f.text);
  return cells;
}

/// Words aligned left; figures, from column `first` on, aligned right.
inline std::string aligned(std::vector<std::vector<std::string>> const& lines, std::size_t first) {
  std::vector<std::size_t> widths(lines.front().size());
  for (auto const& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], terminal_columns(line[c]));
  std::string out;
  for (auto const& line : lines) {
    std::string written;
    for (std::size_t c = 0; c < line.size(); ++c) {
      std::string const gap(widths[c] - terminal_columns(line[c]), ' ');
      written += (c == 0 ? "" : "  ") + (c < first ? line[c] + gap : gap + line[c]);
    }
    out += written.substr(0, written.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

/// The sources in the order of their first rows.
inline std::vector<std::string> sources_of(figure_table const& t) {
  std::vector<std::string> out;
  for (auto const& r : t.rows)
    if (std::ranges::find(out, r.source) == out.end()) out.push_back(r.source);
  return out;
}

inline std::string name_of(figure_table::row const& r, std::size_t labels) {
  std::string out;
  for (std::size_t i = 0; i < labels; ++i)
    if (!r.labels[i].empty()) out += (out.empty() ? "" : " ") + r.labels[i];
  return out;
}

/// The columns with a unit.
inline std::vector<std::size_t> columns_in(figure_table const& t, figure_unit unit) {
  std::vector<std::size_t> all;
  for (std::size_t c = 0; c < t.heads.size(); ++c)
    if ((t.units.empty() ? figure_unit::percent : t.units[c]) == unit) all.push_back(c);
  return all;
}

/// The values of a row for bars: NaN if there is none, or a negative one.
inline std::vector<double> bar_values(figure_table::row const& r, std::vector<std::size_t> const& columns, double per) {
  std::vector<double> values;
  for (auto const c : columns) {
    auto const value = r.figures[c].value.value_or(-1);
    values.push_back(value < 0 ? std::numeric_limits<double>::quiet_NaN() : value / per);
  }
  return values;
}

/// A bar for each figure of a unit, in plots of as many rows as there are colors.
inline std::string bars_of(figure_table const& t, std::string const& source, figure_unit unit, std::size_t& id) {
  auto const columns = columns_in(t, unit);
  std::vector<std::string> groups;
  for (auto const c : columns) groups.push_back(t.heads[c]);
  std::vector<std::pair<std::string, std::vector<double>>> bars;
  for (auto const& r : t.rows) {
    auto values = bar_values(r, columns, unit == figure_unit::percent ? 100 : 1);
    if (r.source == source && !std::ranges::all_of(values, [](double v) { return std::isnan(v); }))
      bars.emplace_back(name_of(r, r.labels.size()), std::move(values));
  }
  std::string out;
  for (std::size_t begin = 0; begin < bars.size(); begin += colors) {
    bar_plot plot(joined(t.title, " (", source, ")"), groups, unit == figure_unit::count ? bar_plot::unit::count : bar_plot::unit::percent);
    for (auto i = begin; i < std::min(begin + colors, bars.size()); ++i) plot.add(bars[i].first, std::move(bars[i].second));
    out += plot.figure(id++);
  }
  return out;
}

/// A line for each column of figures and each combination of the labels before the last, in plots of as many as there are colors.
inline std::string lines_of(figure_table const& t, std::string const& source, std::size_t& id) {
  std::vector<std::pair<std::string, std::vector<line_plot::point>>> lines;
  for (auto const& r : t.rows)
    for (std::size_t c = 0; r.source == source && c < t.heads.size(); ++c) {
      if (!r.figures[c].value) continue;
      auto const before = name_of(r, r.labels.size() - 1);
      auto const name = before.empty() ? t.heads[c] : joined(before, ", ", t.heads[c]);
      auto line = std::ranges::find(lines, name, [](auto const& l) { return l.first; });
      if (line == lines.end()) line = lines.insert(line, {name, {}});
      line->second.push_back({std::strtod(r.labels.back().c_str(), nullptr), *r.figures[c].value, data("value", *r.figures[c].value)});
    }
  std::string out;
  for (std::size_t begin = 0; begin < lines.size(); begin += colors) {
    line_plot plot(joined(t.title, " (", source, ")"), t.label_heads.back(), "", line_plot::unit::other);
    for (auto i = begin; i < std::min(begin + colors, lines.size()); ++i) plot.add(lines[i].first, std::move(lines[i].second));
    out += plot.figure(id++);
  }
  return out;
}

}  // namespace reporting

T2S_DECL std::string table_text(figure_table const& t) {
  reporting::require_whole(t);
  std::vector<std::vector<std::string>> lines{reporting::all_heads(t)};
  for (auto const& r : t.rows) lines.push_back(reporting::cells_of(r));
  auto out = t.title + "\n\n" + reporting::aligned(lines, 1 + t.label_heads.size());
  if (!t.notes.empty()) out += "\n";
  for (auto const& n : t.notes) out += n + "\n";
  return out;
}

T2S_DECL std::string table_csv(figure_table const& t) {
  reporting::require_whole(t);
  db::rows all{reporting::all_heads(t), {}};
  for (auto const& r : t.rows) {
    auto& row = all.values.emplace_back();
    for (auto& cell : reporting::cells_of(r)) row.push_back(cell.empty() ? value() : value(std::move(cell)));
  }
  return db::to_csv(all);
}

T2S_DECL boost::json::object table_json(figure_table const& t) {
  namespace json = boost::json;
  reporting::require_whole(t);
  auto const texts = [](std::vector<std::string> const& all) {
    json::array out;
    for (auto const& s : all) out.emplace_back(text::valid_utf8(s));
    return out;
  };
  json::array rows;
  for (auto const& r : t.rows) {
    json::object labels, figures;
    for (std::size_t i = 0; i < t.label_heads.size(); ++i) labels[text::valid_utf8(t.label_heads[i])] = text::valid_utf8(r.labels[i]);
    for (std::size_t i = 0; i < t.heads.size(); ++i)
      figures[text::valid_utf8(t.heads[i])] = r.figures[i].value ? json::value(*r.figures[i].value) : json::value(nullptr);
    rows.push_back({{text::valid_utf8(t.source_head), r.source}, {"labels", std::move(labels)}, {"figures", std::move(figures)}});
  }
  return {{"title", text::valid_utf8(t.title)}, {"columns", texts(t.heads)}, {"rows", std::move(rows)}, {"notes", texts(t.notes)}};
}

T2S_DECL std::string table_html(figure_table const& t) {
  using namespace reporting;
  require_whole(t);
  std::string plots, notes;
  for (auto const& n : t.notes) notes += element("p", escaped(n), " class=\"note\"");
  std::size_t id = 0;
  for (auto const& source : sources_of(t))
    plots +=
        t.is_curve ? lines_of(t, source, id) : bars_of(t, source, figure_unit::percent, id) + bars_of(t, source, figure_unit::count, id);
  auto const body = element("h1", escaped(t.title)) + table_markup(t) + notes + element("div", plots, " class=\"plots\"");
  return html_page(escaped(t.title), "", body);
}

}  // namespace t2s::evaluation

#endif
