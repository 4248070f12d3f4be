// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_TABLES_HPP
#define T2S_LAB_REPORT_DETAIL_STUDY_TABLES_HPP

#include "t2s/lab/report/detail/figure_table.hpp"
#include "t2s/lab/report/detail/study/shown_study.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace t2s::studies::reporting {

/// The figures of a study as tables, one for each purpose.
class study_tables {
 public:
  using tables = std::vector<evaluation::figure_table>;

  /// Tables, names and heads of at most so many terminal columns.
  study_tables(shown_study const& of, std::size_t width, std::size_t name_width, std::size_t head_width)
      : study_(of), width_(width), head_width_(head_width) {
    for (auto const& l : study_.labels) labels_.push_back(fitting_terminal(l, name_width));
  }

  [[nodiscard]] tables all() const {
    tables out;
    if (f_.strategies.empty()) return out;
    for (auto const& t :
         {accuracy(), changes(), against_first(), detections(), stages(), whole_costs(), costs(), prices(), rounds(), calls(), seconds()})
      for (auto& part : split(t)) out.push_back(std::move(part));
    using groups = std::vector<group_figures> strategy_figures::*;
    auto const add = [&](std::string_view title, groups of, auto const& cell) {
      for (auto& part : split(by_group(title, of, cell))) out.push_back(std::move(part));
    };
    add("EX by hardness, of the answers and (of the drafts), in percent", &strategy_figures::by_hardness, ex_cell);
    add("EX by file of drafts, of the answers and (of the drafts), in percent", &strategy_figures::by_drafts, ex_cell);
    add("Wrong drafts put right, of all with such an error", &strategy_figures::by_error_class, fixed_cell);
    for (auto const& t : {stops(), agreements()})
      for (auto& part : split(t)) out.push_back(std::move(part));
    return out;
  }

 private:
  using table = evaluation::figure_table;
  using cells = std::vector<std::string>;

  [[nodiscard]] static table titled(std::string title, cells heads) {
    table t;
    t.title = std::move(title);
    t.heads = std::move(heads);
    t.source_head = "strategy";
    return t;
  }

  static void add_row(table& to, std::string const& name, cells const& all, cells labels = {}) {
    auto& row = to.rows.emplace_back();
    row.source = name;
    row.labels = std::move(labels);
    for (auto const& c : all) row.figures.push_back({c, {}});
  }

  /// A row for each strategy for which `cells_of` returns cells.
  template <class Cells>
  [[nodiscard]] table of_strategies(std::string title, cells heads, Cells const& cells_of) const {
    auto t = titled(std::move(title), std::move(heads));
    for (std::size_t i = 0; i < f_.strategies.size(); ++i)
      if (auto const row = cells_of(f_.strategies[i]); !row.empty()) add_row(t, labels_[i], row);
    return t;
  }

  static std::string ratio_text(std::size_t part, std::size_t all) { return joined(part, "/", all); }
  static std::string share_of(std::optional<estimate> const& e) { return e ? shown_share(e->value) : "-"; }

  [[nodiscard]] table accuracy() const {
    return of_strategies("Execution accuracy (EX) in percent; intervals hold 95 %",
                         {"runs", "drafts", "answers", "interval", "best attempt", "interval"}, [](strategy_figures const& s) {
                           return cells{joined(s.runs),
                                        shown_share(s.ex_before.value),
                                        shown_share(s.ex_after.value),
                                        interval_text(s.ex_after.low, s.ex_after.high),
                                        shown_share(s.ex_best.value),
                                        interval_text(s.ex_best.low, s.ex_best.high)};
                         });
  }

  [[nodiscard]] table changes() const {
    return of_strategies(
        "From drafts to answers, in points; p is McNemar's", {"gain", "interval", "fixed", "broken", "p"}, [](strategy_figures const& s) {
          auto const& c = s.change;
          return cells{shown_share(s.gain.value), interval_text(s.gain.low, s.gain.high), joined(c.fixed), joined(c.broken), shown_p(c.p)};
        });
  }

  [[nodiscard]] table against_first() const {
    auto t = titled("EX against the first strategy, in points", {"difference", "interval", "right alone", "first alone", "p"});
    for (auto const& c : f_.comparisons) {
      if (c.first != 0 || c.second >= labels_.size()) continue;
      add_row(t, labels_[c.second],
              {shown_share(c.difference.value), interval_text(c.difference.low, c.difference.high), joined(c.change.fixed),
               joined(c.change.broken), shown_p(c.change.p)});
    }
    return t;
  }

