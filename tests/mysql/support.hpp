// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_MYSQL_SUPPORT_HPP
#define T2S_TESTS_MYSQL_SUPPORT_HPP

#include "support/database.hpp"
#include "support/mysql_shop.hpp"
#include "support/program_shop.hpp"
#include "t2s/db/mysql/connection.hpp"

/// What the tests of db/mysql/ share: one server for all, with a small shop in it.
namespace t2s::test {

inline mysql_shop& the_shop() { return *program_shop<mysql_shop>::instance(); }
inline private_mysql_server& server() { return the_shop().server(); }

/// The database `t2s_shop`, as the user that docs/mysql.md makes, which can only read.
inline mysql_server_place shop() { return the_shop().of_reader(); }
/// The same as the user who may do everything.
inline mysql_server_place shop_of_admin() { return the_shop().of_admin(); }

/// Whether it is MariaDB, which has sequences and JSON as text.
inline bool is_mariadb() { return the_shop().is_mariadb(); }

}  // namespace t2s::test

#endif
