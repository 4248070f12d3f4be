// SPDX-License-Identifier: BSL-1.0
// The bodies of policies/generate/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_POLICIES_GENERATE_DETAIL_SRC_HPP
#define T2S_POLICIES_GENERATE_DETAIL_SRC_HPP

#include "t2s/policies/generate/detail/c3.ipp"
#include "t2s/policies/generate/detail/decomposed.ipp"
#include "t2s/policies/generate/detail/drawn_sql.ipp"
#include "t2s/policies/generate/detail/sql_craft.ipp"

#endif