  [[nodiscard]] table detections() const {
    return of_strategies("Detection of wrong drafts by remarks; shares in percent",
                         {"detected", "recall", "interval", "accused", "precision", "interval"}, [](strategy_figures const& s) {
                           auto const& d = s.detected;
                           auto const interval = [](auto const& e) { return e ? interval_text(e->low, e->high) : "-"; };
                           return cells{ratio_text(d.wrong_detected, d.wrong), share_of(d.recall),    interval(d.recall),
                                        ratio_text(d.right_accused, d.right),  share_of(d.precision), interval(d.precision)};
                         });
  }

  [[nodiscard]] table stages() const {
    auto t = titled("Detection by each stage of feedback; shares in percent", {"detected", "recall", "accused", "precision"});
    t.label_heads = {"stage"};
    for (std::size_t i = 0; i < labels_.size(); ++i)
      for (auto const& [stage, d] : f_.strategies[i].by_feedback)
        add_row(t, labels_[i],
                {ratio_text(d.wrong_detected, d.wrong), share_of(d.recall), ratio_text(d.right_accused, d.right), share_of(d.precision)},
                {fitting_terminal(visible(stage), 2 * head_width_)});
    return t;
  }

  [[nodiscard]] table whole_costs() const {
    bool const timed = std::ranges::any_of(f_.strategies, [](strategy_figures const& s) { return s.whole && s.whole->seconds > 0; });
    cells heads{"calls", "tokens sent", "reused", "received"};
    if (timed) heads.emplace_back("seconds");
    return of_strategies("Mean cost of a run, with its draft; reused in percent", heads, [timed](strategy_figures const& s) {
      if (!s.whole) return cells{};
      auto const& c = *s.whole;
      cells row{shown_amount(c.calls), shown_amount(c.prompt_tokens), share_reused(c.cached_tokens, c.prompt_tokens),
                shown_amount(c.completion_tokens)};
      if (timed) row.push_back(shown_amount(c.seconds));
      return row;
    });
  }

  /// The share of the tokens sent that the servers had cached; "-" where they say nothing of it.
  static std::string share_reused(double cached, double sent) {
    if (!(cached > 0) || !(sent > 0)) return "-";
    return shown_share(std::min(1.0, cached / sent));
  }

  [[nodiscard]] table costs() const {
    return of_strategies("Mean cost of a run's correction, without its draft; reused in percent",
                         {"calls", "interval", "tokens sent", "reused", "received", "statements", "revisions"},
                         [](strategy_figures const& s) {
                           auto const& c = s.cost;
                           return cells{shown_amount(c.calls.value),
                                        joined(shown_amount(c.calls.low), " to ", shown_amount(c.calls.high)),
                                        shown_amount(c.prompt_tokens.value),
                                        share_reused(c.cached_tokens.value, c.prompt_tokens.value),
                                        shown_amount(c.completion_tokens.value),
                                        shown_amount(c.statements.value),
                                        shown_amount(s.revisions)};
                         });
  }

  [[nodiscard]] table prices() const {
    return of_strategies("What a point of EX costs over 1,000 questions", {"calls", "tokens"}, [](strategy_figures const& s) {
      auto const& c = s.cost;
      return !c.calls_per_point && !c.tokens_per_point ? cells{}
                                                       : cells{c.calls_per_point ? shown_amount(*c.calls_per_point) : "-",
                                                               c.tokens_per_point ? shown_amount(*c.tokens_per_point) : "-"};
    });
  }

  /// `cell(round)` of each round.
  template <class Cell>
  [[nodiscard]] table by_round(std::string title, Cell const& cell) const {
    std::size_t most = 0;
    for (auto const& s : f_.strategies) most = std::max(most, s.rounds.size());
    cells heads;
    for (std::size_t r = 0; r < most; ++r) heads.push_back(r == 0 ? std::string("draft") : joined("round ", r));
    if (most < 2) return titled("", {});
    return of_strategies(std::move(title), heads, [&](strategy_figures const& s) {
      cells row;
      for (std::size_t r = 0; r < most && !s.rounds.empty(); ++r) row.push_back(cell(s.rounds[std::min(r, s.rounds.size() - 1)]));
      return row;
    });
  }
  [[nodiscard]] table rounds() const {
    return by_round("EX after each round in percent; a run that has ended keeps its last SQL",
                    [](auto const& round) { return shown_share(round.ex); });
  }
  [[nodiscard]] table calls() const {
    return by_round("Mean calls up to each round", [](auto const& round) { return shown_amount(round.calls); });
  }

  [[nodiscard]] table seconds() const {
    return of_strategies("Seconds of a run's correction", {"median", "90 %", "99 %", "most"}, [](strategy_figures const& s) {
      if (!s.seconds) return cells{};
      auto const text = [](double n) { return std::isfinite(n) ? significant(n) : std::string("-"); };
      return cells{text(s.seconds->median), text(s.seconds->p90), text(s.seconds->p99), text(s.seconds->most)};
    });
  }

