// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_OFFLINE_HPP
#define T2S_SYSTEMS_OFFLINE_HPP

#include "t2s/feedback/empty_result.hpp"
#include "t2s/feedback/execution_error.hpp"
#include "t2s/feedback/unknown_text.hpp"
#include "t2s/generate/skeleton_fill.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/sample/similar_demonstrations.hpp"
#include "t2s/terminate/nothing_left.hpp"

#include <memory>
#include <utility>

namespace t2s::systems {

/// Text to SQL without a model, a network or training: the skeletons of similar demonstrations, filled with what the question names, and
/// corrected by what execution says.
///
/// It runs with `llm::no_model` on any database and gives the same answer every time. What it cannot read has no SQL; `answer::stopped`
/// says why.
using offline = pipeline<none, sample::similar_demonstrations, generate::skeleton_fill,
                         first_of<feedback::execution_error, feedback::unknown_text, feedback::empty_result>, terminate::nothing_left>;

/// The system for one database, whose lexicon it holds, and a pool of demonstrations, which may be absent.
///
///     t2s::db::sqlite_connection database("shop.sqlite");
///     auto const offline = t2s::systems::make_offline(t2s::link::read_lexicon(database), t2s::retrieve::open_pool("pool.json"));
///     t2s::llm::no_model model;
///     auto const found = offline.run(t2s::context(model, database), "Which hives are empty?");
///
/// Serves any number of runs, at the same time too.
[[nodiscard]] inline offline make_offline(std::shared_ptr<link::lexicon const> names,
                                          std::shared_ptr<retrieve::skeleton_index const> pool = nullptr) {
  offline made;
  made.sampler.pool = std::move(pool);
  made.sampler.names = names;
  made.generator.names = std::move(names);
  return made;
}

}  // namespace t2s::systems

#endif
