// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_SUMMARY_HPP
#define T2S_LAB_REPORT_DETAIL_STUDY_SUMMARY_HPP

#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/lab/report/detail/study/front.hpp"
#include "t2s/lab/report/detail/study/shown_study.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::studies::reporting {

/// The difference of two strategies over the same runs, as far as the figures have it.
struct known_difference {
  std::optional<estimate> difference{};  ///< EX of the first minus that of the second
  double p = 1;                          ///< McNemar's
};

/// From the comparisons, else from the agreements, if none were omitted.
inline std::optional<known_difference> difference_of(study_figures const& f, std::size_t a, std::size_t b) {
  for (auto const& c : f.comparisons) {
    if (c.first == b && c.second == a) return known_difference{c.difference, c.change.p};
    if (c.first == a && c.second == b)
      return known_difference{estimate{-c.difference.value, -c.difference.high, -c.difference.low}, c.change.p};
  }
  if (f.drafts.size() > 1) return {};  // the test assumes that drafts for one question are independent
  std::size_t runs = 0, a_alone = 0, b_alone = 0;
  for (auto const& g : f.agreements) {
    if (std::max(a, b) >= g.right.size()) return {};
    runs += g.runs;
    if (g.right[a] && !g.right[b]) a_alone += g.runs;
    if (g.right[b] && !g.right[a]) b_alone += g.runs;
  }
  if (runs == 0 || runs != f.strategies[a].runs || runs != f.strategies[b].runs) return {};
  return known_difference{{}, evaluation::mcnemar_p(a_alone, b_alone)};
}

/// A summary of the figures in plain sentences, made by rules.
class study_summary {
 public:
  /// `write_name` turns a name into part of a sentence.
  explicit study_summary(study_figures const& of, std::function<std::string(std::string const&)> write_name = {}) : study_(of) {
    for (auto const& n : study_.labels) names_.push_back(joined("\"", write_name ? write_name(n) : n, "\""));
    for (std::size_t i = 0; i < f_.strategies.size(); ++i)
      if (auto const& s = f_.strategies[i]; s.runs > 0 && std::isfinite(s.ex_after.value)) measured_.push_back(i);
    std::ranges::sort(measured_, {}, [this](std::size_t i) { return std::pair(-ex(i), i); });
  }

  [[nodiscard]] std::vector<std::string> sentences() const {
    std::vector<std::string> out;
    auto const add = [&out](std::string s) {
      if (!s.empty()) out.push_back(std::move(s));
    };
    if (f_.simulated)
      add(joined("No model was asked, and the figures of answers and costs hold only for this corrector (", visible(f_.corrector), ")."));
    if (measured_.empty()) {
      add(f_.strategies.empty() ? "There is no strategy." : "No run was made.");
      return out;
    }
    add(best());
    add(gain_of_best());
    add(best_against_first());
    add(best_against_next());
    add(fronts());
    add(detecting());
    add(accusing());
    add(breaking());
    add(price());
    add(missed());
    return out;
  }

 private:
  [[nodiscard]] strategy_figures const& at(std::size_t i) const { return f_.strategies[i]; }
  [[nodiscard]] double ex(std::size_t i) const { return at(i).ex_after.value; }
  [[nodiscard]] bool alone() const { return measured_.size() == 1; }

  /// "A, B and C"; of many, the first ones.
  [[nodiscard]] std::string named(std::vector<std::size_t> const& all) const {
    constexpr std::size_t most = 6;
    auto const shown = all.size() > most ? most - 1 : all.size();
    std::string out;
    for (std::size_t i = 0; i < shown; ++i) out += joined(i == 0 ? "" : i + 1 == all.size() ? " and " : ", ", names_[all[i]]);
    return shown < all.size() ? joined(out, " and ", all.size() - shown, " others") : out;
  }

  static std::string within(estimate const& e) { return joined(percent(e.value), " % (", interval_text(e.low, e.high), ")"); }
  static std::string points(double share) {
    return joined(percent(std::abs(share)), percent(std::abs(share)) == "1.0" ? " point" : " points");
  }

