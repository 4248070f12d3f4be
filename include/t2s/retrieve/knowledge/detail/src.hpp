// SPDX-License-Identifier: BSL-1.0
// The bodies of retrieve/knowledge/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SRC_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SRC_HPP

#include "t2s/retrieve/knowledge/detail/descriptions.ipp"
#include "t2s/retrieve/knowledge/detail/kept_values.ipp"
#include "t2s/retrieve/knowledge/detail/keys_to_check.ipp"
#include "t2s/retrieve/knowledge/detail/learned.ipp"
#include "t2s/retrieve/knowledge/detail/lexicon.ipp"
#include "t2s/retrieve/knowledge/detail/lexicon_codes.ipp"
#include "t2s/retrieve/knowledge/detail/lexicon_reading.ipp"
#include "t2s/retrieve/knowledge/detail/name_groups.ipp"
#include "t2s/retrieve/knowledge/detail/proposals.ipp"
#include "t2s/retrieve/knowledge/detail/rows_within.ipp"
#include "t2s/retrieve/knowledge/detail/semantic_layer.ipp"
#include "t2s/retrieve/knowledge/detail/semantic_yaml.ipp"
#include "t2s/retrieve/knowledge/detail/shown_values.ipp"
#include "t2s/retrieve/knowledge/detail/synonyms.ipp"
#include "t2s/retrieve/knowledge/detail/value_index.ipp"
#include "t2s/retrieve/knowledge/detail/value_index_file.ipp"
#include "t2s/retrieve/knowledge/detail/value_index_update.ipp"
#include "t2s/retrieve/knowledge/detail/word_files.ipp"

#endif
