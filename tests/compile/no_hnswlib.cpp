// SPDX-License-Identifier: BSL-1.0
// expect: retrieve::hnsw_index needs hnswlib: install it (Debian: libhnswlib-dev) and link t2s::hnswlib
#include "t2s/retrieve/hnsw_index.hpp"

#ifdef T2S_WRONG
std::vector<std::vector<float>> const vectors{{1, 0}};
t2s::retrieve::hnsw_index const index(vectors);
#endif
