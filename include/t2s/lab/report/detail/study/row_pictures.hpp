// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_ROW_PICTURES_HPP
#define T2S_LAB_REPORT_DETAIL_STUDY_ROW_PICTURES_HPP

#include "t2s/lab/report/detail/plot/sets.hpp"
#include "t2s/lab/report/detail/study/pictures.hpp"

namespace t2s::studies::reporting {

// The pictures that have a row or a plot for each strategy.

/// The mean cost of each database against its number of columns.
template <class Cost>
maybe_drawing cost_by_size(shown_study const& study, Cost const& cost, std::string const& what, std::string const& file) {
  std::vector<double> sizes, costs;
  std::vector<std::string> names;
  std::vector<std::size_t> of;
  for (std::size_t i = 0; i < study.f.strategies.size(); ++i) {
    auto const before = sizes.size();
    for (auto const& g : study.f.strategies[i].by_database) {
      if (g.columns == 0 || !std::isfinite(cost(g))) continue;
      sizes.push_back(static_cast<double>(g.columns));
      costs.push_back(cost(g));
    }
    if (sizes.size() == before) continue;
    names.push_back(study.labels[i]);
    of.push_back(i);
  }
  if (names.empty()) return {};
  auto const x = scale::amounts(sizes, 4, 1), y = scale::amounts(costs, 3);
  auto const inside = [&](std::size_t n, plot_area const& area) {
    std::string out;
    for (auto const& g : study.f.strategies[of[n]].by_database) {
      if (g.columns == 0 || !std::isfinite(cost(g))) continue;
      auto const hint = joined(visible(g.name), ": ", counted(g.columns, "column"), ", ", shown_amount(cost(g)), " ", what);
      auto const attributes = data("strategy", of[n]) + joined(" data-database=\"", escaped(visible(g.name)), "\"") +
                              data("columns", g.columns) + data(what, cost(g));
      out += with_title(hint, attributes, mark({}, area.at_values(static_cast<double>(g.columns), cost(g)), 3.5));
    }
    return out;
  };
  auto d = panel_grid(names, x, y, study.width).drawn(amount_title("columns of the database", x), amount_title("mean " + what, y), inside);
  return named(std::move(d), file, joined("Cost against size: ", what),
               joined("The mean ", what,
                      " of a run's correction in each database, a dot each, against the number of its columns. Dots that rise "
                      "to the right are a cost that grows with the schema."));
}

/// Drafts fixed and broken: bars to both sides.
inline maybe_drawing changes_picture(shown_study const& study) {
  auto const& all = study.f.strategies;
  std::size_t fixed_most = 0, broken_most = 0;
  for (auto const& s : all) {
    fixed_most = std::max(fixed_most, s.change.fixed);
    broken_most = std::max(broken_most, s.change.broken);
  }
  if (all.empty() || std::ranges::all_of(all, [](auto const& s) { return s.runs == 0; })) return {};
  auto const most = static_cast<double>(std::max<std::size_t>(1, std::max(fixed_most, broken_most)));
  constexpr double top = 26, number = 46;
  named_rows const rows(study.labels, top, study.width);
  auto const room = study.width - rows.left() - 2 * number;
  auto const share = (static_cast<double>(broken_most) + most * 0.02) / (static_cast<double>(broken_most + fixed_most) + most * 0.04);
  auto const zero = rows.left() + number + room * share, unit = room / (static_cast<double>(broken_most + fixed_most) + most * 0.04);
  drawing d;
  d.width = study.width;
  d.height = rows.bottom() + 12;
  d.shapes = rows.names() + straight({zero, top - 4}, {zero, rows.bottom()}, "axis");
  d.shapes += words({zero - 8, top - 12}, "broken", "end", "tick") + words({zero + 8, top - 12}, "put right", "start", "tick");
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const& c = all[i].change;
    auto const y = rows.middle(i), half = rows.row_height() / 2 - 4, right = unit * static_cast<double>(c.fixed),
               left = unit * static_cast<double>(c.broken);
    auto out = rectangle({zero, y - half}, right, 2 * half, class_of("c0"), "") +
               rectangle({zero - left, y - half}, left, 2 * half, class_of("h1"), "");
    out += words({zero + right + 5, y + 4}, joined(c.fixed), "start", "value") +
           words({zero - left - 5, y + 4}, joined(c.broken), "end", "value");
    auto const hint = joined(study.labels[i], ": ", c.fixed, " put right, ", c.broken, " broken, McNemar's p ", shown_p(c.p));
    d.shapes += with_title(hint, data("strategy", i) + data("fixed", c.fixed) + data("broken", c.broken), out);
  }
  return named(
      std::move(d), "fixed_and_broken", "Drafts put right and broken",
      "How many wrong drafts each strategy puts right, to the right, and how many right ones it breaks, to the left. The longer the bar "
      "at the right against that at the left, the surer the gain.");
}

