// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_SHOWN_REPORT_HPP
#define T2S_LAB_REPORT_DETAIL_SHOWN_REPORT_HPP

#include "t2s/lab/evaluation/detail/bootstrap.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/lab/report/detail/written.hpp"

#include <algorithm>
#include <set>

// Shared by the reports as text and HTML.
namespace t2s::evaluation::reporting {

/// The last `parts` parts of a path.
inline std::string path_end(std::string const& path, std::size_t parts) {
  auto at = path.size();
  while (parts-- > 0 && at != path.npos && at > 0) at = path.rfind('/', at - 1);
  return at == path.npos || at == 0 ? path : path.substr(at + 1);
}

/// As much of the end of each path as distinguishes the files; the whole path if nothing does.
inline std::vector<std::string> names_of(report const& r) {
  std::size_t most = 1;
  for (auto const& f : r.files) most = std::max(most, 1 + static_cast<std::size_t>(std::ranges::count(f.name, '/')));
  std::vector<std::string> names;
  for (std::size_t parts = 1; parts <= most; ++parts) {
    names.clear();
    for (auto const& f : r.files) names.push_back(path_end(f.name, parts));
    if (std::set<std::string>(names.begin(), names.end()).size() == names.size()) break;
  }
  return names;
}

// Parts of headings; those that begin with a comma may be empty.

inline std::string_view mode_of(report const& r) {
  return r.options.how == mode::official ? "mode official (as test-suite-sql-eval)" : "mode strict";
}
/// How results are compared, where that was asked for.
inline std::string comparison_in(report const& r) {
  return r.options.compare ? ", results compared by " + std::string(name_of(*r.options.compare)) : std::string();
}
inline std::string values_of(report const& r) {
  if (r.options.how != mode::official || comparison_of(r.options) != comparison::spider) return comparison_in(r);
  return joined(r.options.keep_distinct == distinct::kept ? ", DISTINCT kept" : ", DISTINCT dropped",
                r.options.plug_value ? ", gold values plugged in" : ", predicted values", comparison_in(r));
}
inline std::string keys_of(report const& r) {
  if (!r.options.wanted.em || r.options.how != mode::official) return {};
  return ", foreign keys for EM " + (r.keys.empty() ? "as the database files declare them" : "from " + r.keys);
}
inline std::string files_of(report const& r) {
  return joined(r.fewest_database_files < r.database_files ? "up to " : "", counted(r.database_files, "file"));
}

/// A figure that reports show for each file and group of questions.
struct score_line {
  std::string name{};
  std::function<std::string(scores const&)> figure{};
};
using score_lines = std::vector<score_line>;

inline std::string ex_name(report const& r) { return r.database_files > 1 ? "test-suite accuracy (TS)" : "execution accuracy (EX)"; }
inline std::string em_name(report const& r) {
  return r.options.how == mode::official ? "exact-set match (EM)" : "exact match (EM) of the trees";
}

/// A dash if there are no questions.
inline std::string figure_or_dash(scores const& s, std::string figure) { return s.count > 0 ? std::move(figure) : "-"; }

/// Of all questions, also those that have no answer.
inline void add_reliability(score_lines& out, bool has_ambiguous) {
  auto const add = [&out](std::string name, auto figure) {
    out.push_back({std::move(name), [figure](scores const& s) { return s.reliability.size() > 0 ? figure(s) : std::string("-"); }});
  };
  for (double const penalty : {0.0, 5.0, 10.0})
    add("reliability score RS(" + std::to_string(static_cast<int>(penalty)) + ")",
        [penalty](scores const& s) { return percent(s.reliability.score(penalty)); });
  add("reliability score RS(N), N questions",
      [](scores const& s) { return percent(s.reliability.score(static_cast<double>(s.reliability.size()))); });
  add("coverage: answered", [](scores const& s) { return percent(s.reliability.coverage()); });
  add("refusals of what has no answer: precision", [](scores const& s) {
    auto const& r = s.reliability;
    return r.refused + r.withheld > 0 ? percent(r.refusal_precision()) : std::string("-");
  });
  add("refusals of what has no answer: recall", [](scores const& s) {
    auto const& r = s.reliability;
    return r.refused + r.invented > 0 ? percent(r.refusal_recall()) : std::string("-");
  });
  if (has_ambiguous)
    add("ambiguous questions that are asked back",
        [](scores const& s) { return s.reliability.ambiguous > 0 ? percent(s.reliability.clarified_share()) : std::string("-"); });
  add("area under the risk-coverage curve",
      [](scores const& s) { return s.confidences.empty() ? std::string("-") : fixed(area_under_risk_coverage(s.confidences), 3); });
}

/// What was measured, in the order of the report.
inline score_lines score_lines_of(report const& r) {
  score_lines out;
  auto const add = [&out](std::string name, auto const& write) {
    out.push_back({std::move(name), [write](scores const& s) { return figure_or_dash(s, write(s)); }});
  };
  auto const share = [&add](std::string name, auto const& of) {
    add(std::move(name), [of](scores const& s) { return percent(std::invoke(of, s)); });
  };
  auto const score = [&add](std::string name, double scores::* of) {
    add(std::move(name), [of](scores const& s) { return fixed(s.*of); });
  };
  auto const wrong = [&add](std::string name, std::size_t error_totals::* of) {
    add("wrong: " + name, [of](scores const& s) { return std::to_string(s.errors.*of); });
  };
  auto const entities = [&share](std::string const& what, entity_scores (structure_totals::*of)() const noexcept) {
    share(what + ": precision", [of](scores const& s) { return (s.structure.*of)().precision; });
    share(what + ": recall", [of](scores const& s) { return (s.structure.*of)().recall; });
    share(what + ": F1", [of](scores const& s) { return (s.structure.*of)().f1; });
  };

  auto const& wanted = r.options.wanted;
  out.push_back({"questions", [](scores const& s) { return std::to_string(s.count); }});
  if (wanted.ex) {
    share("valid: the SQL executes, and is no refusal", &scores::valid);
    if (r.database_files > 1) share("execution accuracy (EX), own file alone", &scores::ex_single);
    share(ex_name(r), &scores::ex);
  }
  if (wanted.reliability) add_reliability(out, std::ranges::any_of(r.questions, &question_report::ambiguous));
  if (wanted.robust) {
    share("robust: EX, and no database was found that refutes it", &scores::robust);
    constexpr std::array<std::string_view, oddity_count> needs{"usual values", "nearly equal texts", "NULL", "an empty table"};
    for (std::size_t o = 0; o < oddity_count; ++o)
      add("right by luck: refuted by " + std::string(needs[o]), [o](scores const& s) { return std::to_string(s.luck[o]); });
    add("right, and not tried on other databases", [](scores const& s) { return std::to_string(s.unsearched); });
  }
  if (wanted.em) {
    share(em_name(r), &scores::em);
    share("parsed for EM; the rest is no match", &scores::parsed);
  }
  if (wanted.bird) {
    share("BIRD's EX", &scores::bird_ex);
    share("BIRD's Soft-F1", &scores::soft_f1);
  }
  if (wanted.timing) {
    score("VES", &scores::ves);
    score("VES from medians", &scores::median_ves);
    score("R-VES", &scores::r_ves);
    share("spread of the times (quartiles apart, % of median)", &scores::spread);
  }
  if (wanted.structure) {
    share("skeleton accuracy (DAC's rules)", [](scores const& s) { return s.structure.dac_skeleton_accuracy(); });
    share("skeleton accuracy (scoped)", [](scores const& s) { return s.structure.scoped_skeleton_accuracy(); });
    entities("tables", &structure_totals::tables);
    entities("columns", &structure_totals::columns);
    add("entities and skeleton are the gold's (count)", [](scores const& s) { return std::to_string(s.structure.agreeing()); });
    share("of these correct (DAC's table 4)", [](scores const& s) { return s.structure.agreeing_accuracy(); });
    wrong("a table is missing", &error_totals::table);
    wrong("a column is missing", &error_totals::column);
    wrong("skeleton", &error_totals::skeleton);
    wrong("does not execute", &error_totals::execution);
    wrong("none of these", &error_totals::other);
  }
  return out;
}

/// The metric by which reports compare files and list wrong predictions: EX if measured, else BIRD's EX, else EM.
struct deciding_metric {
  report const& r_;
  bool is_bird = !r_.options.wanted.ex && r_.options.wanted.bird;
  bool is_em = !r_.options.wanted.ex && !r_.options.wanted.bird && r_.options.wanted.em;

