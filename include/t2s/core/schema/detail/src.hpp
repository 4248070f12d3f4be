// SPDX-License-Identifier: BSL-1.0
// The bodies of core/schema/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_CORE_SCHEMA_DETAIL_SRC_HPP
#define T2S_CORE_SCHEMA_DETAIL_SRC_HPP

#include "t2s/core/schema/detail/join_path.ipp"
#include "t2s/core/schema/detail/literal.ipp"
#include "t2s/core/schema/detail/schema.ipp"
#include "t2s/core/schema/detail/statement.ipp"

#endif
