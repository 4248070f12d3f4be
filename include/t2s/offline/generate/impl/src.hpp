// SPDX-License-Identifier: BSL-1.0
// The bodies of offline/generate/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_OFFLINE_GENERATE_IMPL_SRC_HPP
#define T2S_OFFLINE_GENERATE_IMPL_SRC_HPP

#include "t2s/offline/generate/impl/skeleton_fill.ipp"

#endif
