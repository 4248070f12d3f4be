// SPDX-License-Identifier: BSL-1.0
// The bodies of offline/reader/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_OFFLINE_READER_DETAIL_SRC_HPP
#define T2S_OFFLINE_READER_DETAIL_SRC_HPP

#include "t2s/offline/reader/detail/candidates.ipp"
#include "t2s/offline/reader/detail/follow_up_reading.ipp"
#include "t2s/offline/reader/detail/metric_reading.ipp"
#include "t2s/offline/reader/detail/skeleton_filling.ipp"

#endif
