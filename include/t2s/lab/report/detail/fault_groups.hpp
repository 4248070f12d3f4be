// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_FAULT_GROUPS_HPP
#define T2S_LAB_REPORT_DETAIL_FAULT_GROUPS_HPP

#include "t2s/lab/report/detail/shown_report.hpp"

#include <map>

// Faults by database and by what questions have, for all reports.
namespace t2s::evaluation::reporting {

/// Questions with something in common.
struct fault_group {
  std::string name{};
  std::size_t questions = 0;  ///< that count
  fault_totals totals{};      ///< of the wrong ones

  void add(std::optional<faults> const& found) {
    ++questions;
    if (found) totals.add(*found);
  }

  [[nodiscard]] double share_wrong() const { return static_cast<double>(totals.wrong) / static_cast<double>(questions); }
};

/// Calls `visit(question, verdict)` for each question of a file that counts.
template <class Visit>
void each_counted(report const& r, file_report const& f, Visit const& visit) {
  deciding_metric const decides{r};
  for (std::size_t i = 0; i < f.verdicts.size(); ++i)
    if (decides.counts(r.questions[i])) visit(r.questions[i], f.verdicts[i]);
}

/// By name.
inline std::vector<fault_group> faults_by_database(report const& r, file_report const& f) {
  std::map<std::string, fault_group> groups;
  each_counted(r, f, [&](question_report const& q, verdict const& v) { groups[q.database].add(v.faults); });
  std::vector<fault_group> all;
  for (auto& [name, group] : groups) {
    group.name = name;
    all.push_back(std::move(group));
  }
  return all;
}

/// Those kinds that occur, in order; a question may be in several. Last, those of no kind.
inline std::vector<fault_group> faults_by_kind(report const& r, file_report const& f) {
  std::vector<fault_group> all(all_question_kinds.size() + 1);
  for (auto const k : all_question_kinds) all[static_cast<std::size_t>(k)].name = name_of(k);
  all.back().name = "none of these";
  each_counted(r, f, [&](question_report const& q, verdict const& v) {
    for (auto const k : q.kinds) all[static_cast<std::size_t>(k)].add(v.faults);
    if (q.kinds.empty()) all.back().add(v.faults);
  });
  std::erase_if(all, [](fault_group const& g) { return g.questions == 0; });
  return all;
}

/// The faults that occur in any file, in order.
inline std::vector<fault> faults_in(std::vector<std::vector<scores>> const& by_group) {
  std::vector<fault> found;
  for (std::size_t i = 0; i < fault_count; ++i) {
    auto const has = [i](auto const& of_file) { return of_file.back().faults.any[i] > 0; };
    if (std::ranges::any_of(by_group, has)) found.push_back(static_cast<fault>(i));
  }
  return found;
}

}  // namespace t2s::evaluation::reporting

#endif
