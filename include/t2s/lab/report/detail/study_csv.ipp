// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_CSV_IPP
#define T2S_LAB_REPORT_DETAIL_STUDY_CSV_IPP

#include "t2s/db/detail/render.hpp"
#include "t2s/lab/report/detail/written.hpp"
#include "t2s/lab/report/report.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace t2s::studies {
namespace reporting {

/// Rows whose columns are named with each value.
class csv_rows {
 public:
  void begin_row() { all_.values.emplace_back(); }

  /// A name that a spreadsheet would read as a formula gets a leading apostrophe.
  void text(std::string_view name, std::string_view s) {
    bool const is_formula = !s.empty() && std::string_view("=+-@\t\r").find(s.front()) != s.npos;
    put(name, value((is_formula ? "'" : "") + text::valid_utf8(s)));
  }
  void count(std::string_view name, std::size_t n) { put(name, value(std::to_string(n))); }
  void number(std::string_view name, std::optional<double> n) {
    auto written = n ? evaluation::reporting::in_full(*n) : std::string();
    put(name, written.empty() ? value() : value(std::move(written)));
  }
  void interval(std::string_view name, std::optional<estimate> const& e) {
    auto const part = [&](double estimate::* of) { return e ? std::optional((*e).*of) : std::nullopt; };
    number(name, part(&estimate::value));
    number(std::string(name) + "_low", part(&estimate::low));
    number(std::string(name) + "_high", part(&estimate::high));
  }

  [[nodiscard]] std::string write() const { return db::to_csv(all_); }

 private:
  void put(std::string_view name, value v) {
    auto& row = all_.values.back();
    if (all_.values.size() == 1) all_.columns.emplace_back(name);
    row.push_back(std::move(v));
  }

  db::rows all_{};
};

inline void add_strategy(csv_rows& to, study_figures const& f, strategy_figures const& s) {
  to.begin_row();
  to.text("strategy", s.name);
  to.text("corrector", f.corrector);
  to.count("simulated", f.simulated ? 1 : 0);
  to.count("runs", s.runs);
  to.interval("ex_before", s.ex_before);
  to.interval("ex_after", s.ex_after);
  to.interval("gain", s.gain);
  to.interval("ex_best", s.ex_best);
  to.count("fixed", s.change.fixed);
  to.count("broken", s.change.broken);
  to.count("right", s.change.right);
  to.count("wrong", s.change.wrong);
  to.number("p", s.change.p);
  to.count("wrong_detected", s.detected.wrong_detected);
  to.count("right_accused", s.detected.right_accused);
  to.interval("recall", s.detected.recall);
  to.interval("precision", s.detected.precision);
  to.interval("calls", s.cost.calls);
  to.interval("prompt_tokens", s.cost.prompt_tokens);
  to.interval("cached_tokens", s.cost.cached_tokens);
  to.interval("completion_tokens", s.cost.completion_tokens);
  to.interval("statements", s.cost.statements);
  to.number("calls_per_point", s.cost.calls_per_point);
  to.number("tokens_per_point", s.cost.tokens_per_point);
  auto const whole = [&](double run_cost::* of) { return s.whole ? std::optional((*s.whole).*of) : std::nullopt; };
  to.number("run_calls", whole(&run_cost::calls));
  to.number("run_prompt_tokens", whole(&run_cost::prompt_tokens));
  to.number("run_cached_tokens", whole(&run_cost::cached_tokens));
  to.number("run_completion_tokens", whole(&run_cost::completion_tokens));
  to.number("revisions", s.revisions);
  auto const second = [&](double latency_figures::* of) { return s.seconds ? std::optional((*s.seconds).*of) : std::nullopt; };
  to.number("seconds_median", second(&latency_figures::median));
  to.number("seconds_p90", second(&latency_figures::p90));
  to.number("seconds_p99", second(&latency_figures::p99));
  to.number("seconds_most", second(&latency_figures::most));
}

inline void add_group(csv_rows& to, strategy_figures const& s, std::string_view kind, group_figures const& g) {
  to.begin_row();
  to.text("strategy", s.name);
  to.text("kind", kind);
  to.text("group", g.name);
  to.count("runs", g.runs);
  to.number("ex_before", g.ex_before);
  to.number("ex_after", g.ex_after);
  to.count("fixed", g.fixed);
  to.count("broken", g.broken);
  to.number("calls", g.calls);
  to.number("tokens", g.tokens);
  to.number("columns", g.columns > 0 ? std::optional(static_cast<double>(g.columns)) : std::nullopt);
}

/// Only the line of names, for tables without rows.
inline std::string first_line(std::string const& csv) { return csv.substr(0, csv.find('\n') + 1); }

}  // namespace reporting

T2S_DECL std::string study_csv(study_figures const& f) {
  reporting::csv_rows out;
  for (auto const& s : f.strategies) reporting::add_strategy(out, f, s);
  if (!f.strategies.empty()) return out.write();
  reporting::add_strategy(out, f, {});
  return reporting::first_line(out.write());
}

T2S_DECL std::string study_groups_csv(study_figures const& f) {
  reporting::csv_rows out;
  bool any = false;
  for (auto const& s : f.strategies)
    for (auto const& [kind, groups] : {std::pair{"hardness", &s.by_hardness},
                                       {"database", &s.by_database},
                                       {"error class", &s.by_error_class},
                                       {"drafts", &s.by_drafts}})
      for (auto const& g : *groups) {
        reporting::add_group(out, s, kind, g);
        any = true;
      }
  if (any) return out.write();
  reporting::add_group(out, {}, "", {});
  return reporting::first_line(out.write());
}

}  // namespace t2s::studies

#endif
