// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a stage of this sequence is not a FeedbackPolicy
#include "policies.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"

#ifdef T2S_WRONG
template class t2s::feedback_sequence<t2s::sequence_rule::first_of, reviewer, sampler>;
#else
template class t2s::feedback_sequence<t2s::sequence_rule::first_of, reviewer, judge>;
#endif
