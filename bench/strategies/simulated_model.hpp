// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_STRATEGIES_SIMULATED_MODEL_HPP
#define T2S_BENCH_STRATEGIES_SIMULATED_MODEL_HPP

#include "drafts.hpp"

#include "t2s/llm/model.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace strategies {

/// What replaces a model: two bounds, and what other models wrote for the same question.
enum class corrector {
  gold,   ///< writes the gold SQL, and judges by execution accuracy: the best possible corrector
  again,  ///< writes the draft again, and judges nothing right: every loop runs until its own rule ends it
  others  ///< writes what the next file of predictions has, then the one after it, and judges by execution accuracy
};
[[nodiscard]] std::string_view name_of(corrector c);

/// The simulated model of one question. The trace tells it which stage calls, whatever the words of the prompt. Where no SQL is asked for
/// it returns the shortest reply that its reader accepts: the same question, no keywords, the alignment of the gold SQL, one sentence as
/// the explanation.
class simulated_model {
 public:
  simulated_model(drafts& of, corrector by) : all_(&of), by_(by) {}

  /// Begins a question with the prediction of that file as its draft.
  void begin(asked_database& database, asked_question const& q, std::size_t file) { database_ = &database, asked_ = &q, file_ = file; }

  [[nodiscard]] meter& metering() const { return all_->metering(); }
  [[nodiscard]] std::string const& draft() const { return asked_->predicted[file_]; }

  llm::completion complete(llm::request const& r);

 private:
  [[nodiscard]] std::string const& sql_of_revision(std::size_t number) const;
  [[nodiscard]] std::string reply() const;
  [[nodiscard]] std::string judgement() const;

  drafts* all_;
  corrector by_;
  asked_database* database_{};
  asked_question const* asked_{};
  std::size_t file_ = 0;
};
static_assert(llm::ChatModel<simulated_model>);

}  // namespace strategies

#endif
