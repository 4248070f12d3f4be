// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_HTML_IPP
#define T2S_LAB_REPORT_DETAIL_HTML_IPP

#include "t2s/lab/report/detail/fault_groups.hpp"
#include "t2s/lab/report/detail/plot/bars.hpp"
#include "t2s/lab/report/detail/score_tables.hpp"
#include "t2s/lab/report/detail/wrong_examples.hpp"
#include "t2s/lab/report/report.hpp"

namespace t2s::evaluation {
namespace reporting {

inline std::string setting_of(report const& r, data_folders const& folders, std::size_t databases) {
  auto const how = joined(mode_of(r), values_of(r), keys_of(r));
  if (folders.databases.empty()) return how + ", results in the place of SQL";
  return joined(how, ", ", counted(databases, "database"), " of ", folders.databases.string(), ", ", files_of(r), " each");
}

/// Throws if questions or predictions are not those of the verdicts.
inline void require_same(report const& r, gold_set const& gold, std::span<prediction_set const> files) {
  bool same = r.questions.size() == gold.questions.size() && r.files.size() == files.size();
  for (std::size_t f = 0; same && f < files.size(); ++f) same = r.files[f].verdicts.size() == files[f].predictions.size();
  if (!same)
    throw error(errc::invalid_argument, "report_html: the report is of other questions or predictions",
                "pass the gold set and the predictions that it was made of");
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
    return html_page(title_, examples_.style(), body);
  }

 private:
  [[nodiscard]] std::string heading() const {
    auto const link = [](std::string_view to, std::string_view shown) {
      return element("li", element("a", escaped(shown), joined(" href=\"", to, "\"")));
    };
    std::string links;
    for (std::size_t f = 0; f < names.size(); ++f) links += link(joined("#f", f), names[f]);
    if (std::ranges::any_of(r.questions, [](auto const& q) { return q.skipped.has_value(); }))
      links += link("#skipped", "skipped questions");
    auto const top = element("h1", title_) + element("p", setting_, " class=\"setting\"") + notes(r.warnings);
    return element("header", top + element("ul", links)) + "\n";
  }

  [[nodiscard]] static std::string notes(std::vector<std::string> const& warnings) {
    std::string out;
    for (auto const& w : warnings) out += element("p", escaped(w), " class=\"note\"");
    return out;
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
    if (r.options.wanted.ex) out += by_hardness(ex_name(r) + " by hardness", &scores::ex);
    if (r.options.wanted.em) out += exact_match_plots();
    if (r.options.wanted.bird) out += by_hardness("BIRD\xE2\x80\x99s EX by difficulty", &scores::bird_ex);
    out += rounds_plot() + corrections_plot() + errors_plot() + faults_plot();
    return out.empty() ? "" : element("section", "<h2>Plots</h2>" + element("div", out, " class=\"plots\""));
  }

  /// `values(f)` returns a value of file f for each group, or nothing if the file is omitted.
  template <class Values>
  [[nodiscard]] std::string plot(std::string title, std::vector<std::string> of_groups, bar_plot::unit u, Values const& values) {
    bar_plot plot(std::move(title), std::move(of_groups), u);
    for (std::size_t f = 0; f < names.size(); ++f)
      if (auto of_file = values(f); !of_file.empty()) plot.add(names[f], std::move(of_file));
    return plot.figure(plots_++);
  }

  [[nodiscard]] std::string by_hardness(std::string title, double scores::* of) {
    return plot(std::move(title), groups, bar_plot::unit::percent, [&](std::size_t f) {
      std::vector<double> values;
      for (auto const& s : by_group[f]) values.push_back(s.*of);
      return values;
    });
  }

  [[nodiscard]] std::string exact_match_plots() {
    auto out =
        by_hardness(em_name(r) + " by hardness", &scores::em) + by_hardness("Predictions parsed for EM by hardness", &scores::parsed);
    if (r.options.how != mode::official) return out;
    return out + plot("F1 of EM\xE2\x80\x99s partial scores, all questions",
                      {exact_match::part_names.begin(), exact_match::part_names.end()}, bar_plot::unit::percent, [this](std::size_t f) {
                        std::vector<double> values;
                        for (auto const& part : by_group[f].back().parts) values.push_back(part.f1);
                        return values;
                      });
  }

  /// A run with fewer rounds than another keeps its last figure.
  [[nodiscard]] std::string rounds_plot() {
    std::vector<std::vector<double>> of;
    std::size_t most = 0;
    for (auto const& f : r.files) most = std::max(most, of.emplace_back(ex_by_round(r, f)).size());
    if (most == 0) return {};
    std::vector<std::string> rounds{"draft"};
    for (std::size_t n = 1; n < most; ++n) rounds.push_back(joined("round ", n));
    for (auto& values : of)
      if (!values.empty()) values.resize(most, values.back());
    return plot("EX after each round of correction", rounds, bar_plot::unit::percent, [&](std::size_t f) { return of[f]; });
  }

