// SPDX-License-Identifier: BSL-1.0
// The bodies of db/any/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_ANY_DETAIL_SRC_HPP
#define T2S_DB_ANY_DETAIL_SRC_HPP

#include "t2s/db/any/detail/location.ipp"
#include "t2s/db/any/detail/open.ipp"

#endif
