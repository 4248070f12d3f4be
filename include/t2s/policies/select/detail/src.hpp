// SPDX-License-Identifier: BSL-1.0
// The bodies of policies/select/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_POLICIES_SELECT_DETAIL_SRC_HPP
#define T2S_POLICIES_SELECT_DETAIL_SRC_HPP

#include "t2s/policies/select/detail/judging.ipp"

#endif
