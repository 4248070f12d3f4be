// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_FIGURES_HPP
#define T2S_LAB_STUDIES_DETAIL_FIGURES_HPP

#include "t2s/lab/evaluation/statistics.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The figures of a study. Shares are between 0 and 1; intervals are of 95 %.
namespace t2s::studies {

/// A share, a mean or a difference with its interval.
struct estimate {
  double value = 0;          ///< the figure
  double low = 0, high = 0;  ///< the interval

  friend bool operator==(estimate const&, estimate const&) = default;
};

/// A feedback as a detector of wrong drafts: it detects by a remark about the draft.
struct detection {
  std::size_t wrong = 0, right = 0;                   ///< drafts of each kind
  std::size_t wrong_detected = 0, right_accused = 0;  ///< those with a remark
  std::optional<estimate> recall{};                   ///< share of the wrong drafts that are detected; nothing without wrong drafts
  std::optional<estimate> precision{};                ///< share of wrong ones among the drafts with a remark; nothing without remarks
};

/// The mean cost of a run's correction: its reviews and revisions, without the draft and the steps before it.
struct correction_cost {
  estimate calls{};              ///< model calls
  estimate prompt_tokens{};      ///< tokens sent
  estimate completion_tokens{};  ///< tokens received
  estimate statements{};         ///< executed
  estimate cached_tokens{};      ///< those of the tokens sent that the server had cached
  std::optional<double>
      calls_per_point{};  ///< calls for 1,000 questions, for each point of EX gained; nothing if the gain's interval includes 0
  std::optional<double> tokens_per_point{};  ///< the same in tokens sent and received
};

/// The mean cost of a whole run: the draft, the steps before it, and the correction.
struct run_cost {
  double calls = 0;              ///< model calls
  double prompt_tokens = 0;      ///< tokens sent
  double completion_tokens = 0;  ///< tokens received
  double seconds = 0;            ///< wall time; 0 if no times were measured
  double cached_tokens = 0;      ///< those of the tokens sent that the server had cached
};

/// The runs after so many revisions; a run that has ended keeps its last SQL.
struct round_figures {
  double ex = 0;          ///< share that is right by then
  double calls = 0;       ///< mean calls of the correction up to then
  std::size_t going = 0;  ///< runs that made this revision; for round 0 all
};

/// A part of the runs: those of a level of hardness, a database, a class of errors of the draft, or a file of drafts.
struct group_figures {
  std::string name{};                  ///< of the part
  std::size_t runs = 0;                ///< number of runs
  double ex_before = 0, ex_after = 0;  ///< execution accuracy of drafts and answers
  std::size_t fixed = 0, broken = 0;   ///< drafts fixed, and broken
  double calls = 0, tokens = 0;        ///< means of the correction; tokens sent and received
  std::size_t columns = 0;             ///< of a database: its size; else 0
};

/// Durations of the correction of a run, in seconds. Measured only if the study asks for it, since they vary from run to run.
struct latency_figures {
  double median = 0, p90 = 0, p99 = 0, most = 0;  ///< quantiles
  std::vector<double> deciles{};                  ///< 0, 10, ... 100 %: 11 values
};

/// What one strategy does to all drafts.
struct strategy_figures {
  std::string name{};                              ///< of the strategy
  std::size_t runs = 0;                            ///< number of drafts
  estimate ex_before{}, ex_after{};                ///< execution accuracy of the drafts, and of the answers
  estimate gain{};                                 ///< EX of the answers minus that of the drafts
  estimate ex_best{};                              ///< share of the runs with a right attempt: a better stopping rule would find it
  evaluation::corrections change{};                ///< from the drafts to the answers, with McNemar's test
  detection detected{};                            ///< by any remark about the draft
  std::map<std::string, detection> by_feedback{};  ///< by each stage's remarks; stages after one with a remark may not be asked
  correction_cost cost{};                          ///< of a run's correction
  std::optional<run_cost> whole{};                 ///< of a run with its draft; nothing if the drafts were given
  double revisions = 0;                            ///< mean
  std::vector<round_figures> rounds{};             ///< 0 is the draft
  std::vector<group_figures> by_hardness{}, by_database{}, by_error_class{}, by_drafts{};  ///< parts of the runs
  std::map<std::string, std::size_t> stopped{};                                            ///< number of runs by the reason for ending
  std::optional<latency_figures> seconds{};                                                ///< nothing if no times were measured
};

/// Two strategies over the same drafts.
struct comparison {
  std::size_t first = 0, second = 0;  ///< indices into `study_figures::strategies`
  estimate difference{};              ///< EX of the second's answers minus that of the first's, with the interval of pairs of runs
  evaluation::corrections change{};   ///< fixed: right only by the second; with McNemar's test
};

/// The runs that the same strategies answer correctly.
struct agreement {
  std::vector<bool> right{};  ///< for each strategy, in order
  std::size_t runs = 0;       ///< number of runs
};

/// All figures of a study.
struct study_figures {
  std::string title{};                         ///< one line
  std::string data{};                          ///< the questions: "1034 questions, 20 databases of dev.json"
  std::vector<std::string> drafts{};           ///< the files of drafts, or "the strategy's own"
  std::string corrector{};                     ///< what answers in place of a model: "gold", "simulated: mends 0.7, spoils 0.1"
  bool simulated = false;                      ///< no model was asked: every figure says so
  std::vector<std::string> assumptions{};      ///< of a simulated corrector, a sentence each
  std::vector<strategy_figures> strategies{};  ///< in the order of adding
  std::vector<comparison> comparisons{};       ///< of each further strategy with the first
  std::vector<agreement> agreements{};         ///< most frequent first; at most 64, others are omitted
  std::vector<std::string> notes{};            ///< explanations for the reader of the figures, a sentence or more each
};

}  // namespace t2s::studies

#endif
