// SPDX-License-Identifier: BSL-1.0
// The bodies of policies/feedback/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_POLICIES_FEEDBACK_DETAIL_SRC_HPP
#define T2S_POLICIES_FEEDBACK_DETAIL_SRC_HPP

#include "t2s/policies/feedback/detail/unknown_text.ipp"

#endif
