// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/knowledge/detail/kept_values.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "study/pipeline_strategy.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace cli::study {
namespace {

/// A model that answers immediately.
struct study_model {
  t2s::studies::study_model inside;
  t2s::llm::completion complete(t2s::llm::request asked) { return inside.complete(std::move(asked)); }
};

/// A system, its knowledge about each database, and the connections of the threads.
class studied_system {
 public:
  studied_system(pipeline_options const& options, model_options const& settings, offered with)
      : options_(options), settings_(settings), opening_(std::make_unique<asking>(settings, options.local(), options.seed())) {
    system_ = options.open(*opening_, std::move(with));
    if (system_->in_order())
      throw usage_error("a study asks its questions in any order: leave out the setting that lets questions of " +
                        std::string(options.chosen().name) + " learn from each other");
    free_.push_back(std::move(opening_));
  }

  t2s::answer run(t2s::studies::run_place& at) {
    auto by = take();
    auto& database = at.database.connection();
    auto const& known = known_of(at.asked.database, *by, database);
    by->study(studied_run{any_model::of(std::make_shared<study_model>(study_model{at.model})), &at.run, at.how});
    auto given = system_->answer(*by, known, database, at.question, {});
    by->study({});
    give_back(std::move(by));
    return given;
  }

 private:
  struct known_once {
    std::once_flag read{};
    known_database known{};
  };

  std::unique_ptr<asking> take() {
    std::scoped_lock const lock(mutex_);
    if (free_.empty()) return std::make_unique<asking>(settings_, options_.local(), options_.seed());
    auto taken = std::move(free_.back());
    free_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<asking> by) {
    std::scoped_lock const lock(mutex_);
    free_.push_back(std::move(by));
  }

  /// Read completely before the first run, which would otherwise pay for it.
  known_database const& known_of(std::string const& id, asking& by, connection& database) {
    auto& one = [&]() -> known_once& {
      std::scoped_lock const lock(mutex_);
      return known_[id];
    }();
    std::call_once(one.read, [&] {
      one.known = system_->read(by, database, id);
      t2s::prepared prepared(database.inner(), one.known.known);
      (void)prepared.known<t2s::knowledge::lexicon>();
      (void)prepared.known<t2s::knowledge::kept_values>();
    });
    return one.known;
  }

  pipeline_options const& options_;
  model_options const& settings_;
  std::mutex mutex_{};
  std::unique_ptr<asking> opening_;
  std::unique_ptr<any_system> system_{};
  std::vector<std::unique_ptr<asking>> free_{};
  std::map<std::string, known_once> known_{};
};

}  // namespace

t2s::studies::strategy pipeline_strategy(std::string name, pipeline_options const& options, model_options const& settings, offered with) {
  auto const system = std::make_shared<studied_system>(options, settings, std::move(with));
  return {std::move(name), [system](t2s::studies::run_place& at) { return system->run(at); }};
}

}  // namespace cli::study
