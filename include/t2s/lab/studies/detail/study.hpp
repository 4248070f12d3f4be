// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_STUDY_HPP
#define T2S_LAB_STUDIES_DETAIL_STUDY_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/studies/detail/corrector.hpp"
#include "t2s/lab/studies/detail/figures.hpp"
#include "t2s/lab/studies/detail/observed.hpp"
#include "t2s/lab/studies/detail/question_set.hpp"
#include "t2s/lab/studies/detail/recorded_question.hpp"
#include "t2s/lab/studies/detail/remembering_connection.hpp"
#include "t2s/lab/studies/detail/study_options.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"

#include <atomic>
#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::studies {

/// What may differ between questions for a strategy.
struct asked_place {
  std::string database{};                      ///< its name
  std::shared_ptr<gold_answers const> gold{};  ///< the gold SQL of the question, for oracles
  std::vector<std::string> const* drafts{};    ///< the published predictions for the question, one for each file; not null in a run
};

/// The model of one run: the corrector answers. Tokens that the corrector does not count are estimated.
class study_model {
 public:
  static constexpr bool has_roles = true;  ///< the corrector may use them

  /// Both must outlive it.
  study_model(any_corrector const& by, correction const& at) : by_(&by), at_(&at) {}

  /// The corrector's answer.
  [[nodiscard]] T2S_DECL llm::completion complete(llm::request asked) const;

 private:
  any_corrector const* by_;
  correction const* at_;
};

/// The parts of one run.
struct run_place {
  asked_place asked{};          ///< of its question
  study_model model;            ///< the run's model
  study_database& database;     ///< the run's database
  observed_run& run;            ///< observes it
  run_options how{};            ///< its options
  std::string const& question;  ///< its text
};

/// A strategy of any type: makes a run.
struct strategy {
  std::string name{};                       ///< for the reader of the figures
  std::function<answer(run_place&)> run{};  ///< called by several threads at a time
};

/// One run of a pipeline.
template <class Pipeline>
[[nodiscard]] answer run_of(Pipeline of, run_place& at) {
  auto const pipeline = observed(std::move(of), &at.run);
  return pipeline.run(context(at.model, at.database, at.how, observing_trace{&at.run}), at.question);
}

/// The strategy of a pipeline, or of a function that takes an `asked_place` and returns one.
template <class Pipeline>
[[nodiscard]] strategy strategy_of(std::string name, Pipeline of) {
  return {std::move(name), [of = std::move(of)](run_place& at) {
            if constexpr (std::invocable<Pipeline const&, asked_place const&>)
              return run_of(of(at.asked), at);
            else
              return run_of(of, at);
          }};
}

/// Compares strategies of correction: the results of the same drafts in each pipeline.
///
///     t2s::studies::question_set const data("spider");
///     auto const drafts = data.drafts({"dail_gpt4.sql"});
///     auto const found = t2s::studies::study(data, drafts, t2s::correctors::simulated{.mends = 0.7, .spoils = 0.1})
///                            .add("mine", my_pipeline)
///                            .add("few-shot", t2s::systems::few_shot_corrected())
///                            .run();
///
/// Each strategy is a pipeline, or a function that takes a `asked_place` and returns one. Its generator's draft is replaced by a
/// published one, unless with `own_drafts`; everything after that is the pipeline's. The corrector answers when the pipeline asks a model.
/// Execution accuracy as in Spider's official evaluator, on BIRD's data as in BIRD's, judges every attempt of a run. docs/studies/README.md
/// says what each figure means.
class study {
 public:
  /// With published drafts, as `question_set::drafts` reads them: every strategy gets every draft. `data` must outlive the study. Throws
  /// `error` with `invalid_argument` if there is no file of drafts, one with fewer predictions than questions, or two with the same name.
  T2S_DECL study(question_set const& data, std::vector<draft_set> drafts, any_corrector by);
  study(question_set&&, std::vector<draft_set>, any_corrector) = delete;

  /// With the strategies' own drafts.
  static T2S_DECL study own_drafts(question_set const& data, any_corrector by);

  /// Adds a strategy, which is compared with the first one. `of` is a pipeline or a function that returns one; it is copied, and used by as
  /// many threads at a time as the study has jobs.
  template <class Strategy>
  study& add(std::string name, Strategy of) {
    return add(strategy_of(std::move(name), std::move(of)));
  }
  /// The same for a strategy that makes its runs itself. Throws `error` with `invalid_argument` if there is one with that name.
  T2S_DECL study& add(strategy of);

  /// Runs every strategy on every draft. Throws what models and databases throw, and `error` with `cancelled` once `stop` is requested;
  /// with a journal the same call continues where it ended, and throws as `journal` if that belongs to another study. SQL that fails does
  /// not throw, and a question whose gold SQL fails is not counted. The figures depend neither on the number of jobs nor on interruptions.
  [[nodiscard]] T2S_DECL study_figures run(study_options const& how = {}) const;

  /// The runs of single questions, for other ways of looping over them.
  class session;

  /// The settings, as one line of JSON, with checksums of questions and drafts and the names of strategies and corrector: runs of studies
  /// with equal settings can be combined.
  [[nodiscard]] T2S_DECL std::string settings(study_options const& how) const;
  /// The figures of questions in order; `next` returns them, and then nothing. Throws `error` with `malformed_data` for records of another
  /// study.
  [[nodiscard]] T2S_DECL study_figures figures(std::function<std::optional<recorded_question>()> const& next) const;
  [[nodiscard]] question_set const& data() const noexcept { return *data_; }      ///< the questions
  [[nodiscard]] std::size_t files() const noexcept { return drafts_.size(); }     ///< number of files of drafts; 0 if strategies draft
  [[nodiscard]] std::size_t size() const noexcept { return strategies_.size(); }  ///< number of strategies

 private:
  study(question_set const& data, any_corrector by) : data_(&data), by_(std::move(by)) {}
  T2S_DECL void require_runs(recorded_question const& q) const;

  question_set const* data_;
  std::vector<draft_set> drafts_{};
  any_corrector by_;
  std::vector<strategy> strategies_{};
};

/// The runs of single questions. Any number of threads may use it at once. The study must outlive it.
class study::session {
 public:
  /// Runs nothing yet. Throws `error` with `invalid_argument` for impossible options.
  T2S_DECL session(study const& of, study_options how);
  T2S_DECL ~session();

  /// All runs of the question at an index. Throws as `study::run`.
  [[nodiscard]] T2S_DECL recorded_question ask(std::size_t question);

  /// The indices of the questions, grouped by database, so that few databases are open at a time.
  [[nodiscard]] T2S_DECL std::vector<std::size_t> order() const;

 private:
  class opened_database;
  class runs_of_question;

  [[nodiscard]] std::shared_ptr<opened_database> open(std::string const& id);

  study const& study_;
  study_options how_;
  std::mutex mutex_{};
  std::atomic<std::size_t> bytes_left_{std::size_t{64} << 20U};  // for results of statements
  std::map<std::string, std::shared_ptr<opened_database>> databases_{};
};

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/study.ipp"
#endif

#endif
