// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_EVALUATE_HPP
#define T2S_LAB_EVALUATION_EVALUATE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/data_set.hpp"
#include "t2s/lab/evaluation/detail/bird.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"
#include "t2s/lab/evaluation/detail/counterexample/counterexample.hpp"
#include "t2s/lab/evaluation/detail/exact_match.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/detail/fault.hpp"
#include "t2s/lab/evaluation/detail/question_kind.hpp"
#include "t2s/lab/evaluation/detail/rare.hpp"
#include "t2s/lab/evaluation/detail/reliability.hpp"
#include "t2s/lab/evaluation/detail/structure.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/lab/evaluation/statistics.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// The rules: those of Spider's official program, quirks included, or ours (docs/evaluation.md compares them).
enum class mode { official, strict };

/// What to measure. `ex` is true only if all database files of the question's folder agree, which makes it test-suite accuracy (TS) if
/// there are several.
struct metrics {
  bool ex = true;            ///< execution accuracy
  bool em = true;            ///< exact-set match, with the share that it can parse
  bool partial = false;      ///< the partial scores of exact-set match; mode `official` only
  bool structure = false;    ///< entities, skeletons, DAC's table 4 and error classes; also computes EX
  bool bird = false;         ///< BIRD's EX and Soft-F1
  bool timing = false;       ///< BIRD's VES and R-VES; `evaluate` then also sets `bird`
  bool faults = false;       ///< where wrong predictions fail; `evaluate` then also sets `ex`, unless `bird` is set
  bool robust = false;       ///< whether a right prediction differs from the gold query on another database; needs `ex` and SQLite
  bool reliability = false;  ///< decisions on questions of which some have no answer; needs `ex`
  bool rounds = true;        ///< with `ex` or `structure`: EX after each round, if the predictions have rounds
};

/// Options of an evaluation.
struct evaluation_options {
  mode how = mode::official;                   ///< the rules
  distinct keep_distinct = distinct::dropped;  ///< mode `official` only
  bool plug_value = false;                     ///< mode `official` only: tries the gold's values in place of the predicted ones
  metrics wanted{};                            ///< what to measure
  std::size_t jobs = 1;                        ///< threads, at least 1
  std::size_t timing_runs = 11;                ///< executions of each statement for VES
  std::size_t statements = 2000;               ///< for `robust`: executed at most to find a difference, for each prediction
  std::size_t rows = 1'000'000;                ///< more rows of one statement are a failure
  std::size_t plugged = 100'000;               ///< ways of plugging values in that are tried for one prediction, within four times `time`
  std::chrono::nanoseconds time = std::chrono::seconds(30);  ///< for one statement
  std::optional<comparison> compare{};  ///< how results are compared for `ex`; nothing: as the mode says, `spider` or `strict`
};

/// How results are compared for `ex`. Only `spider` and `ehrsql` change statements before they execute them.
[[nodiscard]] inline comparison comparison_of(evaluation_options const& o) noexcept {
  return o.compare.value_or(o.how == mode::official ? comparison::spider : comparison::strict);
}

/// The limits under which statements are executed.
[[nodiscard]] inline db::sqlite_options sqlite_options_of(evaluation_options const& o) {
  db::sqlite_options s;
  s.immutable = true;
  s.limits.time = o.time;
  s.limits.rows = o.rows;
  s.limits.bytes = std::size_t{512} << 20U;
  s.limits.value_bytes = std::size_t{64} << 20U;
  s.limits.statement_bytes = std::size_t{1} << 20U;
  s.limits.heap_bytes = std::size_t{3} << 29U;  // a third of it for the page caches, of 2 MiB, of the open files
  return s;
}

/// The times of a prediction and its gold SQL on the question's own database, executed alternately.
struct timing {
  double ratio = 0;              ///< `bird::time_ratio`
  double median_ratio = 0;       ///< `bird::median_time_ratio`
  double predicted_seconds = 0;  ///< the prediction's median
  double spread = 0;             ///< of the prediction's times: the interquartile range relative to the median
};

/// A database on which a prediction that is right on the given ones differs from each gold query that it equals there.
struct lucky_match {
  oddity needs = oddity::none;  ///< what the database holds
  std::string inserts{};        ///< its rows, as `inserts_of`
};

