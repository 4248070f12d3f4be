// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_PICTURES_HPP
#define T2S_LAB_REPORT_DETAIL_STUDY_PICTURES_HPP

#include "t2s/lab/report/detail/plot/bars.hpp"
#include "t2s/lab/report/detail/plot/lines.hpp"
#include "t2s/lab/report/detail/study/shown_study.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::studies::reporting {

/// The pictures of a study, those that its figures have. Of more strategies than there are colors the lines are several pictures.
class picture_list {
 public:
  explicit picture_list(shown_study const& of) : study_(of) {}

  [[nodiscard]] std::vector<drawing> all() && {
    if (std::ranges::any_of(strategies(), [](auto const& s) { return s.runs > 0; })) add_accuracy(), add_changes();
    for (std::size_t begin = 0; begin < strategies().size(); begin += colors) add_rounds(begin, true);
    for (std::size_t begin = 0; begin < strategies().size(); begin += colors) add_rounds(begin, false);
    return std::move(all_);
  }

 private:
  [[nodiscard]] std::vector<strategy_figures> const& strategies() const { return study_.f.strategies; }

  void add(drawing d, std::string name, std::string title, std::string description) {
    d.name = std::move(name);
    d.title = std::move(title);
    d.description = std::move(description);
    if (study_.f.simulated) d.footnote = study_.corrector();
    all_.push_back(std::move(d));
  }

  /// The groups of bars are the strategies; many have numbers only, which the tables explain.
  [[nodiscard]] bar_plot bars(bar_plot::unit unit) const {
    auto groups = study_.names;
    if (study_.numbered)
      for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = joined(i + 1);
    return {"", std::move(groups), unit};
  }
  template <class Figure>
  void add_bars(bar_plot& to, std::string name, std::string const& attribute, Figure const& figure) const {
    std::vector<double> values;
    std::vector<std::string> attributes;
    for (std::size_t i = 0; i < strategies().size(); ++i) {
      auto const value = figure(strategies()[i]);
      values.push_back(static_cast<double>(value));
      attributes.push_back(data("strategy", i) + data(attribute, value));
    }
    to.add(std::move(name), std::move(values), std::move(attributes));
  }

  void add_accuracy() {
    auto plot = bars(bar_plot::unit::percent);
    auto const share = [](strategy_figures const& s, estimate const& of) { return s.runs > 0 ? of.value : std::nan(""); };
    add_bars(plot, "drafts", "ex-before", [&](auto const& s) { return share(s, s.ex_before); });
    add_bars(plot, "answers", "ex-after", [&](auto const& s) { return share(s, s.ex_after); });
    add(plot.drawn(), "ex", "Execution accuracy", "EX of the drafts and of the answers of each strategy.");
  }

  void add_changes() {
    auto plot = bars(bar_plot::unit::count);
    add_bars(plot, "put right", "fixed", [](auto const& s) { return s.change.fixed; });
    add_bars(plot, "broken", "broken", [](auto const& s) { return s.change.broken; });
    add(plot.drawn(), "fixed_and_broken", "Drafts put right and broken",
        "How many wrong drafts each strategy puts right, and how many right ones it breaks.");
  }

  /// EX or calls over the rounds, of the strategies from `begin`.
  void add_rounds(std::size_t begin, bool is_ex) {
    line_plot plot("", "round (0: the draft)", is_ex ? "EX, percent" : "mean calls so far",
                   is_ex ? line_plot::unit::share : line_plot::unit::other);
    std::size_t most = 0;
    for (auto i = begin; i < std::min(begin + colors, strategies().size()); ++i) {
      auto const& rounds = strategies()[i].rounds;
      std::vector<line_plot::point> points;
      for (std::size_t r = 0; r < rounds.size(); ++r)
        points.push_back({static_cast<double>(r), is_ex ? rounds[r].ex : rounds[r].calls,
                          data("strategy", i) + data("round", r) +
                              (is_ex ? data("ex", rounds[r].ex) + data("going", rounds[r].going) : data("calls", rounds[r].calls))});
      most = std::max(most, rounds.size());
      plot.add(study_.labels[i], std::move(points));
    }
    if (most < 2 || plot.empty()) return;
    auto const file = std::string(is_ex ? "ex_by_round" : "calls_by_round") + (begin == 0 ? "" : joined("_", begin / colors + 1));
    add(plot.drawn(), file, is_ex ? "EX by round" : "Calls by round",
        is_ex ? "The share of runs whose SQL is right after so many revisions; a run that has ended keeps its last SQL. A line that falls "
                "is a strategy that breaks more than it puts right."
              : "The mean number of calls of a run's correction up to a round. A line that becomes level is a strategy whose runs have "
                "ended.");
  }

  shown_study const& study_;
  std::vector<drawing> all_{};
};

inline std::vector<drawing> drawings_of(shown_study const& study) { return picture_list(study).all(); }

}  // namespace t2s::studies::reporting

#endif