  [[nodiscard]] std::string_view name() const noexcept {
    return is_em ? "EM" : is_bird ? "BIRD's EX" : r_.database_files > 1 ? "TS" : "EX";
  }
  [[nodiscard]] bool right(verdict const& v) const noexcept { return is_bird ? v.bird_ex : is_em ? v.em : v.ex; }
  [[nodiscard]] bool counts(question_report const& q) const noexcept {
    return !q.skipped && !q.has_no_answer && (is_em || !(is_bird ? q.no_bird : q.no_ex));
  }

  /// Those of the first `questions` that count.
  [[nodiscard]] std::vector<bool> right_in(file_report const& f, std::size_t questions) const {
    std::vector<bool> all;
    for (std::size_t i = 0; i < questions; ++i)
      if (counts(r_.questions[i])) all.push_back(right(f.verdicts[i]));
    return all;
  }
};

/// The figures of a report, and their names.
struct shown_report {
  explicit shown_report(report const& of) : r(of) {
    for (auto const& f : r.files) {
      by_group.emplace_back();
      for (auto const& g : groups) by_group.back().push_back(scores_of(r, f, g));
    }
  }

  /// Right and wrong predictions of the first file and of another, over the questions of both.
  [[nodiscard]] std::pair<std::vector<bool>, std::vector<bool>> beside_first(std::size_t f) const {
    auto const questions = std::min(r.files[0].verdicts.size(), r.files[f].verdicts.size());
    return {decides.right_in(r.files[0], questions), decides.right_in(r.files[f], questions)};
  }

