// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_PREDICTIONS_HPP
#define T2S_LAB_EVALUATION_PREDICTIONS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/lab/evaluation/detail/rare.hpp"
#include "t2s/lab/evaluation/detail/reliability.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/pool.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The files of an evaluation: questions with gold SQL, and predictions.
namespace t2s::evaluation {

/// A gold result, from a file.
struct gold_result {
  std::string file{};  ///< its path
  db::rows found{};    ///< its rows
};

/// What is right for a question beside its first gold query, and what the comparison needs to know.
struct gold_choice {
  std::vector<std::string> queries{};  ///< further gold queries, each as right as the first
  std::vector<gold_result> results{};  ///< gold results, which then stand in the place of all queries
  std::string missing{};               ///< if there should be results and are none: where they were looked for
  std::optional<bool> ignore_order{};  ///< whether the order of rows counts, if the data set says so: for results, and for `spider2`
  bool ambiguous = false;              ///< several readings are as likely, so that asking back is right
  bool columns_by_gold = false;        ///< whether `condition_columns` has a list for each gold
  std::string conditions_from{};       ///< the file and line of `condition_columns`, for messages
  /// Spider 2's `condition_cols`: the gold's columns that count, for all golds or for each; all columns if it is empty.
  std::vector<std::vector<std::ptrdiff_t>> condition_columns{};
};

/// The questions of a data set with their gold SQL.
struct gold_set {
  std::string name{};                      ///< of the file, for messages
  std::vector<demonstration> questions{};  ///< with their SQL

  /// The number of questions of each dialogue, in order. If an empty line separates dialogues (SParC, CoSQL), the predictions must have the
  /// same ones; all other sets are a single dialogue.
  std::vector<std::size_t> dialogues{};

  /// The `question_id` of each question in BIRD's files, the key of its prediction, or Spider 2's `instance_id`; empty unless all are
  /// present and distinct.
  std::vector<std::string> ids{};

  std::size_t left_out = 0;  ///< questions of the file that ask for something else than the rows of one query

  bool birds = false;  ///< in BIRD's format: some question has its SQL under `SQL`, or a `difficulty`

  retrieve::question_forms forms{};  ///< the members that the questions were read from; empty for lines

  /// For each question; empty if each has one gold query and nothing else.
  std::vector<gold_choice> choices{};

  /// Whether some question has no answer, or not one: its gold is `null`, or it is ambiguous.
  [[nodiscard]] bool has_unanswerable() const {
    for (auto const& q : questions)
      if (is_no_answer(q.sql)) return true;
    for (auto const& c : choices)
      if (c.ambiguous) return true;
    return false;
  }

  /// Whether some question has gold results in place of SQL.
  [[nodiscard]] bool has_results() const {
    for (auto const& c : choices)
      if (!c.results.empty() || !c.missing.empty()) return true;
    return false;
  }
};

/// Reads gold SQL: JSON in the formats of Spider (`query`), BIRD (`SQL`, `difficulty`) and KaggleDBQA, or the text of Spider's official
/// program, `SQL<TAB>db_id` on each line, in which an empty line ends a dialogue and the questions are unknown. A byte order mark is
/// skipped. A question may have several gold queries, as a list in the place of `query`; JSON Lines, the members of Spider 2 and the CSV of
/// defog's sql-eval are read, too: docs/evaluation.md, "Gold".
///
/// `name` is the name of the text in messages. Throws `error` with `malformed_data`, which names the element (from 0) or the line, also if
/// there is no question.
[[nodiscard]] T2S_DECL gold_set parse_gold(std::string_view content, std::string_view name);
/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL gold_set read_gold(std::string const& path);
/// The same from several files, in this order, as KaggleDBQA has them. Question ids are kept if they are distinct.
[[nodiscard]] T2S_DECL gold_set read_gold(std::vector<std::string> const& paths);

/// Gives the questions the gold results of a folder, as Spider 2 has them: ID.csv, or, if there is none, ID_a.csv, ID_b.csv, ... for each
/// `instance_id` ID; and the `condition_cols` and `ignore_order` of `conditions`, JSON Lines with an `instance_id`. Either may be "".
///
/// Throws `error` with `file_not_found` if the folder does not exist, with `malformed_data`, which names the file and the line, if the
/// questions have no ids, or a file is not as described; as well what reading a file throws.
T2S_DECL void read_gold_results(gold_set& to, std::string const& folder, std::string const& conditions = {});

/// The cost of one question, or of several.
struct cost {
  std::size_t calls{};              ///< model calls
  std::size_t prompt_tokens{};      ///< tokens sent
  std::size_t completion_tokens{};  ///< tokens received
  double seconds{};                 ///< wall time; 0 if it is not recorded
  std::size_t cached_tokens{};      ///< those of the tokens sent that the server had cached

