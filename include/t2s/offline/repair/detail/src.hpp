// SPDX-License-Identifier: BSL-1.0
// The bodies of offline/repair/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_OFFLINE_REPAIR_DETAIL_SRC_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_SRC_HPP

#include "t2s/offline/repair/detail/near_names.ipp"
#include "t2s/offline/repair/detail/repairer.ipp"
#include "t2s/offline/repair/detail/suggest.ipp"

#endif
