// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PREDICTOR_HPP
#define T2S_CLI_PREDICTOR_HPP

#include <atomic>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "asking.hpp"
#include "failed_questions.hpp"
#include "kept_items.hpp"
#include "long_work.hpp"
#include "pipeline_options.hpp"
#include "t2s/core/detail/budget.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/lab/evaluation/data_set.hpp"
#include "t2s/pipeline/answer.hpp"
#include "telemetry_options.hpp"

namespace cli {

/// The files of a data set that predictions read, databases aside.
std::vector<std::string> files_of(t2s::evaluation::data_set const& from);

/// The questions to answer, and the samples for the model.
struct prediction_load {
  std::vector<t2s::demonstration> questions{};
  t2s::evaluation::data_set shown{};  ///< the demonstrations, with their schemas and databases
  std::size_t demonstrations = t2s::unlimited;
};

/// Answers questions over the databases of a data set with one pipeline, on several threads.
class predictor {
 public:
  /// `settings` must outlive this object. Opens nothing yet.
  predictor(t2s::evaluation::data_set const& from, prediction_load load, model_options const& settings, pipeline_options const& pipeline);

  /// Throws t2s::error if a question has no database.
  void require_databases() const;
  /// Finds the databases and opens the pipeline, which may request vectors; `run` does this if questions are left. Throws t2s::error for
  /// unreadable files, and usage_error for settings that need something that was not given.
  void open();
  /// Whether questions are asked one at a time. Precondition: it is open.
  [[nodiscard]] bool in_order() const { return system_->in_order(); }

  /// Sends the events of later runs there, which must outlive this object.
  void tell(telemetry_options const& to) { told_ = &to; }

  /// Whether the questions are the turns of conversations: a turn is then asked after those before it.
  [[nodiscard]] bool converses() const;
  /// Shows later turns the gold SQL of those before them, in the place of the answers.
  void show_gold_turns() { shows_gold_turns_ = true; }

  /// Makes later runs record what an uncertain answer asks back.
  void ask_back() { asks_back_ = true; }

  /// Answers the questions that are not kept, and keeps their entries (`prediction_entry`). Failed questions are not kept.
  void run(kept_items& kept, work_order const& order, bool timed = false);
  /// The entry of a question that is not kept: the state of its run before the failure.
  [[nodiscard]] boost::json::object unanswered(std::size_t i) const;

  /// Keeps what was learnt, in the order of the questions. Throws if it cannot be written.
  void keep_learnt();

  [[nodiscard]] failed_questions const& failures() const { return failures_; }
  [[nodiscard]] std::string const& question(std::size_t i) const { return questions_[i].question; }
  [[nodiscard]] std::size_t size() const { return questions_.size(); }
  /// The number of questions that `run` answered, with SQL or without.
  [[nodiscard]] std::size_t answered() const { return answered_; }
  /// The input that was read.
  [[nodiscard]] std::vector<std::string> inputs(t2s::evaluation::data_set const& from) const;
  /// The databases of the questions.
  [[nodiscard]] std::vector<std::string> database_ids() const;

 private:
  using connections = std::map<std::string, connection>;

  /// A database for its questions: a connection for each thread, with shared knowledge.
  struct prepared {
    known_database known{};
    std::once_flag read{};
    std::atomic<std::size_t> left = 0;  ///< questions left to answer
  };

  [[nodiscard]] std::string path_of(std::string const& database) const;
  [[nodiscard]] connection opened(std::string const& database) const;
  [[nodiscard]] t2s::answer told_answer_of(std::size_t i, known_database const& known, connection& database, asking& model) const;
  void expect(kept_items const& kept, item_range of);
  /// Answers one question on one thread. Returns the entry; nothing if it failed.
  std::optional<boost::json::object> answer(std::size_t i, connections& open, asking& model, bool timed);
  std::optional<boost::json::object> entry_of(std::size_t i, t2s::answer given, std::size_t cut_off, bool timed);
  [[nodiscard]] gold_questions gold_of_questions() const;
  /// The turns of the question's conversation before it.
  [[nodiscard]] std::vector<t2s::turn> turns_before(std::size_t i);

  model_options const& settings_;
  std::shared_ptr<local_vectors const> local_;
  std::uint64_t seed_;
  t2s::evaluation::data_set from_;
  prediction_load load_;
  pipeline_options pipeline_;
  std::vector<t2s::demonstration> questions_;
  std::unique_ptr<any_system> system_{};
  std::map<std::string, prepared> shared_{};
  std::mutex guard_{};
  std::map<std::size_t, boost::json::object> unfinished_{};  ///< the runs of questions that failed after their draft
  std::stop_token stop_{};
  telemetry_options const* told_{};
  bool asks_back_ = false, shows_gold_turns_ = false;
  std::map<std::size_t, std::string> turn_sql_{};  ///< of the turns of conversations that were answered
  std::atomic<std::size_t> answered_ = 0;
  failed_questions failures_{};
};

}  // namespace cli

#endif
