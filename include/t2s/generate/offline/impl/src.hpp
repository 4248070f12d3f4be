// SPDX-License-Identifier: BSL-1.0
// The bodies of generate/offline/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_GENERATE_OFFLINE_IMPL_SRC_HPP
#define T2S_GENERATE_OFFLINE_IMPL_SRC_HPP

#include "t2s/generate/offline/impl/candidates.ipp"

#endif
