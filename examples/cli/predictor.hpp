// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PREDICTOR_HPP
#define T2S_CLI_PREDICTOR_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "asking.hpp"
#include "failed_questions.hpp"
#include "pipeline_options.hpp"
#include "progress.hpp"
#include "t2s/core/budget.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/evaluation/data_set.hpp"
#include "t2s/retrieve/demonstration.hpp"

namespace cli {

/// The files of a data set that predictions read, databases aside.
std::vector<std::string> files_of(t2s::evaluation::data_set const& from);

/// The questions to be answered, and what is shown to the model beside them.
struct prediction_load {
  std::vector<t2s::retrieve::demonstration> questions{};
  t2s::evaluation::data_set shown{};  ///< its demonstrations, with the schemas and databases that they are of
  std::size_t demonstrations = t2s::unlimited;
};

/// Answers questions over the databases of a data set by one pipeline, on several threads at once.
class predictor {
 public:
  /// Opens the pipeline and finds the databases. `settings` outlives this. Throws t2s::error for files that cannot be read, usage_error
  /// for settings that need what is not given.
  predictor(t2s::evaluation::data_set const& from, prediction_load load, model_options const& settings, pipeline_options const& pipeline);

  /// Whether questions are asked one at a time.
  [[nodiscard]] bool in_order() const { return system_->in_order(); }

  /// Answers all questions.
  void run(std::size_t jobs, progress_shown shown = progress_shown::yes);

  /// Keeps what was learnt, in the order of the questions. Throws where that cannot be written.
  void keep_learnt();

  [[nodiscard]] failed_questions const& failures() const { return failures_; }
  [[nodiscard]] std::string const& question(std::size_t i) const { return questions_[i].question; }
  /// How many were answered, with SQL or without.
  [[nodiscard]] std::size_t answered() const { return answered_; }
  [[nodiscard]] std::size_t cut_off() const { return cut_off_; }
  /// How many answers of the model were longer than a run reads.
  [[nodiscard]] std::size_t cut_answers() const;
  /// What was read.
  [[nodiscard]] std::vector<std::string> inputs(t2s::evaluation::data_set const& from) const;

  /// One SQL a line.
  [[nodiscard]] std::string text() const;
  /// JSON Lines, with every round and what it cost. Those for a table (not `timed`) are the same in each run: without seconds; and a
  /// question without SQL has none, in the place of SELECT NULL.
  [[nodiscard]] std::string json_lines(bool timed = true) const;
  [[nodiscard]] std::vector<t2s::answer> const& answers() const { return answers_; }
  [[nodiscard]] std::size_t size() const { return answers_.size(); }
  [[nodiscard]] std::size_t without_sql() const;

 private:
  using connections = std::map<std::string, connection>;

  /// One database as its questions need it: a connection for each thread, what was read of it shared.
  struct prepared {
    known_database known{};
    std::once_flag read{};
    std::atomic<std::size_t> left = 0;  ///< questions to be answered
  };

  [[nodiscard]] std::string path_of(std::string const& database) const;
  void work(progress& bar);
  void answer(std::size_t i, connections& open, asking& model);
  [[nodiscard]] gold_questions gold_of_questions() const;

  model_options const& settings_;
  std::shared_ptr<local_vectors const> local_;
  std::uint64_t seed_;
  t2s::evaluation::database_folders databases_;
  std::vector<t2s::retrieve::demonstration> questions_;
  std::unique_ptr<any_system> system_{};
  std::map<std::string, prepared> shared_{};
  std::vector<t2s::answer> answers_{};
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> answered_ = 0;
  std::atomic<std::size_t> cut_off_ = 0;
  failed_questions failures_{};
};

}  // namespace cli

#endif
