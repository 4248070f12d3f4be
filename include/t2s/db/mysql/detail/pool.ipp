// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_POOL_IPP
#define T2S_DB_MYSQL_DETAIL_POOL_IPP

#include "t2s/db/detail/threaded_pool.hpp"
#include "t2s/db/mysql/pool.hpp"

T2S_DECL std::shared_ptr<t2s::db::detail::pool_core> t2s::db::mysql_driver::open_pool(std::string const& where, options const& o) {
  return std::make_shared<detail::threaded_pool<mysql_driver>>(where, o);
}

#endif
