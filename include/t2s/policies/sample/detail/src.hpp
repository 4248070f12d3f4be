// SPDX-License-Identifier: BSL-1.0
// The bodies of policies/sample/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_POLICIES_SAMPLE_DETAIL_SRC_HPP
#define T2S_POLICIES_SAMPLE_DETAIL_SRC_HPP

#include "t2s/policies/sample/detail/similar_demonstrations.ipp"

#endif
