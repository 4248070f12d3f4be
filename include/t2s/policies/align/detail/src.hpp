// SPDX-License-Identifier: BSL-1.0
// The bodies of policies/align/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_POLICIES_ALIGN_DETAIL_SRC_HPP
#define T2S_POLICIES_ALIGN_DETAIL_SRC_HPP

#include "t2s/policies/align/detail/alignment.ipp"
#include "t2s/policies/align/detail/mentioned.ipp"

#endif
