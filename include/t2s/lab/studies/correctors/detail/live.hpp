// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_CORRECTORS_DETAIL_LIVE_HPP
#define T2S_LAB_STUDIES_CORRECTORS_DETAIL_LIVE_HPP

#include "t2s/lab/studies/detail/corrector.hpp"

#include <utility>

namespace t2s::correctors {

/// A model: a server, or a recording of one (`llm::replayed`). If the draft of a run is given, the model is not asked for it.
///
/// `live(model)` refers to the model, which must outlive the study, answer at once, and be safe for as many threads as the study has jobs.
template <llm::ChatModel Model>
class live {
 public:
  static constexpr bool is_simulated = false;  ///< a model answers

  /// `name` is for the reader of the figures.
  explicit live(Model& model, std::string name = "a model") : model_(&model), name_(std::move(name)) {}

  /// The model's answer, or the draft of the run. Throws what the model throws.
  [[nodiscard]] llm::completion answer(studies::correction const& at, llm::request const& asked) const {
    if (at.run.now() != studies::stage::drafting || !at.run.draft()) {
      auto passed_on = asked;
      llm::keep_role_for<Model>(passed_on);
      return model_->complete(std::move(passed_on));
    }
    llm::completion given;
    given.text = "```sql\n" + *at.run.draft() + "\n```";
    given.finish_reason = "stop";
    return given;
  }
  /// For the reader of the figures.
  [[nodiscard]] std::string description() const { return name_; }
  /// The assumptions made instead of asking a model: none.
  [[nodiscard]] static std::vector<std::string> assumptions() { return {}; }

 private:
  Model* model_;
  std::string name_;
};

}  // namespace t2s::correctors

#endif
