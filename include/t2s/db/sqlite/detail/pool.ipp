// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_POOL_IPP
#define T2S_DB_SQLITE_DETAIL_POOL_IPP

#include "t2s/db/detail/threaded_pool.hpp"
#include "t2s/db/sqlite/pool.hpp"

T2S_DECL std::shared_ptr<t2s::db::detail::pool_core> t2s::db::sqlite_driver::open_pool(std::string const& where, options const& o) {
  return std::make_shared<detail::threaded_pool<sqlite_driver>>(where, o);
}

#endif
