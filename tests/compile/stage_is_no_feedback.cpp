// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a stage of this sequence is no FeedbackPolicy
#include "policies.hpp"

#ifdef T2S_WRONG
template class t2s::feedback_sequence<t2s::detail::first_of_rule, reviewer, sampler>;
#else
template class t2s::feedback_sequence<t2s::detail::first_of_rule, reviewer, judge>;
#endif
