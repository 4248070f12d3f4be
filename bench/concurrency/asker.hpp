// SPDX-License-Identifier: BSL-1.0
// The askers: through t2s, or by hand with the requests that t2s would send.
#ifndef T2S_BENCH_CONCURRENCY_ASKER_HPP
#define T2S_BENCH_CONCURRENCY_ASKER_HPP

#include "model.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/db/sqlite/pool.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/few_shot_corrected.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace in_flight {

struct window {
  clock_type::time_point from, until;

  [[nodiscard]] bool contains(clock_type::time_point t) const { return from <= t && t < until; }
};

/// A model as one asker sees it. It stops waiting for answers at the end of the window, so that the run ends then.
template <class Model>
class watched_model {
 public:
  watched_model(Model& model, window w, std::uint64_t seed) : model_(&model), window_(w), random_(seed) {}

  void begin_question() {
    waited_ = microseconds();
    is_draft_ = true;
  }
  awaitable<llm::completion> complete(llm::request asked) {
    auto const now = drawn();
    waited_ += now.time;
    asked.max_tokens = static_cast<std::size_t>(now.time.count());
    asked.temperature = now.errs ? 1 : 0;
    auto answering = model_->complete(std::move(asked));
    auto answer = co_await std::move(answering);
    if (window_.contains(clock_type::now())) ++answered_;
    co_return answer;
  }
  [[nodiscard]] microseconds waited() const { return waited_; }     ///< model time in this question
  [[nodiscard]] std::size_t answered() const { return answered_; }  ///< calls that ended in the window

 private:
  behaviour drawn() {
    auto const left = std::chrono::duration_cast<microseconds>(window_.until - clock_type::now());
    auto const time = microseconds(std::lround(std::min(10.0, time_(random_)) * 1e6));
    auto const errs = fails_(random_);
    return {std::clamp(time, 1us, std::max(1us, left)), std::exchange(is_draft_, false) && errs};
  }

  Model* model_;
  window window_;
  std::mt19937_64 random_;
  std::lognormal_distribution<double> time_{std::log(0.8), 0.63};
  std::bernoulli_distribution fails_{0.25};
  microseconds waited_{};
  std::size_t answered_ = 0;
  bool is_draft_ = true;
};

template <class Model>
struct asker {
  watched_model<Model> model;
  clock_type::time_point begins;
  std::vector<double> added{};  // seconds beyond the model's, for the questions that ended in the window
};

inline void require(bool good, std::string_view what, std::string_view sql) {
  if (!good) throw std::runtime_error(std::string("a question was not answered right: ").append(what).append(": ").append(sql));
}

/// Asks through t2s.
struct by_system {
  systems::few_shot_corrected const& system;
  prepared<db::sqlite>& database;

  template <class Model>
  awaitable<void> ask(watched_model<Model>& model) const {
    auto running = system.run(context(model, database), std::string(question));
    auto const found = co_await std::move(running);
    auto const* const outcome = found.outcome();
    require(found.sql() == right, found.stopped, found.sql());
    require(outcome && outcome->rows.values == std::vector<std::vector<value>>{{"Kiosk"}, {"Corner"}}, "other rows", found.sql());
  }
};

/// Asks by hand, with the requests that t2s would send.
struct by_requests {
  llm::request draft, revision;

  template <class Model>
  awaitable<void> ask(watched_model<Model>& model) const {
    auto drafting = model.complete(draft);
    auto answer = co_await std::move(drafting);
    if (answer.text == wrong) {
      auto revising = model.complete(revision);
      answer = co_await std::move(revising);
    }
    require(answer.text == right, "the model's last answer", answer.text);
  }
};

/// Answers immediately, at first wrong, and records the requests.
struct listening_model {
  std::vector<llm::request> received{};

  llm::completion complete(llm::request asked) {
    asked.bounds = {};
    received.push_back(std::move(asked));
    llm::completion c;
    c.text = received.size() == 1 ? wrong : right;
    return c;
  }
};

inline by_requests requests_of(systems::few_shot_corrected const& system, db::sqlite_connection& database) {
  listening_model model;
  auto const found = system.run(context(model, database), std::string(question));
  require(found.sql() == right && model.received.size() == 2, found.stopped, found.sql());
  return {model.received[0], model.received[1]};
}

}  // namespace in_flight

#endif