/// The verdict on one prediction.
struct verdict {
  rare<t2s::failure> failure{};  ///< why it does not execute on the question's own database; nothing if it does
  bool ex = false;               ///< execution accuracy
  bool ex_single = false;        ///< on the question's own database only
  bool parsed = false;           ///< by the parser of EM
  bool em = false;               ///< exact-set match
  partial_scores parts{};        ///< of EM in mode `official`
  bool unfinished = false;       ///< wrong so far, but not all ways of plugging values in were tried within the limits

  bool searched = false;     ///< for `robust`: other databases were tried, since `ex` is true and both are SQL that SQLite runs
  rare<lucky_match> luck{};  ///< and one on which it differs was found

  bool refuses = false;                ///< the prediction is a refusal
  bool asks_back = false;              ///< the system asked which reading is meant
  std::optional<double> confidence{};  ///< of the answer, if it was recorded

  bool bird_ex = false;  ///< BIRD's execution accuracy
  double soft_f1 = 0;    ///< BIRD's Soft-F1
  rare<timing> times{};  ///< if it is right by `bird_ex` and all runs succeeded

  evaluation::structure structure{};           ///< skeletons and entities compared with the gold's
  std::optional<error_class> kind{};           ///< for a wrong prediction: by BIRD's EX if measured, else by `ex`
  std::optional<evaluation::faults> faults{};  ///< for a wrong prediction: by `ex` if measured, else by BIRD's EX
};

/// One question, the same for all files.
struct question_report {
  std::string hardness{};              ///< Spider's, the data set's own, or "other" if the official parser cannot read the gold SQL
  rare<t2s::failure> skipped{};        ///< why the gold SQL fails in every form that was needed; then no metric counts the question
  rare<t2s::failure> no_ex{};          ///< why it fails as the mode executes it; then neither EX nor structure counts the question
  rare<t2s::failure> no_bird{};        ///< why it fails unchanged; then BIRD's metrics do not count the question
  std::string database{};              ///< its name
  std::vector<question_kind> kinds{};  ///< with `faults`: of its words
  bool has_no_answer = false;          ///< its gold is `null`; then only `reliability` counts the question
  bool ambiguous = false;              ///< several readings are as likely, so that asking back is right
};

/// One file of predictions.
struct file_report {
  std::string name{};                       ///< of the file
  std::vector<verdict> verdicts{};          ///< for the first questions, as many as there are predictions
  std::vector<std::vector<bool>> rounds{};  ///< for each verdict: EX after each round; empty if not recorded
  cost spent{};                             ///< by all questions with a recorded run
  std::size_t recorded = 0;                 ///< the number of these questions
};

/// Everything that was measured.
struct report {
  evaluation_options options{};           ///< how it was measured
  std::string databases{};                ///< the folder, or several separated by commas
  std::string keys{};                     ///< the tables.json whose foreign keys EM in mode `official` uses; empty: those of the databases
  std::size_t database_files = 1;         ///< the largest number in a question's folder
  std::size_t fewest_database_files = 1;  ///< and the smallest
  std::vector<std::string> warnings{};    ///< for the reader of the figures, e.g. on the source of EM's foreign keys
  std::vector<question_report> questions{};  ///< one for each gold question
  std::vector<file_report> files{};          ///< one for each file of predictions, in order
};

/// Opens a database whose path contains {db}, under these limits. Called by any thread.
using database_opener = std::function<db::any_connection(std::string const& written, db::statement_limits const& within)>;

/// The folders and files of a data set.
struct data_folders {
  database_folders databases{};    ///< ID/ID.sqlite for each database, with any number of variants beside it; or with {db}
  std::filesystem::path tables{};  ///< Spider's tables.json, whose foreign keys exact-set match uses; if it lacks a database, or is empty,
                                   ///< those of the database
  database_opener open{};          ///< needed for paths with {db}, such as `db::open`; gold SQL is in that database's dialect
};

/// The verdicts on one question, which make judging it again unnecessary. Without the times of VES.
struct question_verdicts {
  question_report about{};                  ///< the question itself
  std::vector<verdict> verdicts{};          ///< for each file that has a prediction of it, in the order of the files
  std::vector<std::vector<bool>> rounds{};  ///< for each of these: EX after each round
};

/// Hooks into a running evaluation: they store verdicts, and return stored ones (verdict_json.hpp writes and reads them).
struct evaluation_hooks {
  std::function<std::optional<question_verdicts>(std::size_t question)> known{};     ///< stored verdicts: the question is not judged again
  std::function<void(std::size_t question, question_verdicts const& found)> made{};  ///< called by any thread, one at a time
  std::stop_token stop{};                                                            ///< no further question is begun
};