/// The durations of runs, decile by decile.
inline maybe_drawing latency_picture(shown_study const& study) {
  std::vector<std::size_t> of;
  std::vector<std::string> names;
  std::vector<double> values;
  for (std::size_t i = 0; i < study.f.strategies.size(); ++i) {
    auto const& s = study.f.strategies[i].seconds;
    auto const finite = [](double n) { return std::isfinite(n); };
    if (!s || s->deciles.size() != 11 || !std::ranges::all_of(s->deciles, finite) || !finite(s->median) || !finite(s->p99)) continue;
    of.push_back(i);
    names.push_back(study.labels[i]);
    values.insert(values.end(), s->deciles.begin(), s->deciles.end());
  }
  if (of.empty()) return {};
  constexpr double top = 8;
  named_rows const rows(names, top, study.width);
  auto const area = rows.area(rows.left() + 8, study.width - rows.left() - 30, scale::amounts(values));
  drawing d;
  d.width = study.width;
  d.height = rows.bottom() + 44;
  d.shapes = rows.names() + area.columns() + rows.guides(rows.left(), area.right());
  d.shapes +=
      words({area.left + area.width / 2, area.bottom() + 35}, amount_title("seconds of a run's correction", area.x), "middle", "tick");
  for (std::size_t n = 0; n < of.size(); ++n) {
    auto const& s = *study.f.strategies[of[n]].seconds;
    auto const y = rows.middle(n), half = rows.row_height() / 2 - 6;
    auto const x = [&](double seconds) { return area.across(seconds); };
    auto out = straight({x(s.deciles.front()), y}, {x(s.deciles.back()), y}, "whisker");
    out += rectangle({x(s.deciles[1]), y - half}, x(s.deciles[9]) - x(s.deciles[1]), 2 * half, class_of("band"), "");
    std::string attributes = data("strategy", of[n]);
    for (std::size_t i = 0; i < s.deciles.size(); ++i) {
      out += straight({x(s.deciles[i]), y - half}, {x(s.deciles[i]), y + half}, "whisker");
      attributes += data(joined("decile-", i), s.deciles[i]);
    }
    out += mark({}, {x(s.median), y}, 5) + mark({1, shape::cross, true, {}}, {x(s.p99), y}, 4);
    auto const hint = joined(names[n], ": median ", significant(s.median), " s, 90 % within ", significant(s.p90), " s, 99 % within ",
                             significant(s.p99), " s, all within ", significant(s.most), " s");
    d.shapes += with_title(hint, attributes + data("median", s.median) + data("p99", s.p99), out);
  }
  return named(
      std::move(d), "latency", "Durations",
      "How long a run's correction took. Strokes are deciles, from the shortest run to the longest; the band holds the middle 80 % of the "
      "runs, the circle is the median, and 99 % of the runs are left of the hollow cross. Times differ from run to run and between "
      "machines.");
}

