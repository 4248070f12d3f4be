// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_WATCHED_MODEL_HPP
#define T2S_SERVE_RUNS_DETAIL_WATCHED_MODEL_HPP

#include "t2s/core/task.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/serve/runs/detail/run_watch.hpp"

#include <utility>

namespace t2s::serve {

/// A chat model whose prompts and completions become events of a run. Refers to both, which must outlive it.
template <llm::ChatModel Model>
class watched_model {
 public:
  static constexpr bool has_roles = llm::HasRoles<Model>;  ///< as the model's

  /// Wraps a model for a run.
  watched_model(Model& inside, run_watch& watch) : inside_(&inside), watch_(&watch) {}

  /// As the model's.
  [[nodiscard]] auto complete(llm::request asked) {
    auto const call = watch_->asked(asked);
    return then(inside_->complete(std::move(asked)), [watch = watch_, call](llm::completion c) {
      watch->answered(call, c);
      return c;
    });
  }

 private:
  Model* inside_;
  run_watch* watch_;
};

}  // namespace t2s::serve

#endif
