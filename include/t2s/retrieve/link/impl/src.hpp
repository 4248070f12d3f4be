// SPDX-License-Identifier: BSL-1.0
// The bodies of retrieve/link/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_RETRIEVE_LINK_IMPL_SRC_HPP
#define T2S_RETRIEVE_LINK_IMPL_SRC_HPP

#include "t2s/retrieve/link/impl/lexical.ipp"
#include "t2s/retrieve/link/impl/mentioned.ipp"
#include "t2s/retrieve/link/impl/names_used.ipp"
#include "t2s/retrieve/link/impl/near_values.ipp"
#include "t2s/retrieve/link/impl/pool_mask.ipp"
#include "t2s/retrieve/link/impl/schema_retrieval.ipp"
#include "t2s/retrieve/link/impl/shown_part.ipp"
#include "t2s/retrieve/link/impl/unknown_text.ipp"

#endif
