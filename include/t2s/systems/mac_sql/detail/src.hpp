// SPDX-License-Identifier: BSL-1.0
// The bodies of systems/mac_sql/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SYSTEMS_MAC_SQL_DETAIL_SRC_HPP
#define T2S_SYSTEMS_MAC_SQL_DETAIL_SRC_HPP

#include "t2s/systems/mac_sql/detail/decomposer.ipp"
#include "t2s/systems/mac_sql/detail/selector.ipp"

#endif
