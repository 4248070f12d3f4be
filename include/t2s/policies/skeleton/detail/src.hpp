// SPDX-License-Identifier: BSL-1.0
// The bodies of policies/skeleton/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_POLICIES_SKELETON_DETAIL_SRC_HPP
#define T2S_POLICIES_SKELETON_DETAIL_SRC_HPP

#include "t2s/policies/skeleton/detail/parsed.ipp"
#include "t2s/policies/skeleton/detail/ranker.ipp"

#endif
