// SPDX-License-Identifier: BSL-1.0
// The bodies of offline/generate/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_OFFLINE_GENERATE_DETAIL_SRC_HPP
#define T2S_OFFLINE_GENERATE_DETAIL_SRC_HPP

#include "t2s/offline/generate/detail/skeleton_fill.ipp"
#include "t2s/offline/generate/detail/two_readers.ipp"

#endif
