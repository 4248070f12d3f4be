// SPDX-License-Identifier: BSL-1.0
// The bodies of core/schema/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_CORE_SCHEMA_IMPL_SRC_HPP
#define T2S_CORE_SCHEMA_IMPL_SRC_HPP

#include "t2s/core/schema/impl/join_path.ipp"
#include "t2s/core/schema/impl/literal.ipp"
#include "t2s/core/schema/impl/schema.ipp"
#include "t2s/core/schema/impl/statement.ipp"

#endif
