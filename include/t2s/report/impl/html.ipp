// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_HTML_IPP
#define T2S_REPORT_IMPL_HTML_IPP

#include "t2s/report/impl/bar_plot.hpp"
#include "t2s/report/impl/markup.hpp"
#include "t2s/report/impl/shown_report.hpp"
#include "t2s/report/impl/style.hpp"
#include "t2s/report/impl/wrong_examples.hpp"
#include "t2s/report/report.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {
namespace reporting {

inline std::string setting_of(report const& r, data_folders const& folders, std::size_t databases) {
  auto const& o = r.options;
  std::string out = o.how == mode::official ? "mode official (as test-suite-sql-eval), " : "mode strict, ";
  if (o.how == mode::official) {
    out += o.keep_distinct == distinct::kept ? "DISTINCT kept, " : "DISTINCT dropped, ";
    out += o.plug_value ? "gold values plugged in, " : "predicted values, ";
  }
  if (auto const keys = keys_named(r); !keys.empty()) out += keys + ", ";
  auto const files = joined(r.fewest_database_files < r.database_files ? "up to " : "", counted(r.database_files, "file"), " each");
  return out + joined(counted(databases, "database"), " of ", folders.databases.string(), ", ", files);
}

/// Refuses what would put verdicts beside other questions or predictions.
inline void require_same(report const& r, gold_set const& gold, std::span<prediction_set const> files) {
  bool same = r.questions.size() == gold.questions.size() && r.files.size() == files.size();
  for (std::size_t f = 0; same && f < files.size(); ++f) same = r.files[f].verdicts.size() == files[f].predictions.size();
  if (!same)
    throw error(errc::invalid_argument, "report_html: the report is of other questions or predictions",
                "pass the gold set and the predictions that it was made of");
}

inline std::string mean_cost(file_report const& f) {
  if (f.recorded == 0) return {};
  return element("p", joined("Cost of a question, as ", counted(f.recorded, "run"), " recorded it: ", shown_report::cost_of(f), "."));
}

/// Writes one report.
class page : shown_report {
 public:
  page(report const& of, gold_set const& gold, std::span<prediction_set const> files, data_folders const& folders)
      : shown_report(of),
        gold_(gold),
        files_(files),
        examples_(of, gold, files, folders),
        setting_(escaped(setting_of(of, folders, databases_of(gold).size()))) {}

  [[nodiscard]] std::string write() {
    auto body = heading() + overview() + plots();
    for (std::size_t f = 0; f < files_.size(); ++f) body += file(f);
    body += skipped();
    auto const head = joined("<meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>",
                             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>",
                             element("title", escaped(title())), element("style", joined(style, examples_.style())));
    return joined("<!DOCTYPE html>\n", element("html", element("head", head) + "\n" + element("body", body), " lang=\"en\""), "\n");
  }

 private:
  using figure = std::function<double(scores const&)>;

  [[nodiscard]] std::string title() const { return "Evaluation: " + text::join(names, ", "); }

  [[nodiscard]] std::string heading() const {
    std::string links;
    for (std::size_t f = 0; f < names.size(); ++f) links += element("li", link(joined("#f", f), names[f]));
    if (!number_skipped().empty()) links += element("li", link("#skipped", "skipped questions"));
    return element("header",
                   element("h1", escaped(title())) + element("p", setting_, " class=\"setting\"") + warnings() + element("ul", links)) +
           "\n";
  }

  [[nodiscard]] std::string warnings() const {
    std::string out;
    for (auto const& w : r.warnings) out += element("p", escaped(w), " class=\"note\"");
    return out;
  }

  [[nodiscard]] static std::string link(std::string_view to, std::string_view shown) {
    return element("a", escaped(shown), joined(" href=\"", to, "\""));
  }

