// SPDX-License-Identifier: BSL-1.0
// The bodies of db/duckdb/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_DUCKDB_DETAIL_SRC_HPP
#define T2S_DB_DUCKDB_DETAIL_SRC_HPP

#ifdef T2S_WITH_DUCKDB
#include "t2s/db/duckdb/detail/connection.ipp"
#include "t2s/db/duckdb/detail/pool.ipp"
#endif

#endif
