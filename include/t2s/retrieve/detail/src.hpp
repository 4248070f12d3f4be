// SPDX-License-Identifier: BSL-1.0
// The bodies of retrieve/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_RETRIEVE_DETAIL_SRC_HPP
#define T2S_RETRIEVE_DETAIL_SRC_HPP

#include "t2s/retrieve/detail/bm25.ipp"
#include "t2s/retrieve/detail/corrections.ipp"
#include "t2s/retrieve/detail/dail_skeleton.ipp"
#include "t2s/retrieve/detail/encoding_knowledge.ipp"
#include "t2s/retrieve/detail/glove.ipp"
#include "t2s/retrieve/detail/hashed_ngrams.ipp"
#include "t2s/retrieve/detail/masked_question.ipp"
#include "t2s/retrieve/detail/pool.ipp"
#include "t2s/retrieve/detail/pool_schemas.ipp"
#include "t2s/retrieve/detail/question_skeleton.ipp"
#include "t2s/retrieve/detail/schema_file.ipp"
#include "t2s/retrieve/detail/skeleton_index.ipp"
#include "t2s/retrieve/detail/skeleton_repository.ipp"
#include "t2s/retrieve/detail/tokens.ipp"
#include "t2s/retrieve/detail/vector_index.ipp"

#ifdef T2S_WITH_HNSWLIB
#include "t2s/retrieve/detail/hnsw_index.ipp"
#endif

#endif
