// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OFFLINE_ANSWERER_HPP
#define T2S_SERVE_OFFLINE_ANSWERER_HPP

#include "t2s/llm/model.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/serve/detail/served_system.hpp"
#include "t2s/serve/runs/detail/watched_connection.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"

#include <memory>
#include <string>
#include <utility>

namespace t2s::serve {

/// The offline system, with its confidence: no model is asked. `pool` has demonstrations whose skeletons are tried; it may be null.
[[nodiscard]] inline run_answerer offline_answerer(std::shared_ptr<retrieve::skeleton_index const> pool = {}) {
  return [pool = std::move(pool)](served_database& database, std::string const& question, run_watch& watch) {
    auto lent = database.lend(watch.stop());
    watched_connection connection(lent.connection(), watch);
    prepared known(connection, database.known());
    llm::no_model model;
    systems::with_confidence<systems::offline> system;
    system.minimum = watch.order().min_confidence;
    if (pool) system.system.sampler.pool = pool;
    run_options options;
    options.stop = watch.stop();
    return system.run(context(model, known, std::move(options), watch.trace()), question);
  };
}

}  // namespace t2s::serve

#endif
