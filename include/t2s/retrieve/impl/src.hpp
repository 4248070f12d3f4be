// SPDX-License-Identifier: BSL-1.0
// The bodies of retrieve/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_RETRIEVE_IMPL_SRC_HPP
#define T2S_RETRIEVE_IMPL_SRC_HPP

#include "t2s/retrieve/impl/bm25.ipp"
#include "t2s/retrieve/impl/dail_skeleton.ipp"
#include "t2s/retrieve/impl/encoding_knowledge.ipp"
#include "t2s/retrieve/impl/glove.ipp"
#include "t2s/retrieve/impl/hashed_ngrams.ipp"
#include "t2s/retrieve/impl/masked_question.ipp"
#include "t2s/retrieve/impl/pool.ipp"
#include "t2s/retrieve/impl/pool_schemas.ipp"
#include "t2s/retrieve/impl/question_skeleton.ipp"
#include "t2s/retrieve/impl/schema_file.ipp"
#include "t2s/retrieve/impl/skeleton_index.ipp"
#include "t2s/retrieve/impl/skeleton_repository.ipp"
#include "t2s/retrieve/impl/tokens.ipp"
#include "t2s/retrieve/impl/vector_index.ipp"

#ifdef T2S_WITH_HNSWLIB
#include "t2s/retrieve/impl/hnsw_index.ipp"
#endif

#endif
