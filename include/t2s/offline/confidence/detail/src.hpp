// SPDX-License-Identifier: BSL-1.0
// The bodies of offline/confidence/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_SRC_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_SRC_HPP

#include "t2s/offline/confidence/detail/asking_back.ipp"
#include "t2s/offline/confidence/detail/evidence.ipp"

#endif
