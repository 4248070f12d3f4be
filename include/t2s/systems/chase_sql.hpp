// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_CHASE_SQL_HPP
#define T2S_SYSTEMS_CHASE_SQL_HPP

#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/chain_of_thought.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/generate/synthetic_examples.hpp"
#include "t2s/policies/sample/stored_values.hpp"
#include "t2s/policies/select/pairwise.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <cstddef>

namespace t2s::systems {

/// The candidates of CHASE-SQL: `N` of each of its three generators.
template <std::size_t N>
using chase_candidates = generate::each_of<generate::times<N, generate::divide_and_conquer>, generate::times<N, generate::query_plan>,
                                           generate::times<N, generate::synthetic_examples>>;

/// CHASE-SQL with another sampler, another number of candidates for each generator, or another selection.
template <class Sampler, std::size_t N, class Selection>
using chase_sql_with = pipeline<none, Sampler, chase_candidates<N>, first_of<feedback::execution_error, feedback::empty_result>,
                                terminate::any_of<terminate::nothing_left, terminate::revisions>, Selection>;

/// CHASE-SQL ("CHASE-SQL: Multi-Path Reasoning and Preference Optimized Candidate Selection in Text-to-SQL", Pourreza et al. 2024): 21
/// candidates, seven from each of three generators. A candidate that fails or returns no rows is fixed at most three times; then candidates
/// are compared in pairs.
///
///     t2s::systems::chase_sql const system;
///     auto const found = system.run(t2s::context(model, database), "How many shops are there?");
using chase_sql = chase_sql_with<sample::stored_values, 7, select::pairwise>;

}  // namespace t2s::systems

#endif