  /// The measured strategies with the greatest figure.
  template <class Figure>
  [[nodiscard]] std::vector<std::size_t> with_most(Figure const& figure) const {
    std::vector<std::size_t> out;
    for (auto const i : measured_) {
      std::optional<double> const value = figure(at(i));
      if (!value || !std::isfinite(*value)) continue;
      if (!out.empty() && *value < *figure(at(out.front()))) continue;
      if (!out.empty() && *value > *figure(at(out.front()))) out.clear();
      out.push_back(i);
    }
    std::ranges::sort(out);
    return out;
  }

  [[nodiscard]] std::string best() const {
    auto const i = measured_.front();
    if (alone())
      return joined(names_[i], " has ", within(at(i).ex_after), " of its answers right; of its drafts it had ",
                    shown_share(at(i).ex_before.value), " %.");
    auto const all = with_most([](auto const& s) { return std::optional(s.ex_after.value); });
    if (all.size() > 1) return joined("The best EX is that of ", named(all), ": ", percent(ex(i)), " % of their answers are right.");
    return joined("The best EX is that of ", names_[i], ": ", within(at(i).ex_after), " of its answers are right, and ",
                  shown_share(at(i).ex_before.value), " % of its drafts were.");
  }

  [[nodiscard]] std::string gain_of_best() const {
    auto const i = measured_.front();
    auto const& c = at(i).change;
    if (c.fixed + c.broken == 0) return joined(names_[i], " changes no draft from wrong to right or back.");
    return joined(names_[i], " puts ", counted(c.fixed, "wrong draft"), " right and breaks ", counted(c.broken, "right one"),
                  " (a gain of ", points(at(i).gain.value), ", ", evidence({at(i).gain, c.p}), "), ", sureness({at(i).gain, c.p}), ".");
  }

  /// The interval, and the test's result if the drafts are of one file: for several, it would assume that those for one question are
  /// independent.
  [[nodiscard]] std::string evidence(known_difference const& d) const {
    auto const test = f_.drafts.size() > 1 ? "" : joined("McNemar's p ", shown_p(d.p));
    if (!d.difference) return test;
    return joined("interval ", interval_text(d.difference->low, d.difference->high), test.empty() ? "" : ", ", test);
  }

  /// Whether a difference is more than chance, in words.
  [[nodiscard]] std::string sureness(known_difference const& d) const {
    bool const by_test = f_.drafts.size() > 1 && d.difference ? d.difference->low > 0 || d.difference->high < 0 : d.p < 0.05;
    if (!d.difference) return by_test ? "more than chance by McNemar's test" : "which may be chance by McNemar's test";
    bool const by_interval = d.difference->low > 0 || d.difference->high < 0;
    if (by_test != by_interval) return "where the interval and McNemar's test do not agree whether it is more than chance";
    return by_test ? "more than chance" : "which may be chance";
  }

  [[nodiscard]] std::string difference(std::size_t better, std::size_t other, std::string_view what) const {
    auto const known = difference_of(f_, better, other);
    auto const gap = ex(better) - ex(other);
    auto const begin = joined(names_[better], " and ", what, names_[other], ",");
    if (!known) return joined(begin, " differ by ", points(gap), "; how much of that is chance was not measured.");
    return joined(begin, " differ by ", points(gap), " (", evidence(*known), "), ", sureness(*known), ".");
  }

  [[nodiscard]] std::string best_against_first() const {
    auto const best = measured_.front();
    bool const has_first = std::ranges::find(measured_, 0U) != measured_.end();
    return alone() || best == 0 || !has_first ? "" : difference(best, 0, "the first strategy, ");
  }
  [[nodiscard]] std::string best_against_next() const {
    if (alone()) return {};
    bool const is_mentioned = measured_.front() != 0 && measured_[1] == 0;
    return is_mentioned ? "" : difference(measured_.front(), measured_[1], "the next best, ");
  }

