// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_CLIENT_HPP
#define T2S_DB_MYSQL_DETAIL_CLIENT_HPP

#include "t2s/db/detail/c_text.hpp"

#include <mysql.h>

#include <memory>
#include <string_view>

#if !defined(MARIADB_PACKAGE_VERSION_ID) || MARIADB_PACKAGE_VERSION_ID < 30108
#error "t2s: db/mysql needs MariaDB Connector/C 3.1.8 or newer (Debian 12: apt install libmariadb-dev); MySQL's own client is another one"
#endif

/// The client's handles.
namespace t2s::db::detail {

struct mysql_closer {
  void operator()(MYSQL* c) const noexcept { mysql_close(c); }
  void operator()(MYSQL_RES* r) const noexcept { mysql_free_result(r); }
  void operator()(MYSQL_STMT* s) const noexcept { mysql_stmt_close(s); }
};
using mysql_handle = std::unique_ptr<MYSQL, mysql_closer>;
using mysql_result = std::unique_ptr<MYSQL_RES, mysql_closer>;
using mysql_prepared = std::unique_ptr<MYSQL_STMT, mysql_closer>;

}  // namespace t2s::db::detail

#endif
