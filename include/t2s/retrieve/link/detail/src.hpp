// SPDX-License-Identifier: BSL-1.0
// The bodies of retrieve/link/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_RETRIEVE_LINK_DETAIL_SRC_HPP
#define T2S_RETRIEVE_LINK_DETAIL_SRC_HPP

#include "t2s/retrieve/link/detail/lexical.ipp"
#include "t2s/retrieve/link/detail/mentioned.ipp"
#include "t2s/retrieve/link/detail/names_used.ipp"
#include "t2s/retrieve/link/detail/near_values.ipp"
#include "t2s/retrieve/link/detail/pool_mask.ipp"
#include "t2s/retrieve/link/detail/schema_retrieval.ipp"
#include "t2s/retrieve/link/detail/shown_part.ipp"
#include "t2s/retrieve/link/detail/unknown_text.ipp"

#endif
