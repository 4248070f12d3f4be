// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_MODEL_CORRECTOR_HPP
#define T2S_CLI_STUDY_MODEL_CORRECTOR_HPP

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "asking.hpp"
#include "t2s/lab/studies/correctors/detail/live.hpp"

namespace cli::study {

/// The user's model, thread safe. The options must outlive it.
class waiting_model {
 public:
  static constexpr bool has_roles = asked_model::has_roles;

  explicit waiting_model(model_options const& settings) : settings_(settings) {}

  t2s::llm::completion complete(t2s::llm::request asked) {
    auto one = take();
    auto given = wait_for<t2s::llm::completion>(one->io, settings_.server(), [&] { return one->model.complete(std::move(asked)); });
    std::scoped_lock const lock(mutex_);
    free_.push_back(std::move(one));
    return given;
  }

 private:
  struct waiter {
    explicit waiter(model_options const& settings) : model{settings.make(io.get_executor()), settings.chosen_temperature()} {}

    boost::asio::io_context io{1};
    asked_model model;
  };

  std::unique_ptr<waiter> take() {
    std::scoped_lock const lock(mutex_);
    if (free_.empty()) return std::make_unique<waiter>(settings_);
    auto taken = std::move(free_.back());
    free_.pop_back();
    return taken;
  }

  model_options const& settings_;
  std::mutex mutex_{};
  std::vector<std::unique_ptr<waiter>> free_{};
};

}  // namespace cli::study

#endif
