// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ASKING_HPP
#define T2S_CLI_ASKING_HPP

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kept_trail.hpp"
#include "model_options.hpp"
#include "t2s/retrieve/embedded_pool.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/run/context.hpp"
#include "t2s/sample/nearest_demonstrations.hpp"
#include "t2s/systems/few_shot.hpp"

namespace cli {

/// Waits for what a coroutine gives. Throws what it throws, errors as `asked` explains them.
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

/// Whether an answer ends where its tokens ended.
inline bool is_cut_off(t2s::llm::completion const& c) { return c.finish_reason == "length" || c.finish_reason == "max_tokens"; }

/// What to say of it.
inline constexpr char cut_off_warning[] = "t2s: the model's answer was cut off where its tokens ended; allow more with --max-tokens\n";

/// A model that counts the answers that were cut off.
struct watched_model {
  any_model inside;
  std::size_t cut_off = 0;

  t2s::awaitable<t2s::llm::completion> complete(t2s::llm::request asked) {
    return t2s::then(inside.complete(std::move(asked)), [this](t2s::llm::completion c) {
      cut_off += is_cut_off(c) ? 1 : 0;
      return c;
    });
  }
};

/// What a run gave, and the failure of the model that ended it, if one did after the draft.
struct run_end {
  t2s::answer given{};
  std::optional<t2s::failure> failed{};
};

/// Demonstrations to choose from: by the vectors of questions, if there are such, else by their skeletons.
struct demonstrations {
  std::shared_ptr<t2s::retrieve::skeleton_index const> by_skeleton{};
  std::shared_ptr<t2s::retrieve::embedded_pool const> by_vector{};
};

/// A model and the thread that waits for it; for one thread.
class asking {
 public:
  explicit asking(model_options const& settings)
      : settings_(settings),
        model_{settings.present() ? settings.make(io_.get_executor()) : any_model()},
        embedder_(settings.embeds() ? settings.make_embedder(io_.get_executor()) : any_model()) {}

  /// What a run chooses from: the vectors of all questions of the pool are asked for here.
  demonstrations prepared(std::vector<t2s::retrieve::demonstration> pool) {
    if (!settings_.embeds()) return {std::make_shared<t2s::retrieve::skeleton_index const>(std::move(pool)), {}};
    using embedded = std::shared_ptr<t2s::retrieve::embedded_pool const>;
    return {{}, wait_for<embedded>(io_, settings_.server(), [&] { return t2s::retrieve::embed_pool(embedder_, pool); })};
  }

  /// One run of the few-shot system. Throws what the draft throws.
  template <class Database, class Trace>
  run_end few_shot(std::shared_ptr<t2s::link::lexicon const> names, demonstrations const& pool, Database& database,
                   std::string const& question, Trace trace) {
    if (!pool.by_vector) return run(t2s::systems::make_few_shot(std::move(names), pool.by_skeleton), database, question, trace);
    t2s::systems::few_shot_with<t2s::sample::nearest_demonstrations<any_model>> system;
    system.sampler.pool = pool.by_vector;
    system.sampler.by = &embedder_;
    return run(std::move(system), database, question, trace);
  }

  /// How many answers were cut off so far.
  [[nodiscard]] std::size_t cut_off() const { return model_.cut_off; }

 private:
  template <class System, class Database, class Trace>
  run_end run(System system, Database& database, std::string const& question, Trace trace) {
    system.generator.temperature = settings_.temperature();
    system.generator.prompt_tokens = settings_.prompt_tokens();
    t2s::run_options o;
    o.allowed = settings_.allowed();
    auto const failed = std::make_shared<std::optional<t2s::failure>>();
    auto const lasting = with_trail_kept(std::move(system), failed);
    auto answer =
        wait_for<t2s::answer>(io_, settings_.server(), [&] { return lasting.run(t2s::context(model_, database, o, trace), question); });
    if (*failed) *failed = settings_.server().explained(**failed);
    return {std::move(answer), std::move(*failed)};
  }

  model_options const& settings_;
  boost::asio::io_context io_{1};
  watched_model model_;
  any_model embedder_;
};

}  // namespace cli

#endif
