// SPDX-License-Identifier: BSL-1.0
// The bodies of db/policy/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_POLICY_DETAIL_SRC_HPP
#define T2S_DB_POLICY_DETAIL_SRC_HPP

#include "t2s/db/policy/detail/access.ipp"
#include "t2s/db/policy/detail/read_rules.ipp"

#endif
