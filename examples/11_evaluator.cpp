// SPDX-License-Identifier: BSL-1.0
// Scores two sets of predictions and tests whether the second is better.
// Usage: 11_evaluator GOLD DATABASES BEFORE AFTER
// GOLD is Spider's or BIRD's JSON, or SQL<TAB>db_id on each line; DATABASES has ID/ID.sqlite; BEFORE and AFTER have one SQL a line.
#include <iostream>

#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/lab/report/report.hpp"

namespace ev = t2s::evaluation;

std::vector<bool> right(ev::report const& r, std::size_t file) {
  std::vector<bool> all;
  for (std::size_t i = 0; i < r.files[file].verdicts.size(); ++i)
    if (!r.questions[i].skipped) all.push_back(r.files[file].verdicts[i].ex);
  return all;
}

int main(int argc, char** argv) try {
  if (argc != 5) return std::cerr << "usage: 11_evaluator GOLD DATABASES BEFORE AFTER\n", 2;
  auto const gold = ev::read_gold(argv[1]);
  std::vector const files{ev::read_predictions(argv[3], gold), ev::read_predictions(argv[4], gold)};
  auto const report = ev::evaluate(gold, files, {argv[2], {}}, {.how = ev::mode::strict, .jobs = 2});
  std::cout << ev::report_text(report);

  auto const change = ev::compare_runs(right(report, 0), right(report, 1));
  std::cout << (change.p < 0.05 ? "more than chance\n" : "may be chance\n");
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
