// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_OFFLINE_ANSWERER_HPP
#define T2S_SERVE_LOCAL_OFFLINE_ANSWERER_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/serve/detail/corrections.hpp"
#include "t2s/serve/detail/served_system.hpp"
#include "t2s/serve/runs/detail/watched_connection.hpp"
#include "t2s/serve/telemetry/otlp.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"
#include "t2s/systems/with_schema_retrieval.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The answerers of t2s itself. They need offline/ and can be deleted with it; the rest of serve/ takes answerers as arguments.
namespace t2s::serve {

/// Makes the telemetry sink for a run of a system over a database. Thread safe.
using run_begin = std::function<telemetry::otlp_trace(std::string_view system, served_database const&)>;

/// The demonstrations for questions over a database; null: none. Thread safe.
using pool_for = std::function<std::shared_ptr<retrieve::skeleton_index const>(served_database const&)>;

namespace detail {

/// Passes the events of a run to its watchers and to telemetry.
struct watched_run {
  static constexpr bool enabled = true;

  run_trace watched;
  telemetry::otlp_trace trace;

  template <class Event>
  void on(Event const& e) noexcept {
    t2s::tell(watched, e);
    t2s::tell(trace, e);
  }
  [[nodiscard]] watched_run beside(events::lane const& at) const { return {watched.beside(at), trace.beside(at)}; }
};

/// The caller's model.
struct callers_model {
  std::function<llm::completion(llm::request)> const* by;
  [[nodiscard]] llm::completion complete(llm::request asked) const { return (*by)(std::move(asked)); }
};

template <class System, class Model>
[[nodiscard]] answer answer_by(System const& system, Model& model, served_database& database, std::string const& question, run_watch& watch,
                               telemetry::otlp_trace trace) try {
  auto lent = database.lend(watch.stop());
  if (watch.report()) static_cast<void>(database.lexicon(lent, watch.report()));
  auto const& limits = database.limits();
  watched_connection connection(lent.connection(), watch, limits.of_statement(limits.rows_looked_at));
  prepared known(connection, database.known());
  run_options how;
  how.stop = watch.stop();
  how.keep_attempts_if_model_fails = true;
  how.turns = watch.order().turns;
  auto found = system.run(context(model, known, std::move(how), watched_run{watch.trace(), trace}), question);
  trace.finish(found);
  return found;
} catch (error const& e) {
  trace.fail(e.details().code);
  throw;
}

/// Indexes of the same demonstrations after the corrections of each database.
class corrected_pools {
 public:
  using index = std::shared_ptr<retrieve::skeleton_index const>;

  corrected_pools(std::vector<demonstration> pool, std::shared_ptr<corrections> kept)
      : pool_(std::move(pool)), kept_(std::move(kept)), usual_(std::make_shared<retrieve::skeleton_index const>(pool_)) {}

  [[nodiscard]] index of(served_database const& database) {
    auto const now = kept_->of(database);
    if (now->empty()) return usual_;
    std::lock_guard const lock(guard_);
    auto& [of, made] = made_[&database];
    if (of != now) {
      auto all = *now;
      all.insert(all.end(), pool_.begin(), pool_.end());
      made = std::make_shared<retrieve::skeleton_index const>(std::move(all));
      of = now;
    }
    return made;
  }

 private:
  std::vector<demonstration> pool_;
  std::shared_ptr<corrections> kept_;
  index usual_;
  std::mutex guard_{};  // guards the next
  std::map<served_database const*, std::pair<std::shared_ptr<corrections::list const>, index>> made_{};
};

[[nodiscard]] inline pool_for always(std::shared_ptr<retrieve::skeleton_index const> pool) {
  return [pool = std::move(pool)](served_database const&) { return pool; };
}

[[nodiscard]] inline telemetry::otlp_trace begun(run_begin const& begin, std::string_view system, served_database const& database) {
  return begin ? begin(system, database) : telemetry::otlp_trace();
}

}  // namespace detail

/// The same demonstrations for all databases, after the `corrections` of each as they are at that moment. `kept` may be null.
[[nodiscard]] inline pool_for with_corrections(std::vector<demonstration> pool, std::shared_ptr<corrections> kept) {
  if (!kept) return detail::always(std::make_shared<retrieve::skeleton_index const>(std::move(pool)));
  auto const pools = std::make_shared<detail::corrected_pools>(std::move(pool), std::move(kept));
  return [pools](served_database const& database) { return pools->of(database); };
}

/// The offline system with its confidence; it asks no model. `pool` gives demonstrations whose skeletons are tried. `begin` may be empty:
/// then runs have no telemetry.
[[nodiscard]] inline run_answerer offline_answerer(pool_for pool, run_begin begin = {}) {
  return [pool = std::move(pool), begin = std::move(begin)](served_database& database, std::string const& question, run_watch& watch) {
    llm::no_model model;
    systems::with_confidence<systems::offline> system;
    system.minimum = watch.order().min_confidence;
    system.asks_back = watch.order().ask_back;
    system.system.sampler.pool = pool(database);
    return detail::answer_by(system, model, database, question, watch, detail::begun(begin, "offline", database));
  };
}

/// The same with one pool for all databases; it may be null.
[[nodiscard]] inline run_answerer offline_answerer(std::shared_ptr<retrieve::skeleton_index const> pool = {}, run_begin begin = {}) {
  return offline_answerer(detail::always(std::move(pool)), std::move(begin));
}

/// Few-shot prompts and repairs with the caller's model (`run_order::model`), and the confidence.
[[nodiscard]] inline run_answerer callers_model_answerer(pool_for pool, run_begin begin = {}) {
  return [pool = std::move(pool), begin = std::move(begin)](served_database& database, std::string const& question, run_watch& watch) {
    detail::callers_model model{&watch.order().model};
    systems::with_schema_retrieval<systems::with_confidence<systems::few_shot_corrected>> system;
    system.system.minimum = watch.order().min_confidence;
    system.system.asks_back = watch.order().ask_back;
    system.system.system.sampler.pool = pool(database);
    return detail::answer_by(system, model, database, question, watch, detail::begun(begin, "few-shot-corrected", database));
  };
}

/// The same with one pool for all databases; it may be null.
[[nodiscard]] inline run_answerer callers_model_answerer(std::shared_ptr<retrieve::skeleton_index const> pool = {}, run_begin begin = {}) {
  return callers_model_answerer(detail::always(std::move(pool)), std::move(begin));
}

}  // namespace t2s::serve

#endif
