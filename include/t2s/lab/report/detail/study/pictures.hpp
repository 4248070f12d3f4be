// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_PICTURES_HPP
#define T2S_LAB_REPORT_DETAIL_STUDY_PICTURES_HPP

#include "t2s/lab/report/detail/plot/lines.hpp"
#include "t2s/lab/report/detail/plot/points.hpp"
#include "t2s/lab/report/detail/study/front.hpp"
#include "t2s/lab/report/detail/study/shown_study.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::studies::reporting {

/// A picture, if there is something to draw.
using maybe_drawing = std::optional<drawing>;

inline drawing named(drawing d, std::string name, std::string title, std::string description) {
  d.name = std::move(name);
  d.title = std::move(title);
  d.description = std::move(description);
  return d;
}

inline std::string in_percent(double share) { return shown_share(share) + " %"; }
inline std::string in_percent(estimate const& e) { return joined(in_percent(e.value), " (", interval_text(e.low, e.high), ")"); }

/// The data attributes of an estimate: NAME, NAME-low, NAME-high.
inline std::string data_of(std::string const& name, estimate const& e) {
  return data(name, e.value) + data(name + "-low", e.low) + data(name + "-high", e.high);
}

/// EX against a cost, with the Pareto front.
template <class Cost>
maybe_drawing accuracy_against(shown_study const& study, Cost const& cost, std::string const& what, std::string const& file) {
  auto const& all = study.f.strategies;
  auto const front = pareto_front(all, cost);
  if (front.empty()) return {};
  point_plot plot({"mean " + what + " of a run's correction", false}, {"EX of the answers, percent", true}, study.numbered, study.width);
  std::vector<place> steps;
  for (auto const i : front) steps.push_back({cost(all[i]), all[i].ex_after.value});
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const& s = all[i];
    if (s.runs == 0 || !std::isfinite(s.ex_after.value) || !std::isfinite(cost(s))) continue;
    bool const on_front = std::ranges::find(front, i) != front.end();
    auto const hint = joined(study.labels[i], ": EX ", in_percent(s.ex_after), ", ", shown_amount(cost(s)), " ", what,
                             on_front ? "; on the Pareto front" : "");
    auto const attributes =
        data("strategy", i) + data(what, cost(s)) + data_of("ex-after", s.ex_after) + (on_front ? " data-front=\"1\"" : "");
    plot.add({i, study.names[i], hint, attributes, cost(s), s.ex_after.value, point_plot::nothing, point_plot::nothing, s.ex_after.low,
              s.ex_after.high, on_front});
  }
  plot.add_steps(std::move(steps));
  return named(plot.drawn(), file, "Accuracy against " + what,
               joined("EX of the answers of each strategy, with its 95 % interval, against the mean ", what,
                      " of a run's correction. Up and to the left is better. The dashed line is the Pareto front: for as few ", what,
                      " as at a point of the line no strategy has a higher EX",
                      study.numbered ? "; strategies on it have a filled mark, all others a hollow one." : "."));
}

/// Precision against recall of the remarks about drafts.
inline maybe_drawing detection_picture(shown_study const& study) {
  point_plot plot({"recall: wrong drafts with a remark, percent", true},
                  {"precision: wrong drafts among those with a remark, percent", true}, study.numbered, study.width);
  std::vector<std::string> silent;
  bool any = false;
  for (std::size_t i = 0; i < study.f.strategies.size(); ++i) {
    auto const& d = study.f.strategies[i].detected;
    if (!d.recall || !d.precision || !std::isfinite(d.recall->value) || !std::isfinite(d.precision->value)) {
      silent.push_back(study.labels[i]);
      continue;
    }
    any = true;
    auto const hint = joined(study.labels[i], ": recall ", in_percent(*d.recall), ", precision ", in_percent(*d.precision));
    auto const attributes = data("strategy", i) + data_of("recall", *d.recall) + data_of("precision", *d.precision);
    plot.add({i, study.names[i], hint, attributes, d.recall->value, d.precision->value, d.recall->low, d.recall->high, d.precision->low,
              d.precision->high});
  }
  if (!any) return {};
  for (int tenths = 1; tenths < 10; ++tenths) {
    auto const f = tenths / 10.0;
    plot.add_curve(joined("F1 ", fixed(100 * f, 0)),
                   [f](double recall) { return recall > f / 2 ? f * recall / (2 * recall - f) : point_plot::nothing; });
  }
  auto const left_out =
      silent.empty() ? "" : joined(" Not drawn, since without a remark or a wrong draft: ", text::join(silent, ", "), ".");
  return named(
      plot.drawn(), "detection", "Detection of wrong drafts",
      joined("How many of the wrong drafts a strategy's feedback objects to, and how many of the drafts that it objects to are wrong, with "
             "95 % intervals. Up and to the right is better; along a dotted line F1, the harmonic mean of both, is the same.",
             left_out));
}

/// A figure of each round, over the rounds.
inline maybe_drawing by_round(shown_study const& study, bool is_ex) {
  line_plot plot(is_ex ? "EX by round" : "Calls by round", "round (0: the draft)", is_ex ? "EX, percent" : "mean calls so far",
                 is_ex ? line_plot::unit::share : line_plot::unit::amount, study.width);
  std::size_t most = 0;
  for (std::size_t i = 0; i < study.f.strategies.size(); ++i) {
    auto const& rounds = study.f.strategies[i].rounds;
    std::vector<line_plot::point> points;
    for (std::size_t r = 0; r < rounds.size(); ++r)
      points.push_back({static_cast<double>(r), is_ex ? rounds[r].ex : rounds[r].calls,
                        data("strategy", i) + data("round", r) +
                            (is_ex ? data("ex", rounds[r].ex) + data("going", rounds[r].going) : data("calls", rounds[r].calls))});
    most = std::max(most, rounds.size());
    plot.add(study.labels[i], std::move(points));
  }
  if (most < 2 || plot.empty()) return {};
  auto d = plot.drawn();
  auto const panels = study.numbered ? " Each strategy has a plot of its own; the pale lines are all others." : "";
  auto const title = d.title;
  return named(
      std::move(d), is_ex ? "ex_by_round" : "calls_by_round", title,
      is_ex ? joined("The share of runs whose SQL is right after so many revisions; a run that has ended keeps its last SQL. A line that "
                     "falls is a strategy that breaks more than it puts right.",
                     panels)
            : joined("The mean number of calls of a run's correction up to a round. A line that becomes level is a strategy whose runs "
                     "have ended.",
                     panels));
}

}  // namespace t2s::studies::reporting

#endif
