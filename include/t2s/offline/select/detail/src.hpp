// SPDX-License-Identifier: BSL-1.0
// The bodies of offline/select/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_OFFLINE_SELECT_DETAIL_SRC_HPP
#define T2S_OFFLINE_SELECT_DETAIL_SRC_HPP

#include "t2s/offline/select/detail/better_reader.ipp"
#include "t2s/offline/select/detail/vote.ipp"

#endif