/// Evaluates any number of prediction files against one gold set.
///
/// Every distinct statement is executed once on each database file, read-only, on `options.jobs` threads, and only if a metric needs it.
/// Databases are processed one after the other, so that the results of at most one database for each thread are in memory, up to 256 MiB
/// each. The verdicts do not depend on the number of threads, unless a statement reaches its time limit: one that lacks memory because of
/// others runs again alone.
///
/// A prediction is right for `ex` if it equals one of its question's golds, on every database file the same; so for BIRD's metrics. `em`,
/// `structure` and `timing` compare it with the first gold query. Where golds and predictions are results, no database is opened.
///
/// A gold query that fails is reported in its question, which the metrics that need it skip. SQL that fails does not throw. Throws `error`
/// if a database or tables.json cannot be read (`file_not_found`, `not_a_database`, `malformed_data`, ...), what `made` and `folders.open`
/// throw, `invalid_argument` if the latter is missing, and `cancelled` if `stop` was requested before the end.
[[nodiscard]] T2S_DECL report evaluate(gold_set const& gold, std::span<prediction_set const> files, data_folders const& folders,
                                       evaluation_options const& options = {}, evaluation_hooks const& hooks = {});

/// The mean of a partial score, as the official program computes it: precision over the predictions that have the part, recall over the
/// gold queries that have it, F1 of these two means (1 if both are 0). All 0 without questions.
struct partial_mean {
  double acc = 0, rec = 0, f1 = 0;  ///< means over the questions
};

/// The scores of a file for a group of questions. Shares are between 0 and 1, and 0 without questions.
struct scores {
  /// Questions that count; for `ex` and `structure`, and for BIRD's metrics, without those whose gold SQL fails there.
  std::size_t count = 0;
  double valid = 0;                              ///< share of the predictions that execute and are no refusal
  double ex = 0, ex_single = 0;                  ///< execution accuracy on all files, and on the own file only
  double em = 0, parsed = 0;                     ///< exact-set match, and the share that its parser can read
  std::array<partial_mean, 10> parts{};          ///< of the parts, as `exact_match::part_names`
  reliability_totals reliability{};              ///< also of questions that have no answer, which `count` leaves out
  std::vector<judged_confidence> confidences{};  ///< of answers with a recorded confidence, right by `ex` or not
  double robust = 0;                             ///< share that is right by `ex` and has no `luck`
  std::array<std::size_t, oddity_count> luck{};  ///< predictions that are right by luck, by what the database holds
  std::size_t unsearched = 0;                    ///< predictions that are right by `ex`, for which no database could be tried
  double bird_ex = 0, soft_f1 = 0;               ///< BIRD's figures
  double ves = 0, median_ves = 0, r_ves = 0;     ///< in percent; `median_ves` from the quotients of medians
  double spread = 0;                             ///< the median of the spreads of the timed predictions
  structure_totals structure{};                  ///< skeletons and entities
  error_totals errors{};                         ///< of wrong predictions
  fault_totals faults{};                         ///< of wrong predictions
};

/// The level of each question, as in `question_report::hardness`: Spider's from the gold SQL, or the data set's own. Executes nothing.
/// Throws `error` if a database or tables.json cannot be read, as `evaluate` does.
[[nodiscard]] T2S_DECL std::vector<std::string> hardness_of(gold_set const& gold, data_folders const& folders);

/// The name of the group of all questions.
inline constexpr std::string_view all_questions = "all";
/// The name of the group of questions that have no answer.
inline constexpr std::string_view unanswerable_questions = "no answer";

/// The groups of the questions: Spider's hardness levels, BIRD's difficulties or the data set's own words, easy ones first, `all_questions`
/// last.
[[nodiscard]] T2S_DECL std::vector<std::string> groups_of(report const& r);
/// The same from the level of each question.
[[nodiscard]] T2S_DECL std::vector<std::string> groups_of(std::span<std::string const> hardness);

/// O(questions).
[[nodiscard]] T2S_DECL scores scores_of(report const& r, file_report const& file, std::string_view group = all_questions);

/// EX after each round of correction, the draft's first, over the questions that count; a run that ended earlier keeps its last verdict.
/// Empty if no prediction has rounds.
[[nodiscard]] T2S_DECL std::vector<double> ex_by_round(report const& r, file_report const& file);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/evaluate.ipp"
#endif

#endif
