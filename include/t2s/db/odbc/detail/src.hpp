// SPDX-License-Identifier: BSL-1.0
// The bodies of db/odbc/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_ODBC_DETAIL_SRC_HPP
#define T2S_DB_ODBC_DETAIL_SRC_HPP

#ifdef T2S_WITH_ODBC
#include "t2s/db/odbc/detail/connection.ipp"
#endif

#endif