  /// The first file compared with another, over the questions of both.
  [[nodiscard]] corrections corrections_of(std::size_t f) const {
    auto const [before, after] = beside_first(f);
    return compare_runs(before, after);
  }

  /// How much more is right in another file than in the first, with the interval over databases.
  [[nodiscard]] run_difference difference_to_first(std::size_t f) const {
    auto const [before, after] = beside_first(f);
    std::vector<std::string> databases;
    for (std::size_t i = 0; i < std::min(r.files[0].verdicts.size(), r.files[f].verdicts.size()); ++i)
      if (decides.counts(r.questions[i])) databases.push_back(r.questions[i].database);
    return difference_of_runs(before, after, databases);
  }

  /// "+1.2 points, 95 % interval -0.4 to 2.9 (bootstrap over 20 databases)"
  [[nodiscard]] static std::string words_of(run_difference const& d) {
    auto const sign = d.difference > 0 ? "+" : "";
    if (d.groups < 2) return joined(sign, percent(d.difference), " points");
    return joined(sign, percent(d.difference), " points, 95 % interval ", percent(d.range.low), " to ", percent(d.range.high),
                  " (bootstrap over ", d.groups, " databases)");
  }

  /// "EX against before.sql"
  [[nodiscard]] std::string corrections_title() const { return joined(decides.name(), " against ", names[0]); }

  /// The cost of a question in calls and tokens; `f` has at least one run that recorded it.
  [[nodiscard]] static std::string cost_of(file_report const& f) {
    auto const mean = [&f](auto sum, int digits = 1) { return fixed(static_cast<double>(sum) / static_cast<double>(f.recorded), digits); };
    return joined(mean(f.spent.calls), " calls, ", mean(f.spent.prompt_tokens), " prompt tokens",
                  f.spent.cached_tokens > 0 ? " (" + mean(f.spent.cached_tokens) + " cached), " : std::string(", "),
                  mean(f.spent.completion_tokens), " completion tokens",
                  f.spent.seconds > 0 ? ", " + mean(f.spent.seconds, 3) + " s" : std::string());
  }

  report const& r;
  deciding_metric decides{r};
  std::vector<std::string> names = names_of(r);
  std::vector<std::string> groups = groups_of(r);
  score_lines lines = score_lines_of(r);
  std::vector<std::vector<scores>> by_group{};  // of each file
};

}  // namespace t2s::evaluation::reporting

#endif
