// SPDX-License-Identifier: BSL-1.0
// The bodies of link/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LINK_IMPL_SRC_HPP
#define T2S_LINK_IMPL_SRC_HPP

#include "t2s/link/impl/lexical.ipp"
#include "t2s/link/impl/mentioned.ipp"
#include "t2s/link/impl/names_used.ipp"
#include "t2s/link/impl/near_values.ipp"
#include "t2s/link/impl/pool_mask.ipp"
#include "t2s/link/impl/schema_retrieval.ipp"
#include "t2s/link/impl/shown_part.ipp"
#include "t2s/link/impl/unknown_text.ipp"

#endif
