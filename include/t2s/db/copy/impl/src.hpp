// SPDX-License-Identifier: BSL-1.0
// The bodies of db/copy/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_COPY_IMPL_SRC_HPP
#define T2S_DB_COPY_IMPL_SRC_HPP

#include "t2s/db/copy/impl/column.ipp"
#include "t2s/db/copy/impl/copy.ipp"
#include "t2s/db/copy/impl/target.ipp"

#endif
