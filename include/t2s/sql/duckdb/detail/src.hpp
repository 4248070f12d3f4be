// SPDX-License-Identifier: BSL-1.0
// The bodies of sql/duckdb.hpp, for T2S_SEPARATE_COMPILATION: a unit of its own, because each grammar takes seconds to compile.
#ifndef T2S_SQL_DUCKDB_DETAIL_SRC_HPP
#define T2S_SQL_DUCKDB_DETAIL_SRC_HPP

#include "t2s/sql/detail/duckdb.ipp"

#endif
