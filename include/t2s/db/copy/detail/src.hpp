// SPDX-License-Identifier: BSL-1.0
// The bodies of db/copy/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_COPY_DETAIL_SRC_HPP
#define T2S_DB_COPY_DETAIL_SRC_HPP

#include "t2s/db/copy/detail/column.ipp"
#include "t2s/db/copy/detail/copy.ipp"
#include "t2s/db/copy/detail/target.ipp"

#endif
