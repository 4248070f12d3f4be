// SPDX-License-Identifier: BSL-1.0
// The bodies of db/mysql/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_MYSQL_DETAIL_SRC_HPP
#define T2S_DB_MYSQL_DETAIL_SRC_HPP

#ifdef T2S_WITH_MYSQL
#include "t2s/db/mysql/detail/connection.ipp"
#include "t2s/db/mysql/detail/pool.ipp"
#endif

#endif
