// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_REFORCE_HPP
#define T2S_SYSTEMS_REFORCE_HPP

#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/explored.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/rewrite/answer_format.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/terminate/basic.hpp"

namespace t2s::systems {

/// ReFoRCE (Deng et al. 2025): the expected answer format, candidates that refine themselves by the outcome of execution, consensus by
/// their results and, without consensus, exploration of columns and a second set of candidates. Its compression of large schemas is
/// `with_schema_retrieval<reforce>`. 4 to 13 calls, without consensus 5 to 26. It is a plain value:
///
///     t2s::systems::reforce system;
///     system.generator.base.candidates = 5;
using reforce = pipeline<rewrite::answer_format, none, generate::explored<generate::times<3, generate::few_shot>>,
                         first_of<feedback::execution_error, feedback::empty_result>,
                         terminate::any_of<terminate::nothing_left, terminate::revisions>, select::majority>;

}  // namespace t2s::systems

#endif