  [[nodiscard]] std::vector<std::size_t> number_skipped() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < r.questions.size(); ++i)
      if (r.questions[i].skipped) found.push_back(i);
    return found;
  }

  [[nodiscard]] std::string overview() const {
    std::vector<scores> all;
    for (auto const& f : by_group) all.push_back(f.back());
    if (all.size() < 2) return {};
    auto const table = score_table(lines, all, "scores", "All questions; shares in percent. " + setting_, column_heads(names));
    return element("section", "<h2>Overview</h2>" + table + corrections_table());
  }

  [[nodiscard]] std::string plots() {
    std::string out;
    if (r.options.wanted.ex) out += by_hardness(ex_name(r) + " by hardness", [](scores const& s) { return s.ex; });
    if (r.options.wanted.em) out += exact_match_plots();
    if (r.options.wanted.bird) out += by_hardness("BIRD\xE2\x80\x99s EX by difficulty", [](scores const& s) { return s.bird_ex; });
    out += rounds_plot() + corrections_plot() + errors_plot();
    return out.empty() ? "" : element("section", "<h2>Plots</h2>" + element("div", out, " class=\"plots\""));
  }

  [[nodiscard]] std::string by_hardness(std::string title, figure const& of) {
    bar_plot plot(std::move(title), groups, bar_plot::unit::percent);
    for (std::size_t f = 0; f < names.size(); ++f) {
      std::vector<double> values;
      for (auto const& s : by_group[f]) values.push_back(of(s));
      plot.add(names[f], values);
    }
    return plot.figure(plots_++);
  }

  [[nodiscard]] std::string exact_match_plots() {
    auto out = by_hardness(em_name(r) + " by hardness", [](scores const& s) { return s.em; }) +
               by_hardness("Predictions parsed for EM by hardness", [](scores const& s) { return s.parsed; });
    if (r.options.how != mode::official) return out;
    bar_plot plot("F1 of EM\xE2\x80\x99s partial scores, all questions", {exact_match::part_names.begin(), exact_match::part_names.end()},
                  bar_plot::unit::percent);
    for (std::size_t f = 0; f < names.size(); ++f) {
      std::vector<double> values;
      for (auto const& part : by_group[f].back().parts) values.push_back(part.f1);
      plot.add(names[f], values);
    }
    return out + plot.figure(plots_++);
  }

  /// A run that made fewer rounds than another keeps its last figure.
  [[nodiscard]] std::string rounds_plot() {
    std::vector<std::vector<double>> of(names.size());
    std::size_t most = 0;
    for (std::size_t f = 0; f < of.size(); ++f) most = std::max(most, (of[f] = ex_by_round(r, r.files[f])).size());
    if (most == 0) return {};
    std::vector<std::string> rounds{"draft"};
    for (std::size_t n = 1; n < most; ++n) rounds.push_back(joined("round ", n));
    bar_plot plot("EX after each round of correction", rounds, bar_plot::unit::percent);
    for (std::size_t f = 0; f < of.size(); ++f) {
      if (of[f].empty()) continue;
      of[f].resize(most, of[f].back());
      plot.add(names[f], of[f]);
    }
    return plot.figure(plots_++);
  }

  [[nodiscard]] corrections corrections_of(std::size_t f) const {
    auto const [before, after] = beside_first(f);
    return compare_runs(before, after);
  }

  [[nodiscard]] std::string corrections_table() const {
    std::string body;
    for (std::size_t f = 1; f < names.size(); ++f) {
      auto const c = corrections_of(f);
      auto row = row_head(names[f]);
      for (auto const n : {c.fixed, c.broken, c.right, c.wrong}) row += element("td", joined(n));
      body += element("tr", row + element("td", significant(c.p)) + element("td", joined(c.fixed + c.broken + c.right + c.wrong)));
    }
    auto const heads = column_heads({"fixed", "broken", "right in both", "wrong in both", "McNemar\xE2\x80\x99s p", "questions of both"});
    return wide_table("scores", escaped(corrections_title()) + ". " + setting_, element("tr", "<td></td>" + heads), body);
  }

  [[nodiscard]] std::string corrections_plot() {
    if (names.size() < 2) return {};
    std::vector<double> fixed_ones, broken_ones;
    for (std::size_t f = 1; f < names.size(); ++f) {
      auto const c = corrections_of(f);
      fixed_ones.push_back(static_cast<double>(c.fixed));
      broken_ones.push_back(static_cast<double>(c.broken));
    }
    bar_plot plot(corrections_title() + ": fixed and broken", {names.begin() + 1, names.end()}, bar_plot::unit::count);
    plot.add("fixed", fixed_ones);
    plot.add("broken", broken_ones);
    return plot.figure(plots_++);
  }

  [[nodiscard]] std::string errors_plot() {
    if (!r.options.wanted.structure) return {};
    bar_plot plot("Error classes of wrong predictions",
                  {"table missing", "column missing", "skeleton", "does not execute", "none of these"}, bar_plot::unit::count);
    for (std::size_t f = 0; f < names.size(); ++f) {
      auto const& e = by_group[f].back().errors;
      std::vector<double> values;
      for (auto const n : {e.table, e.column, e.skeleton, e.execution, e.other}) values.push_back(static_cast<double>(n));
      plot.add(names[f], values);
    }
    return plot.figure(plots_++);
  }

  [[nodiscard]] std::string file(std::size_t f) {
    auto out = element("h2", escaped(names[f]), joined(" id=\"f", f, "\""));
    for (auto const& w : files_[f].warnings) out += element("p", escaped(w), " class=\"note\"");
    out += mean_cost(r.files[f]);
    out += score_table(lines, by_group[f], "scores levels", "Shares in percent. " + setting_, column_heads(groups));
    if (r.options.wanted.em && r.options.how == mode::official)
      out += element("details", "<summary>Partial scores of EM</summary>" + partial_table(groups, by_group[f], "In percent. " + setting_));
    return element("section", out) + examples_.of_file(f);
  }

  [[nodiscard]] std::string skipped() const {
    std::string body;
    for (auto const i : number_skipped()) {
      auto const& q = gold_.questions[i];
      auto const sql = element("code", escaped(cut(q.sql, page_limits::sql)));
      body += element("tr", joined(row_head(joined("#", i)), element("td", escaped(q.database)), element("td", escaped(q.question)),
                                   element("td", sql), element("td", escaped(r.questions[i].skipped->text()))));
    }
    if (body.empty()) return {};
    auto const heads = element("tr", column_heads({"question", "database", "text", "gold SQL", "why it fails"}));
    auto const table = wide_table("skipped", "Their gold SQL fails; they count nowhere.", heads, body);
    return element("section", "<h2 id=\"skipped\">Skipped questions</h2>" + table);
  }

  gold_set const& gold_;
  std::span<prediction_set const> files_;
  wrong_examples examples_;
  std::string setting_;
  std::size_t plots_ = 0;
};

}  // namespace reporting

T2S_DECL std::string report_html(report const& r, gold_set const& gold, std::span<prediction_set const> files,
                                 data_folders const& folders) {
  reporting::require_same(r, gold, files);
  return reporting::page(r, gold, files, folders).write();
}

}  // namespace t2s::evaluation

#endif
