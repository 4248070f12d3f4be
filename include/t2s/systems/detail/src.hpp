// SPDX-License-Identifier: BSL-1.0
// The bodies of systems/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SYSTEMS_DETAIL_SRC_HPP
#define T2S_SYSTEMS_DETAIL_SRC_HPP

#include "t2s/systems/detail/dynamic_revision.ipp"

#endif