  [[nodiscard]] std::string corrections_table() const {
    std::string body;
    for (std::size_t f = 1; f < names.size(); ++f) {
      auto const c = corrections_of(f);
      auto row = row_head(names[f]);
      for (auto const n : {c.fixed, c.broken, c.right, c.wrong}) row += element("td", joined(n));
      row += element("td", significant(c.p)) + element("td", words_of(difference_to_first(f)));
      body += element("tr", row + element("td", joined(c.size())));
    }
    auto const heads =
        column_heads({"fixed", "broken", "right in both", "wrong in both", "McNemar\xE2\x80\x99s p", "difference", "questions of both"});
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
    return plot("Error classes of wrong predictions", {"table missing", "column missing", "skeleton", "does not execute", "none of these"},
                bar_plot::unit::count, [this](std::size_t f) {
                  auto const& e = by_group[f].back().errors;
                  std::vector<double> values;
                  for (auto const n : {e.table, e.column, e.skeleton, e.execution, e.other}) values.push_back(static_cast<double>(n));
                  return values;
                });
  }

  /// The short names, since a plot is as wide as its names.
  [[nodiscard]] std::string faults_plot() {
    auto all = faults_in(by_group);
    std::erase_if(all, [this](fault one) {
      return std::ranges::all_of(by_group, [one](auto const& of_file) { return of_file.back().faults.with_main(one) == 0; });
    });
    if (all.empty()) return {};
    std::vector<std::string> names_of_faults;
    for (auto const one : all) std::ranges::replace(names_of_faults.emplace_back(name_of(one)), '_', ' ');
    return plot("Main faults of wrong predictions", names_of_faults, bar_plot::unit::count, [&](std::size_t f) {
      std::vector<double> values;
      for (auto const one : all) values.push_back(static_cast<double>(by_group[f].back().faults.with_main(one)));
      return values;
    });
  }

  /// The main faults of a file by hardness, by database and by the words of questions.
  [[nodiscard]] std::string fault_tables(std::size_t f) const {
    auto const all = faults_in({by_group[f]});
    if (all.empty()) return {};
    std::string body;
    for (auto const fault : all) {
      auto row = row_head(title_of(fault));
      for (auto const& s : by_group[f]) row += element("td", joined(s.faults.with_main(fault)));
      body += element("tr", row + element("td", joined(by_group[f].back().faults.with(fault))));
    }
    auto const heads = element("tr", joined("<td></td>", column_heads(groups), column_heads({"main or not"})));
    auto const words = group_table(all, faults_by_kind(r, r.files[f]), "By the words of the question; one may be in several rows.");
    auto const tables = wide_table("scores", "Main faults of wrong predictions.", heads, body) + words +
                        group_table(all, faults_by_database(r, r.files[f]), "By database.");
    return element("details", "<summary>Faults</summary>" + tables);
  }

  /// A row for each group of questions, a column for each fault.
  [[nodiscard]] static std::string group_table(std::vector<fault> const& all, std::vector<fault_group> const& rows,
                                               std::string_view caption) {
    std::vector<std::string> heads{"questions", "wrong", "% wrong"};
    for (auto const fault : all) heads.emplace_back(title_of(fault));
    std::string body;
    for (auto const& g : rows) {
      auto row = row_head(g.name) + element("td", joined(g.questions)) + element("td", joined(g.totals.wrong)) +
                 element("td", percent(g.share_wrong()));
      for (auto const fault : all) row += element("td", joined(g.totals.with_main(fault)));
      body += element("tr", row);
    }
    return wide_table("scores", caption, element("tr", "<td></td>" + column_heads(heads)), body);
  }

  [[nodiscard]] std::string file(std::size_t f) {
    auto out = element("h2", escaped(names[f]), joined(" id=\"f", f, "\"")) + notes(files_[f].warnings);
    if (auto const runs = r.files[f].recorded; runs > 0)
      out += element("p", joined("Cost of a question, as ", counted(runs, "run"), " recorded it: ", cost_of(r.files[f]), "."));
    out += score_table(lines, by_group[f], "scores levels", "Shares in percent. " + setting_, column_heads(groups));
    if (r.options.wanted.em && r.options.how == mode::official)
      out += element("details", "<summary>Partial scores of EM</summary>" + partial_table(groups, by_group[f], "In percent. " + setting_));
    if (r.options.wanted.faults) out += fault_tables(f);
    return element("section", out) + examples_.of_file(f);
  }

  [[nodiscard]] std::string skipped() const {
    std::string body;
    for (std::size_t i = 0; i < r.questions.size(); ++i) {
      if (!r.questions[i].skipped) continue;
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
  std::string setting_, title_ = escaped("Evaluation: " + text::join(names, ", "));
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