  /// Adds another question's.
  cost& operator+=(cost const& other) {
    calls += other.calls;
    prompt_tokens += other.prompt_tokens;
    completion_tokens += other.completion_tokens;
    seconds += other.seconds;
    cached_tokens += other.cached_tokens;
    return *this;
  }
  friend bool operator==(cost const&, cost const&) = default;
};

/// A link of the question in a run.
struct recorded_link {
  std::size_t round{};                 ///< the index in `prediction::rounds` of the SQL under review, 0 for the draft
  std::vector<std::string> tables{};   ///< names as written
  std::vector<std::string> columns{};  ///< "table.column" as written
};

/// A skeleton that a run parsed the question into.
struct recorded_skeleton {
  std::size_t round{};     ///< as in `recorded_link`
  std::string skeleton{};  ///< in the mode `sql::skeleton_mode::dac`; empty if the parser found none
};

/// A model's judgement of the SQL of a round.
struct recorded_verdict {
  std::size_t round{};     ///< as in `recorded_link`
  bool right{};            ///< whether it said Yes
  std::string analysis{};  ///< the rest of its reply; may be empty
};

/// What a run recorded beside its SQL. Members that were not recorded are empty.
struct recorded_run {
  std::optional<cost> spent{};                 ///< by the run
  std::string question{};                      ///< as the run was asked
  std::string rewritten{};                     ///< the rewritten question
  std::string simplified{};                    ///< the simplified question
  std::vector<recorded_link> linked{};         ///< one for each time that entities were linked, in order
  std::vector<recorded_skeleton> skeletons{};  ///< one for each time that a skeleton was parsed, in order
  std::vector<recorded_verdict> verdicts{};    ///< one for each time that a model judged, in order
};

/// The prediction for one question. Members that were not recorded are empty.
struct prediction {
  std::string sql{};                         ///< may be empty
  std::vector<std::string> rounds{};         ///< the SQL after each round of correction, the draft first
  std::string result_file{};                 ///< the file of `result`
  std::optional<double> confidence{};        ///< of the answer, from 0 to 1
  bool asks_back = false;                    ///< the system asked which reading is meant; `sql` is its answer as it stands
  std::shared_ptr<db::rows const> result{};  ///< what the SQL returned, in the place of `sql`; mostly null
  rare<recorded_run> run{};                  ///< mostly nothing

  /// What the run recorded, which may be nothing.
  [[nodiscard]] recorded_run const& recorded() const {
    static recorded_run const nothing;
    return run ? *run : nothing;
  }
};

/// The predictions of one file, in the order of the gold's questions.
struct prediction_set {
  std::string name{};                     ///< of the file
  std::vector<prediction> predictions{};  ///< at most as many as there are questions
  std::size_t surplus = 0;                ///< number of further predictions, without a question
  std::vector<std::string> warnings{};    ///< for the reader of the figures, e.g. that there were too many
};

/// Reads predictions as text (one SQL a line), as BIRD's JSON object, as a JSON array of strings or as JSON Lines, distinguished by their
/// beginning; docs/evaluation.md, "Predictions", describes the formats.
///
/// As in the official program, too few or too many predictions cause a warning: those that have a counterpart are evaluated. Throws `error`
/// with `malformed_data`, which names the line or the key.
[[nodiscard]] T2S_DECL prediction_set parse_predictions(std::string_view content, std::string_view name, gold_set const& gold);
/// The same from a file, or from a folder as it is handed in to Spider 2: ID.sql or ID.csv, the result, for each question. Throws also
/// `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL prediction_set read_predictions(std::string const& path, gold_set const& gold);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/predictions.ipp"
#endif

#endif
