// SPDX-License-Identifier: BSL-1.0
// The bodies of policies/generate/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_POLICIES_GENERATE_IMPL_SRC_HPP
#define T2S_POLICIES_GENERATE_IMPL_SRC_HPP

#include "t2s/policies/generate/impl/c3.ipp"
#include "t2s/policies/generate/impl/decomposed.ipp"
#include "t2s/policies/generate/impl/drawn_sql.ipp"
#include "t2s/policies/generate/impl/sql_craft.ipp"

#endif
