// SPDX-License-Identifier: BSL-1.0
// The bodies of schema/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SCHEMA_IMPL_SRC_HPP
#define T2S_SCHEMA_IMPL_SRC_HPP

#include "t2s/schema/impl/join_path.ipp"
#include "t2s/schema/impl/literal.ipp"
#include "t2s/schema/impl/schema.ipp"

#endif