  [[nodiscard]] std::string fronts() const {
    if (alone()) return {};
    auto const by_calls = pareto_front(f_.strategies, mean_calls), by_tokens = pareto_front(f_.strategies, mean_tokens);
    auto const text = [this](std::string_view cost, std::vector<std::size_t> const& front) {
      return joined("On the Pareto front of EX against ", cost, front.size() == 1 ? " is " : " are ", named(front),
                    ": no strategy is both cheaper and better.");
    };
    if (by_calls == by_tokens) return text("calls, and against tokens,", by_calls);
    return text("calls", by_calls) + " " + text("tokens", by_tokens);
  }

  [[nodiscard]] std::string detecting() const {
    auto const all = with_most([](auto const& s) { return s.detected.recall ? std::optional(s.detected.recall->value) : std::nullopt; });
    if (all.empty()) return {};
    auto const& recall = *at(all.front()).detected.recall;
    if (recall.value == 0) return "No strategy detects a wrong draft.";
    return joined(named(all), all.size() > 1 ? " detect" : " detects", alone() ? " " : " the most wrong drafts: ", within(recall),
                  alone() ? " of the wrong drafts." : ".");
  }

  [[nodiscard]] std::string accusing() const {
    auto const accused = [](auto const& s) {
      return s.detected.right == 0 ? std::nullopt
                                   : std::optional(static_cast<double>(s.detected.right_accused) / static_cast<double>(s.detected.right));
    };
    auto const all = with_most(accused);
    if (all.empty()) return {};
    auto const share = *accused(at(all.front()));
    if (share == 0) return alone() ? "It objects to no right draft." : "No strategy objects to a right draft.";
    return joined(named(all), all.size() > 1 ? " object" : " objects", alone() ? " to " : " to the most right drafts: ", percent(share),
                  alone() ? " % of the right drafts." : " %.");
  }

  [[nodiscard]] std::string breaking() const {
    auto const broken = [](auto const& s) { return std::optional(static_cast<double>(s.change.broken)); };
    auto const all = with_most(broken);
    auto const most = at(all.front()).change.broken;
    if (alone()) return {};
    if (most == 0) return "No strategy breaks a right draft.";
    std::vector<std::size_t> none;
    for (auto const i : measured_)
      if (at(i).change.broken == 0) none.push_back(i);
    std::ranges::sort(none);
    auto const rest = none.empty() ? "" : joined("; ", named(none), none.size() == 1 ? " breaks" : " break", " none");
    return joined(named(all), all.size() > 1 ? " each break" : " breaks", " the most right drafts: ", most, rest, ".");
  }

  [[nodiscard]] std::string price() const {
    std::vector<std::size_t> gaining;
    for (auto const i : measured_)
      if (auto const& calls = at(i).cost.calls_per_point; calls && std::isfinite(*calls)) gaining.push_back(i);
    if (gaining.empty()) return alone() ? "" : "No strategy raises EX.";
    auto const calls = [this](std::size_t i) { return *at(i).cost.calls_per_point; };
    auto const [least, most] = std::ranges::minmax_element(gaining, {}, calls);
    auto out = joined("A point of EX over 1,000 questions costs ", shown_amount(calls(*least)), " calls with ", names_[*least]);
    if (*least != *most && calls(*least) < calls(*most))
      out += joined(", the fewest, and ", shown_amount(calls(*most)), " with ", names_[*most], ", the most");
    std::vector<std::size_t> without;
    for (auto const i : measured_)
      if (!at(i).cost.calls_per_point) without.push_back(i);
    std::ranges::sort(without);
    if (!without.empty()) out += joined("; ", named(without), without.size() > 1 ? " do" : " does", " not raise EX");
    return out + ".";
  }

  /// Right attempts that were not returned.
  [[nodiscard]] std::string missed() const {
    auto const gap = [](auto const& s) { return std::optional(s.ex_best.value - s.ex_after.value); };
    auto const all = with_most(gap);
    if (all.empty() || *gap(at(all.front())) < 0.0005) return {};
    return joined(named(all), all.size() > 1 ? " lose " : " loses ", points(*gap(at(all.front()))), alone() ? "" : ", the most,",
                  " by going on after an attempt that was right.");
  }

  shown_study study_;
  study_figures const& f_ = study_.f;
  std::vector<std::string> names_{};
  std::vector<std::size_t> measured_{};  // best EX first
};

}  // namespace t2s::studies::reporting

#endif
