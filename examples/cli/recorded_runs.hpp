// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_RECORDED_RUNS_HPP
#define T2S_CLI_RECORDED_RUNS_HPP

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "t2s/lab/evaluation/evaluate.hpp"

namespace cli {

/// Files of predictions, with what is needed to score the records of their runs.
class recorded_runs {
 public:
  /// Throws t2s::error for unreadable databases.
  recorded_runs(t2s::evaluation::gold_set const& gold, std::vector<t2s::evaluation::prediction_set> const& files,
                t2s::evaluation::data_folders const& folders);

  /// Calls f(name of a level, scores) for each level of hardness in `scored`, easy ones first.
  template <class Scores, class F>
  void each_level(Scores const& scored, F f) const {
    for (auto const& level : t2s::evaluation::groups_of(hardness))
      if (auto const found = scored.find(level); found != scored.end()) f(level, found->second);
  }

  t2s::evaluation::gold_set const& gold;
  std::vector<t2s::evaluation::prediction_set> const& files;
  std::vector<std::string> hardness;  ///< one for each question
};

/// Throws t2s::error, which says how to record, if `found`, the number of questions with such records in a file, is 0.
void require_records(t2s::evaluation::prediction_set const& file, std::size_t found, std::string_view kind, std::string_view advice);

/// Prints "WHAT: 3 questions (#0, #5, #9)" on standard output; nothing without questions.
void print_questions(std::vector<std::size_t> const& numbers, std::string_view what);

/// Numbers as a JSON array.
boost::json::array numbers_json(std::vector<std::size_t> const& numbers);

}  // namespace cli

#endif
