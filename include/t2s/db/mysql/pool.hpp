// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_POOL_HPP
#define T2S_DB_MYSQL_POOL_HPP

#include "t2s/db/detail/basic_pool.hpp"
#include "t2s/db/mysql/connection.hpp"

namespace t2s::db {

using mysql_pool_use = pool_use;  ///< as `db::mysql::use` gives it

#ifdef T2S_WITH_MYSQL

/// A MariaDB or MySQL server whose statements are awaited. There with the CMake target t2s::mysql. At most `mysql_options::connections`
/// connections, each as a `mysql_connection` says and on a thread of its own, are opened when they are needed and kept. One is looked at
/// before it is used, and replaced if it is broken; a server that cannot be reached is tried again, less often each time, for
/// `mysql_options::reconnect_time` of an operation. When an operation is cancelled the server is told by a connection of its own to end the
/// statement, and the connection that ran it is replaced.
class mysql : public basic_pool<mysql_driver> {
 public:
  using basic_pool::basic_pool;
};

static_assert(Database<mysql> && Estimating<mysql>);

#else

/// MySQL needs MariaDB Connector/C: this stands in its place and does not compile when it is used.
class mysql {
 public:
  /// Takes any arguments, and does not compile.
  template <class... Arguments>
  explicit mysql(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000,
                  "t2s: db::mysql needs MariaDB Connector/C: install it (Debian: libmariadb-dev) and link t2s::mysql");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_MYSQL) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/mysql/detail/pool.ipp"
#endif

#endif
