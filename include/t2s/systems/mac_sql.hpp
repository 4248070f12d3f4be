// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_MAC_SQL_HPP
#define T2S_SYSTEMS_MAC_SQL_HPP

#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/systems/mac_sql/detail/decomposer.hpp"
#include "t2s/systems/mac_sql/detail/selector.hpp"

namespace t2s::systems {

/// MAC-SQL (Wang et al., "MAC-SQL: A Multi-Agent Collaborative Framework for Text-to-SQL"): the Selector reduces a large schema, the
/// Decomposer answers sub-questions one after the other, and the Refiner corrects SQL that fails or returns no rows, at most three times
/// (algorithm 1). One call of the model for a small schema, two for a large one, and one for each correction. It needs no demonstrations
/// and no further model.
///
///     t2s::systems::mac_sql const system;
///     auto const found = system.run(t2s::context(model, database), question);
///
/// | the paper's ablation | here |
/// | --- | --- |
/// | w/o Selector | `sampler.enabled = false` |
/// | w/o Refiner | `termination.get<terminate::revisions>().limit = 0` |
using mac_sql = pipeline<none, mac::selector, mac::decomposer, first_of<feedback::execution_error, feedback::empty_result>,
                         terminate::any_of<terminate::nothing_left, terminate::revisions>>;

}  // namespace t2s::systems

#endif
