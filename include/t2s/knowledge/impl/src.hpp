// SPDX-License-Identifier: BSL-1.0
// The bodies of knowledge/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_KNOWLEDGE_IMPL_SRC_HPP
#define T2S_KNOWLEDGE_IMPL_SRC_HPP

#include "t2s/knowledge/impl/content.ipp"
#include "t2s/knowledge/impl/described_schema.ipp"
#include "t2s/knowledge/impl/dictionary.ipp"
#include "t2s/knowledge/impl/example_value.ipp"
#include "t2s/knowledge/impl/inferred_keys.ipp"
#include "t2s/knowledge/impl/kept_values.ipp"
#include "t2s/knowledge/impl/known_parts.ipp"
#include "t2s/knowledge/impl/lexicon.ipp"
#include "t2s/knowledge/impl/synonyms.ipp"
#include "t2s/knowledge/impl/table_description.ipp"
#include "t2s/knowledge/impl/value_index.ipp"
#include "t2s/knowledge/impl/value_index_update.ipp"
#include "t2s/knowledge/impl/value_key.ipp"
#include "t2s/knowledge/impl/values_to_read.ipp"
#include "t2s/knowledge/impl/wordnet.ipp"
#include "t2s/knowledge/impl/words.ipp"

#endif
