// SPDX-License-Identifier: BSL-1.0
// The bodies of db/sqlite/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_SQLITE_DETAIL_SRC_HPP
#define T2S_DB_SQLITE_DETAIL_SRC_HPP

#include "t2s/db/detail/driver.hpp"
#include "t2s/db/sqlite/detail/connection.ipp"
#include "t2s/db/sqlite/detail/pool.ipp"

static_assert(t2s::db::detail::Driver<t2s::db::sqlite_driver>);

#endif
