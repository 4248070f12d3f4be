// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ASKING_HPP
#define T2S_CLI_ASKING_HPP

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command.hpp"
#include "local_vectors.hpp"
#include "model_options.hpp"
#include "stage_trace.hpp"
#include "t2s/lab/studies/detail/observed.hpp"
#include "t2s/lab/studies/detail/remembering_connection.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/link/detail/narrowed.hpp"

namespace cli {

/// Waits for the result of a coroutine. Rethrows its exceptions, with errors as `asked` explains them.
template <class T>
T wait_for(boost::asio::io_context& io, server const& asked, std::function<t2s::awaitable<T>()> work) try {
  std::optional<T> given;
  std::exception_ptr failed;
  boost::asio::co_spawn(io, std::move(work), [&](std::exception_ptr e, T result) {
    failed = e;
    given = std::move(result);
  });
  io.restart();
  io.run();
  if (failed) std::rethrow_exception(failed);
  return *std::move(given);
} catch (t2s::error const& e) {
  throw t2s::error(asked.explained(e.details()));
}

/// Whether an answer ends because its tokens were used up.
inline bool is_cut_off(t2s::llm::completion const& c) { return c.finish_reason == "length" || c.finish_reason == "max_tokens"; }

/// The message about that.
inline constexpr char cut_off_warning[] =
    "t2s: the model's answer was cut off where its tokens ended; allow more with --reply-tokens or --max-tokens\n";

/// A model that counts cut-off answers and uses the user's temperature.
struct asked_model {
  static constexpr bool has_roles = any_model::has_roles;

  any_model inside;
  std::optional<std::optional<double>> temperature{};  ///< for all calls; by default each stage has its own
  std::size_t cut_off = 0;

  t2s::awaitable<t2s::llm::completion> complete(t2s::llm::request asked) {
    if (temperature) asked.temperature = *temperature;
    return t2s::then(inside.complete(std::move(asked)), [this](t2s::llm::completion c) {
      cut_off += is_cut_off(c) ? 1 : 0;
      return c;
    });
  }
};

/// Replaces the user's model in one run of a study.
struct studied_run {
  any_model model{};
  t2s::studies::observed_run* observed{};
  t2s::run_options how{};
};

using asked_database = t2s::prepared<t2s::studies::remembering_connection>;

/// A pipeline of any type, so that the code around pipelines is compiled once. The pipeline must outlive it.
class any_pipeline {
 public:
  using context = t2s::context<asked_model, t2s::link::narrowed<asked_database>, stage_trace>;

  template <class Pipeline>
  explicit any_pipeline(Pipeline const& of)
      : run_([&of](context ctx, std::string question) { return of.run(std::move(ctx), std::move(question)); }) {}

  t2s::awaitable<t2s::answer> run(context ctx, std::string question) const { return run_(std::move(ctx), std::move(question)); }

 private:
  std::function<t2s::awaitable<t2s::answer>(context, std::string)> run_;
};

/// A model and the thread that waits for it; for one thread.
class asking {
 public:
  /// `local` supplies vectors without a server's model. The options must outlive this object.
  asking(model_options const& settings, std::shared_ptr<local_vectors const> local, std::uint64_t seed)
      : settings_(settings),
        seed_(seed),
        model_{settings.present() ? settings.make(io_.get_executor()) : any_model(), settings.chosen_temperature()},
        embedder_(settings.embeds() ? settings.make_embedder(io_.get_executor()) : any_model::of(local)),
        local_(std::move(local)) {}

  /// Waits for the result of a coroutine of this thread.
  template <class T>
  T wait(std::function<t2s::awaitable<T>()> work) {
    return wait_for<T>(io_, settings_.server(), std::move(work));
  }

  /// Vectors of questions: the server's if requested, else local ones.
  [[nodiscard]] any_model& embedder() { return embedder_; }
  [[nodiscard]] bool embeds_by_server() const { return settings_.embeds(); }
  [[nodiscard]] local_vectors const& local() const { return *local_; }

  /// Throws usage_error if no vectors were chosen. The message says what the pipeline does with them, and that `instead` works without.
  void require_embedder(std::string_view pipeline, std::string_view does, std::string_view instead) const {
    if (!embeds_by_server() && !local_->chosen()) refuse_without_vectors(pipeline, does, "--embedding-model NAME or --glove FILE", instead);
  }
  /// The same for vectors without a server.
  void require_local_vectors(std::string_view pipeline, std::string_view does, std::string_view instead) const {
    if (!local_->chosen()) refuse_without_vectors(pipeline, does, "--glove FILE", instead);
  }

  /// Makes the user's own runs estimate their confidence, and withhold answers below the minimum.
  void estimate(double minimum) { minimum_ = minimum; }

  /// Whether uncertain answers of the user's own runs ask back where readings of the question have other results.
  void ask_back(bool wanted) { asks_back_ = wanted; }

  /// Makes the next runs those of a study; nothing makes them the user's own again.
  void study(std::optional<studied_run> in_place) {
    studied_ = std::move(in_place);
    if (studied_) model_.inside = studied_->model;
  }

  /// One run. Throws what fails before there is a draft; in a study also what fails later.
  template <class System>
  t2s::answer run(System const& of, asked_database& database, std::string const& question, stage_trace trace) {
    auto* const observed = studied_ ? studied_->observed : nullptr;
    auto const watched = t2s::studies::observed(of, observed);
    trace.observe(observed);
    return run(any_pipeline(watched), database, question, std::move(trace));
  }

  /// The turns of the conversation before the next of the user's own questions, oldest first.
  void go_on_from(std::vector<t2s::turn> turns) { turns_ = std::move(turns); }

  /// Sets the token that stops the user's own runs.
  void stop_by(std::stop_token token) { stop_ = std::move(token); }

  /// The number of answers that were cut off so far.
  [[nodiscard]] std::size_t cut_off() const { return model_.cut_off; }

 private:
  t2s::answer run(any_pipeline const& of, asked_database& database, std::string const& question, stage_trace trace);

  [[nodiscard]] t2s::run_options options() const {
    if (studied_) return studied_->how;
    t2s::run_options o;
    o.allowed = settings_.allowed();
    o.seed = seed_;
    o.stop = stop_;
    o.keep_attempts_if_model_fails = true;
    o.turns = turns_;
    return o;
  }

  [[noreturn]] static void refuse_without_vectors(std::string_view pipeline, std::string_view does, std::string_view give,
                                                  std::string_view instead) {
    throw usage_error("--pipeline " + std::string(pipeline) + " " + std::string(does) + ": give " + std::string(give) +
                      "; --glove spelling takes vectors of their spelling, which are weaker; " + std::string(instead));
  }

  model_options const& settings_;
  std::uint64_t seed_;
  boost::asio::io_context io_{1};
  asked_model model_;
  any_model embedder_;
  std::shared_ptr<local_vectors const> local_;
  std::optional<studied_run> studied_{};
  std::stop_token stop_{};
  std::optional<double> minimum_{};
  bool asks_back_ = false;
  std::vector<t2s::turn> turns_{};
};

}  // namespace cli

#endif
