// SPDX-License-Identifier: BSL-1.0
// The bodies of db/postgres/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_POSTGRES_DETAIL_SRC_HPP
#define T2S_DB_POSTGRES_DETAIL_SRC_HPP

#ifdef T2S_WITH_POSTGRES
#include "t2s/db/postgres/detail/connection.ipp"
#include "t2s/db/postgres/detail/pool.ipp"
#endif

#endif
