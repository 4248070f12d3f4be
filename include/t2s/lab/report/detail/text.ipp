// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_TEXT_IPP
#define T2S_LAB_REPORT_DETAIL_TEXT_IPP

#include "t2s/lab/report/detail/fault_groups.hpp"
#include "t2s/lab/report/detail/shown_report.hpp"
#include "t2s/lab/report/report.hpp"

namespace t2s::evaluation {
namespace reporting {

/// Writes the tables of one report.
class report_writer : shown_report {
 public:
  explicit report_writer(report const& of) : shown_report(of) {
    for (auto const& n : names) label_width_ = std::max(label_width_, text::display_width(n) + 2);
  }

  std::string write() {
    heading();
    for (auto const& w : r.warnings) out_.append("warning: ").append(w).append("\n");
    skipped();
    out_ += "\n";
    cells("", groups);
    for (auto const& line : lines) table(line.name, line.figure);
    if (r.options.wanted.partial) partial_tables();
    for (std::size_t f = 0; f < names.size() && r.options.wanted.faults; ++f) fault_tables(f);
    for (std::size_t f = 0; f < names.size(); ++f) unfinished(f);
    for (std::size_t f = 0; f < names.size(); ++f) rounds(f);
    for (std::size_t f = 0; f < names.size(); ++f) spent(f);
    if (r.files.size() > 1) corrected();
    return std::move(out_);
  }

 private:
  void heading() {
    auto const read = r.databases.empty() ? std::string() : joined(", ", files_of(r), " a database in ", r.databases);
    out_ += joined(mode_of(r), read, values_of(r), keys_of(r), "\n");
  }

  void skipped() {
    for (std::size_t i = 0; i < r.questions.size(); ++i)
      if (auto const& why = r.questions[i].skipped)
        out_ += joined("question #", i,
                       why->code == errc::file_not_found ? " is skipped: " : " is skipped, its gold SQL fails: ", why->text(), "\n");
  }

  /// Wrong predictions for which not all ways to plug values in were tried.
  void unfinished(std::size_t of) {
    auto const count = static_cast<std::size_t>(std::ranges::count_if(r.files[of].verdicts, &verdict::unfinished));
    if (count == 0) return;
    out_ += joined(names[of], ": of ", counted(count, "prediction"), " not all ways to plug values in were tried; they count as wrong\n");
  }

  void label(std::string_view what) { out_.append(what).append(label_width_ + 1 - std::min(label_width_, text::display_width(what)), ' '); }

  void cells(std::string_view name, std::vector<std::string> const& row) {
    label(name);
    for (std::size_t i = 0; i < row.size(); ++i)
      out_ += std::string(std::max(column_width(i), row[i].size()) - row[i].size(), ' ') + row[i];
    out_ += "\n";
  }
  [[nodiscard]] std::size_t column_width(std::size_t i) const {
    return std::max<std::size_t>(8, i < groups.size() ? groups[i].size() + 2 : 0);
  }

  void table(std::string const& title, std::function<std::string(scores const&)> const& figure) {
    out_ += title + "\n";
    for (std::size_t f = 0; f < by_group.size(); ++f) {
      std::vector<std::string> row;
      for (auto const& s : by_group[f]) row.push_back(figure(s));
      cells(joined("  ", names[f]), row);
    }
  }

  /// Precision, recall and F1 of each part, for each file, as the official program prints them.
  void partial_tables() {
    static constexpr std::array<std::pair<char const*, double partial_mean::*>, 3> figures{
        std::pair{"precision", &partial_mean::acc}, std::pair{"recall", &partial_mean::rec}, std::pair{"F1", &partial_mean::f1}};
    for (std::size_t f = 0; f < by_group.size(); ++f)
      for (auto const& [title, figure] : figures) {
        out_ += joined("partial match, ", title, ", ", names[f], "\n");
        for (std::size_t p = 0; p < exact_match::part_names.size(); ++p) {
          std::vector<std::string> row;
          for (auto const& s : by_group[f]) row.push_back(figure_or_dash(s, percent(s.parts[p].*figure)));
          cells(joined("  ", exact_match::part_names[p]), row);
        }
      }
  }

