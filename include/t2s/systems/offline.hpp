// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_OFFLINE_HPP
#define T2S_SYSTEMS_OFFLINE_HPP

#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/feedback/unknown_text.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"
#include "t2s/policies/terminate/basic.hpp"

namespace t2s::systems {

/// Text to SQL without a model, a network or training: it fills the skeletons of similar demonstrations with what the question names, and
/// corrects the SQL by the outcome of execution.
///
/// It runs with `llm::no_model` on any database and returns the same answer every time. For a question that it cannot read, the answer has
/// no SQL; `answer::stopped` says why.
///
///     t2s::db::sqlite_connection file("shop.sqlite");
///     t2s::prepared database(file);
///     t2s::systems::offline offline;
///     offline.sampler.pool = t2s::retrieve::open_pool("pool.json");  // demonstrations, of retrieve/pool.hpp; may be absent
///     t2s::llm::no_model model;
///     auto const found = offline.run(t2s::context(model, database), "Which hives are empty?");
using offline = pipeline<none, sample::similar_demonstrations, generate::skeleton_fill,
                         first_of<feedback::execution_error, feedback::unknown_text, feedback::empty_result>, terminate::nothing_left>;

}  // namespace t2s::systems

#endif