/// EX of drafts and answers in one level of hardness.
inline std::string hardness_level(shown_study const& study, std::string const& level, named_rows const& rows, plot_area const& area) {
  auto out = area.columns() + rows.guides(area.left, area.right());
  out += words({area.left, area.top - 10}, fitting(visible(level), area.width, 12), "start", "panel");
  for (std::size_t i = 0; i < study.f.strategies.size(); ++i)
    for (auto const& g : study.f.strategies[i].by_hardness) {
      if (g.name != level || !std::isfinite(g.ex_before) || !std::isfinite(g.ex_after)) continue;
      auto const before = area.across(g.ex_before), after = area.across(g.ex_after), y = rows.middle(i);
      auto const hint = joined(study.labels[i], ", ", visible(g.name), ": ", in_percent(g.ex_before), " of the drafts, ",
                               in_percent(g.ex_after), " of the answers, ", counted(g.runs, "run"));
      auto const attributes = data("strategy", i) + joined(" data-level=\"", escaped(visible(g.name)), "\"") +
                              data("ex-before", g.ex_before) + data("ex-after", g.ex_after);
      out += with_title(
          hint, attributes,
          straight({before, y}, {after, y}, "link") + mark({0, shape::circle, true, {}}, {before, y}, 4) + mark({}, {after, y}, 5));
    }
  return out;
}

/// The same for all levels, side by side or, in a narrow plot, one below the other.
inline maybe_drawing hardness_picture(shown_study const& study) {
  std::vector<std::string> levels;
  value_range all;
  for (auto const& s : study.f.strategies)
    for (auto const& g : s.by_hardness) {
      if (std::ranges::find(levels, g.name) == levels.end()) levels.push_back(g.name);
      all.add(g.ex_before);
      all.add(g.ex_after);
    }
  if (levels.empty() || all.empty()) return {};
  constexpr double top = 30, gap = 30;
  named_rows const rows(study.labels, top, study.width);
  auto const x = scale::shares(all.least, all.most, 4);
  auto const beside = study.is_narrow() ? 1.0 : static_cast<double>(levels.size());
  auto const each = std::max(110.0, (study.width - rows.left()) / beside - gap - (study.is_narrow() ? 14 : 0));
  drawing d;
  d.width = rows.left() + 14 + beside * (each + gap);
  d.height = rows.bottom();
  for (std::size_t l = 0; l < levels.size(); ++l) {
    auto const n = static_cast<double>(l);
    named_rows const here(study.labels, study.is_narrow() ? top + n * (rows.height() + top + 24) : top, study.width);
    if (l == 0 || study.is_narrow()) d.shapes += here.names();
    auto const left = here.left() + 8 + (study.is_narrow() ? 0 : n * (each + gap));
    d.shapes += hardness_level(study, levels[l], here, here.area(left, each, x));
    d.height = here.bottom();
  }
  d.shapes +=
      words({rows.left() + (d.width - rows.left()) / 2, d.height + 35}, "EX, percent; hollow: drafts, full: answers", "middle", "tick");
  d.height += 44;
  return named(std::move(d), "ex_by_hardness", "EX by hardness",
               "EX of the drafts, hollow, and of the answers, full, for the questions of each level. A full mark to the right of its "
               "hollow one is a gain.");
}

/// Which strategies have the same runs right.
inline maybe_drawing agreements_picture(shown_study const& study) {
  std::size_t const most = study.is_narrow() ? 5 : 24;
  std::vector<set_plot::combination> columns;
  std::size_t others = 0, other_runs = 0;
  for (auto const& a : study.f.agreements) {
    if (a.right.size() != study.f.strategies.size()) continue;
    if (columns.size() < most)
      columns.push_back({a.right, a.runs});
    else {
      ++others;
      other_runs += a.runs;
    }
  }
  if (columns.empty() || study.f.strategies.size() < 2) return {};
  auto const below =
      others == 0 ? std::string() : joined(counted(others, "combination"), " more, with ", counted(other_runs, "run"), ", left out");
  return named(set_plot(study.labels, std::move(columns), study.width).drawn("runs", below), "agreements", "Where strategies agree",
               "Each column is a set of strategies that have the same runs right, marked by full dots; all others have these runs wrong. "
               "The bar is the "
               "number of runs. A column in which one strategy alone is full is what only it puts right or leaves right.");
}

}  // namespace t2s::studies::reporting

#endif