  // ---- faults

  void fault_tables(std::size_t f) {
    auto const& all = by_group[f].back().faults;
    out_ += joined("main faults of ", counted(all.wrong, "wrong prediction"), ", ", names[f],
                   "; % of these; with any such fault, main or not\n");
    if (all.wrong == 0) return;
    auto heads = groups;
    for (auto const* more : {"%", "any"}) heads.emplace_back(more);
    cells("", heads);
    for (auto const fault : faults_in({by_group[f]})) {
      std::vector<std::string> row;
      for (auto const& s : by_group[f]) row.push_back(std::to_string(s.faults.with_main(fault)));
      row.push_back(percent(static_cast<double>(all.with_main(fault)) / static_cast<double>(all.wrong)));
      row.push_back(std::to_string(all.with(fault)));
      cells(joined("  ", title_of(fault)), row);
    }
    kinds_table(f);
  }

  void kinds_table(std::size_t f) {
    out_ += joined("questions by their words, ", names[f], "\n");
    cells("", {"asked", "wrong", "% wrong"});
    for (auto const& g : faults_by_kind(r, r.files[f]))
      cells(joined("  ", g.name), {std::to_string(g.questions), std::to_string(g.totals.wrong), percent(g.share_wrong())});
  }

  void rounds(std::size_t f) {
    auto const right = ex_by_round(r, r.files[f]);
    if (right.empty()) return;
    out_ += joined("EX after each round, ", names[f], ":");
    for (auto const share : right) out_ += joined(" ", percent(share));
    out_ += "\n";
  }

  void spent(std::size_t of) {
    if (r.files[of].recorded > 0) out_ += joined("cost of a question, ", names[of], ": ", cost_of(r.files[of]), "\n");
  }

  static constexpr std::size_t parts = 10;

  /// The accuracies of ten equal parts before and after, as SQL-CRAFT compares strategies (appendix A.2).
  [[nodiscard]] static double mann_whitney_p(std::vector<bool> const& before, std::vector<bool> const& after) {
    std::array<std::vector<double>, 2> shares{};
    for (std::size_t p = 0; p < parts; ++p) {
      auto const begin = before.size() * p / parts, end = before.size() * (p + 1) / parts;
      for (std::size_t side = 0; auto const* run : {&before, &after}) {
        auto const right =
            std::count(run->begin() + static_cast<std::ptrdiff_t>(begin), run->begin() + static_cast<std::ptrdiff_t>(end), true);
        shares[side++].push_back(static_cast<double>(right) / static_cast<double>(end - begin));
      }
    }
    return mann_whitney(shares[0], shares[1]).p;
  }

  void corrected() {
    out_ += corrections_title() + "\n";
    for (std::size_t f = 1; f < r.files.size(); ++f) {
      auto const [before, after] = beside_first(f);
      auto const c = corrections_of(f);
      label(joined("  ", names[f]));
      out_ += joined("fixed ", c.fixed, ", broken ", c.broken, ", right in both ", c.right, ", wrong in both ", c.wrong, "; McNemar's p ",
                     significant(c.p));
      if (before.size() >= parts) out_ += joined("; Mann-Whitney's p of ten parts ", significant(mann_whitney_p(before, after)));
      if (r.files[f].verdicts.size() != r.files[0].verdicts.size())
        out_ += joined("; over the ", counted(before.size(), "question"), " of both");
      out_ += joined("; ", words_of(difference_to_first(f)), "\n");
    }
  }

  std::size_t label_width_ = 28;
  std::string out_{};
};

}  // namespace reporting

T2S_DECL std::string report_text(report const& r) { return reporting::report_writer(r).write(); }

}  // namespace t2s::evaluation

#endif
