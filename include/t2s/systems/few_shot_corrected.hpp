// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_FEW_SHOT_CORRECTED_HPP
#define T2S_SYSTEMS_FEW_SHOT_CORRECTED_HPP

#include "t2s/offline/feedback/advised_error.hpp"
#include "t2s/offline/generate/repairing.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/feedback/unknown_text.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/policies/terminate/repeated.hpp"

namespace t2s::systems {

/// Asks a model with demonstrations of similar questions (ours, not from a paper). SQL that fails or returns no rows is repaired without
/// the model; where that fails, the model is asked again with the outcome of execution, at most three times, until it repeats itself. One
/// call for the draft, one for each revision by the model.
template <class Sampler>
using few_shot_corrected_with = pipeline<none, Sampler, generate::repairing<generate::few_shot>,
                                         first_of<feedback::advised_error, feedback::unknown_text, feedback::empty_result>,
                                         terminate::any_of<terminate::nothing_left, terminate::same_sql, terminate::revisions>>;

/// The same with demonstrations found by the question's skeleton, which needs no further model. `sampler.pool` holds them and may be
/// absent.
using few_shot_corrected = few_shot_corrected_with<sample::similar_demonstrations>;

}  // namespace t2s::systems

#endif
