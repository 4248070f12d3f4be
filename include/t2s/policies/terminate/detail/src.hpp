// SPDX-License-Identifier: BSL-1.0
// The bodies of policies/terminate/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_POLICIES_TERMINATE_DETAIL_SRC_HPP
#define T2S_POLICIES_TERMINATE_DETAIL_SRC_HPP

#include "t2s/policies/terminate/detail/same_result.ipp"

#endif
