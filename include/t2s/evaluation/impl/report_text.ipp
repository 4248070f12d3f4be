// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_REPORT_TEXT_IPP
#define T2S_EVALUATION_IMPL_REPORT_TEXT_IPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/corrections.hpp"
#include "t2s/evaluation/impl/deciding_metric.hpp"
#include "t2s/evaluation/impl/score_lines.hpp"
#include "t2s/evaluation/report_text.hpp"
#include "t2s/evaluation/scores.hpp"
#include "t2s/evaluation/statistics.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace t2s::evaluation {
namespace detail {

inline std::string indented(std::string const& s) { return std::string("  ").append(s); }

/// Writes the tables of one report.
class report_writer {
 public:
  explicit report_writer(report const& r) : r_(r), names_(names_of(r)), groups_(groups_of(r)) {
    for (auto const& n : names_) label_width_ = std::max(label_width_, text::display_width(n) + 2);
    for (auto const& f : r.files) {
      by_group_.emplace_back();
      for (auto const& g : groups_) by_group_.back().push_back(scores_of(r, f, g));
    }
  }

  std::string write() {
    heading();
    for (auto const& w : r_.warnings) out_.append("warning: ").append(w).append("\n");
    skipped();
    out_ += "\n";
    cells("", groups_);
    for (auto const& line : score_lines_of(r_)) table(line.name, line.figure);
    if (r_.options.wanted.partial) partial_tables();
    for (std::size_t f = 0; f < names_.size(); ++f) unfinished(f);
    for (std::size_t f = 0; f < names_.size(); ++f) rounds(f);
    for (std::size_t f = 0; f < names_.size(); ++f) spent(f);
    if (r_.files.size() > 1) corrected();
    return std::move(out_);
  }

 private:
  void heading() {
    auto const& o = r_.options;
    bool const official = o.how == mode::official;
    out_ += official ? "mode official (as test-suite-sql-eval)" : "mode strict";
    out_.append(r_.fewest_database_files < r_.database_files ? ", up to " : ", ")
        .append(std::to_string(r_.database_files))
        .append(r_.database_files == 1 ? " file" : " files")
        .append(" a database in ");
    out_ += r_.databases;
    if (official) out_ += o.keep_distinct == distinct::kept ? ", DISTINCT kept" : ", DISTINCT dropped";
    if (official) out_ += o.plug_value ? ", gold values plugged in" : ", predicted values";
    if (auto const keys = keys_named(r_); !keys.empty()) out_.append(", ").append(keys);
    out_ += "\n";
  }

  void skipped() {
    for (std::size_t i = 0; i < r_.questions.size(); ++i)
      if (auto const& why = r_.questions[i].skipped)
        out_.append("question #").append(std::to_string(i)).append(" is skipped, its gold SQL fails: ").append(why->text()).append("\n");
  }

  /// Wrong as far as the ways to plug values in were tried.
  void unfinished(std::size_t of) {
    auto const count = std::ranges::count_if(r_.files[of].verdicts, &verdict::unfinished);
    if (count == 0) return;
    out_.append(names_[of]).append(": of ").append(std::to_string(count)).append(count == 1 ? " prediction" : " predictions");
    out_.append(" not all ways to plug values in were tried; they count as wrong\n");
  }

  void cells(std::string label, std::vector<std::string> const& row) {
    label.resize(label.size() + label_width_ + 1 - std::min(label_width_, text::display_width(label)), ' ');
    out_ += label;
    for (std::size_t i = 0; i < row.size(); ++i)
      out_ += std::string(std::max(column_width(i), row[i].size()) - row[i].size(), ' ') + row[i];
    out_ += "\n";
  }
  [[nodiscard]] std::size_t column_width(std::size_t i) const { return std::max<std::size_t>(8, groups_[i].size() + 2); }

