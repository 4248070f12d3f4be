// SPDX-License-Identifier: BSL-1.0
// The bodies of repair/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_REPAIR_IMPL_SRC_HPP
#define T2S_REPAIR_IMPL_SRC_HPP

#include "t2s/repair/impl/near_names.ipp"
#include "t2s/repair/impl/repairer.ipp"
#include "t2s/repair/impl/suggest.ipp"

#endif