  static std::string ex_cell(group_figures const& g) { return joined(shown_share(g.ex_after), " (", shown_share(g.ex_before), ")"); }
  static std::string fixed_cell(group_figures const& g) { return ratio_text(g.fixed, g.runs); }

  /// The names of the groups of all strategies, in the order of their first occurrence.
  [[nodiscard]] cells group_names(std::vector<group_figures> strategy_figures::* of) const {
    cells names;
    for (auto const& s : f_.strategies)
      for (auto const& g : s.*of)
        if (std::ranges::find(names, g.name) == names.end()) names.push_back(g.name);
    return names;
  }

  template <class Cell>
  [[nodiscard]] table by_group(std::string_view title, std::vector<group_figures> strategy_figures::* of, Cell const& cell) const {
    auto const names = group_names(of);
    cells heads;
    for (auto const& n : names) heads.push_back(fitting_terminal(visible(n), head_width_));
    return of_strategies(std::string(title), heads, [&](strategy_figures const& s) {
      cells row;
      for (auto const& n : names) {
        auto const found = std::ranges::find(s.*of, n, &group_figures::name);
        row.push_back(found == (s.*of).end() ? std::string("-") : cell(*found));
      }
      return row;
    });
  }

  [[nodiscard]] table stops() const {
    std::map<std::string, std::size_t> reasons;
    for (auto const& s : f_.strategies)
      for (auto const& [reason, n] : s.stopped) reasons[reason] += n;
    cells heads;
    for (auto const& [reason, n] : reasons) heads.push_back(fitting_terminal(visible(reason), head_width_));
    return of_strategies("Why runs ended", heads, [&](strategy_figures const& s) {
      cells row;
      for (auto const& [reason, n] : reasons) row.push_back(joined(s.stopped.contains(reason) ? s.stopped.at(reason) : std::size_t{0}));
      return row;
    });
  }

  /// Which strategies have the same runs right: a row for each such set.
  [[nodiscard]] table agreements() const {
    constexpr std::size_t most = 24;
    auto t = titled("Runs that only the marked strategies have right", labels_);
    if (labels_.size() < 2) return t;
    t.source_head = "runs";
    if (study_.numbered)
      for (std::size_t i = 0; i < t.heads.size(); ++i) t.heads[i] = joined(i + 1, ".");
    std::size_t others = 0, other_runs = 0;
    for (auto const& a : f_.agreements) {
      if (a.right.size() != labels_.size()) continue;
      if (t.rows.size() == most) {
        ++others, other_runs += a.runs;
        continue;
      }
      cells row;
      for (bool const is_right : a.right) row.push_back(is_right ? "x" : "-");
      add_row(t, joined(a.runs), row);
    }
    if (others > 0) t.title += joined("; ", counted(others, "set"), " (", counted(other_runs, "run"), ") left out");
    return t;
  }

  static constexpr std::size_t gap = 2;  // between columns

  /// The width of a column of figures.
  [[nodiscard]] static std::size_t figure_width(table const& t, std::size_t column) {
    auto widest = terminal_columns(t.heads[column]);
    for (auto const& r : t.rows) widest = std::max(widest, terminal_columns(r.figures[column].text));
    return widest + gap;
  }
  /// The width of names and labels.
  [[nodiscard]] static std::size_t label_width(table const& t) {
    std::size_t name = terminal_columns(t.source_head), label = 0;
    for (auto const& r : t.rows) {
      name = std::max(name, terminal_columns(r.source));
      for (auto const& l : r.labels) label = std::max(label, terminal_columns(l) + gap);
    }
    return name + label;
  }

  /// The same split into tables that are not too wide; empty for a table without figures.
  [[nodiscard]] tables split(table const& t) const {
    tables out;
    if (t.rows.empty()) return out;
    for (std::size_t begin = 0, end = 0; begin < t.heads.size(); begin = end) {
      for (auto used = label_width(t); end < t.heads.size(); ++end)
        if (used += figure_width(t, end); used > width_ && end > begin) break;
      auto part =
          titled(begin == 0 ? t.title : t.title + ", further columns", {t.heads.begin() + offset(begin), t.heads.begin() + offset(end)});
      part.source_head = t.source_head;
      part.label_heads = t.label_heads;
      for (auto const& r : t.rows)
        part.rows.push_back({r.source, r.labels, {r.figures.begin() + offset(begin), r.figures.begin() + offset(end)}});
      out.push_back(std::move(part));
    }
    return out;
  }
  static std::ptrdiff_t offset(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }

  shown_study const& study_;
  study_figures const& f_ = study_.f;
  std::size_t width_, head_width_;
  cells labels_{};
};

}  // namespace t2s::studies::reporting

#endif
