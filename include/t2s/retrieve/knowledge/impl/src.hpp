// SPDX-License-Identifier: BSL-1.0
// The bodies of retrieve/knowledge/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_RETRIEVE_KNOWLEDGE_IMPL_SRC_HPP
#define T2S_RETRIEVE_KNOWLEDGE_IMPL_SRC_HPP

#include "t2s/retrieve/knowledge/impl/descriptions.ipp"
#include "t2s/retrieve/knowledge/impl/inferred_key.ipp"
#include "t2s/retrieve/knowledge/impl/kept_values.ipp"
#include "t2s/retrieve/knowledge/impl/lexicon.ipp"
#include "t2s/retrieve/knowledge/impl/name_groups.ipp"
#include "t2s/retrieve/knowledge/impl/shown_values.ipp"
#include "t2s/retrieve/knowledge/impl/synonyms.ipp"
#include "t2s/retrieve/knowledge/impl/value_index.ipp"
#include "t2s/retrieve/knowledge/impl/value_index_file.ipp"
#include "t2s/retrieve/knowledge/impl/value_index_update.ipp"

#endif