  void table(std::string const& title, std::function<std::string(scores const&)> const& figure) {
    out_ += title + "\n";
    for (std::size_t f = 0; f < by_group_.size(); ++f) {
      std::vector<std::string> row;
      for (auto const& s : by_group_[f]) row.push_back(figure(s));
      cells(indented(names_[f]), row);
    }
  }

  /// Precision, recall and F1 of each part, file after file, as the official program prints them.
  void partial_tables() {
    static constexpr std::array<std::pair<char const*, double partial_mean::*>, 3> figures{
        std::pair{"precision", &partial_mean::acc}, std::pair{"recall", &partial_mean::rec}, std::pair{"F1", &partial_mean::f1}};
    for (std::size_t f = 0; f < by_group_.size(); ++f)
      for (auto const& [title, figure] : figures) {
        out_.append("partial match, ").append(title).append(", ").append(names_[f]).append("\n");
        for (std::size_t p = 0; p < exact_match::part_names.size(); ++p) {
          std::vector<std::string> row;
          for (auto const& s : by_group_[f]) row.push_back(figure_or_dash(s, percent(s.parts[p].*figure)));
          cells(std::string("  ").append(exact_match::part_names[p]), row);
        }
      }
  }

  void rounds(std::size_t f) {
    auto const right = ex_by_round(r_, r_.files[f]);
    if (right.empty()) return;
    out_.append("EX after each round, ").append(names_[f]).append(":");
    for (auto const share : right) out_.append(" ").append(percent(share));
    out_ += "\n";
  }

  void spent(std::size_t of) {
    auto const& f = r_.files[of];
    if (f.recorded == 0) return;
    auto const mean = [&f](double sum) { return fixed(sum / static_cast<double>(f.recorded)); };
    out_.append("cost of a question, ").append(names_[of]).append(": ").append(mean(static_cast<double>(f.spent.calls)));
    out_.append(" calls, ").append(mean(static_cast<double>(f.spent.prompt_tokens))).append(" prompt tokens, ");
    out_.append(mean(static_cast<double>(f.spent.completion_tokens))).append(" completion tokens, ");
    out_.append(fixed(f.spent.seconds / static_cast<double>(f.recorded), 3)).append(" s\n");
  }

  static constexpr std::size_t parts = 10;

  /// The accuracies of ten parts of equal size before and after, as SQL-CRAFT compares strategies (appendix A.2).
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
    out_.append(decides_.name()).append(" against ").append(names_[0]).append("\n");
    for (std::size_t f = 1; f < r_.files.size(); ++f) {
      auto const questions = std::min(r_.files[0].verdicts.size(), r_.files[f].verdicts.size());
      auto const before = decides_.right_in(r_.files[0], questions), after = decides_.right_in(r_.files[f], questions);
      auto const c = compare_runs(before, after);
      auto const name = indented(names_[f]);
      out_ += name + std::string(label_width_ + 1 - std::min(label_width_, text::display_width(name)), ' ');
      out_.append("fixed ").append(std::to_string(c.fixed)).append(", broken ").append(std::to_string(c.broken));
      out_.append(", right in both ").append(std::to_string(c.right)).append(", wrong in both ").append(std::to_string(c.wrong));
      out_.append("; McNemar's p ").append(significant(c.p));
      if (before.size() >= parts) out_.append("; Mann-Whitney's p of ten parts ").append(significant(mann_whitney_p(before, after)));
      if (r_.files[f].verdicts.size() != r_.files[0].verdicts.size())
        out_.append("; over the ")
            .append(std::to_string(before.size()))
            .append(before.size() == 1 ? " question of both" : " questions of both");
      out_ += "\n";
    }
  }

  report const& r_;
  deciding_metric decides_{r_};
  std::vector<std::string> names_;
  std::vector<std::string> groups_;
  std::vector<std::vector<scores>> by_group_{};  // of each file
  std::size_t label_width_ = 28;
  std::string out_{};
};

}  // namespace detail

T2S_DECL std::string report_text(report const& r) { return detail::report_writer(r).write(); }

}  // namespace t2s::evaluation

#endif
