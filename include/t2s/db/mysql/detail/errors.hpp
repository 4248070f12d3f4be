// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_ERRORS_HPP
#define T2S_DB_MYSQL_DETAIL_ERRORS_HPP

#include "t2s/core/error.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string_view>

/// The numbers of errors, MariaDB's, MySQL's and the client's, as this library's codes. Up to 1880 the two servers agree.
namespace t2s::db::detail {

/// Some numbers that mean the same.
struct mysql_numbers {
  errc code{};
  std::initializer_list<unsigned> all{};
};

// clang-format off
/// Of a statement, or of a connection that was there. https://mariadb.com/kb/en/mariadb-error-code-reference/,
/// https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html
inline constexpr mysql_numbers errcs_of_numbers[] = {
    {errc::sql_syntax, {1064, 1149, 1102, 1103, 1166}},  // the last three: names that cannot be
    {errc::no_statement, {1065}},
    {errc::no_such_table, {1146, 1051, 1109, 1049}},     // the last: of a database that is not there
    {errc::no_such_column, {1054}},
    {errc::ambiguous_column, {1052}},
    {errc::no_such_function, {1305, 1128, 1630, 1370}},  // the last: not there, or not for this user, the server does not tell which
    {errc::wrong_argument_count, {1582, 1583, 1318}},
    {errc::misuse_of_aggregate, {1111, 1140, 1055, 1056, 1247, 3593, 4015, 4016}},
    {errc::statement_denied, {1044, 1045, 1142, 1143, 1227, 1345}},               // for want of a right
    {errc::statement_denied, {1792, 1290, 1836, 1295, 1336, 1422, 1568, 1192}},  // what is read-only, cannot be prepared, would commit
    {errc::time_limit, {1969, 3024}},                    // MariaDB's max_statement_time, MySQL's max_execution_time
    {errc::statement_too_long, {1436, 1116, 1117, 1473, 1153}},
    {errc::size_limit, {1104, 1037, 1038, 1041, 1021, 1114, 1301, 2008, 2020}},
    {errc::database_busy, {1040, 1203, 1226, 1135}},
    {errc::database_lost, {1053, 1079, 1158, 1159, 1160, 1161, 1927, 4031, 2006, 2013, 2014, 2027, 2055, 5013, 5014}},
    {errc::corrupt_database, {1034, 1035, 1194, 1195, 1712}},
};

/// Where it is not the same before there is a connection.
inline constexpr mysql_numbers errcs_of_login[] = {
    {errc::database_unreachable, {2002, 2003, 2005, 2006, 2012, 2013, 2055, 1053, 5013, 5014}},
    {errc::database_tls_failed, {2026, 3159}},
    {errc::database_not_found, {1044, 1049}},            // not there, or not for this user
    {errc::database_login_failed, {1045, 1129, 1130, 1251, 1275, 1524, 1698, 1862, 3118, 4151, 2049, 2059, 2061}},
};
// clang-format on

template <std::size_t N>
errc errc_among(mysql_numbers const (&all)[N], unsigned number, errc other) {
  auto const known = std::ranges::find_if(all, [number](auto const& n) { return std::ranges::find(n.all, number) != n.all.end(); });
  return known == std::end(all) ? other : known->code;
}

inline errc errc_of_number(unsigned number) { return errc_among(errcs_of_numbers, number, errc::sql_failed); }
inline errc errc_of_login(unsigned number) { return errc_among(errcs_of_login, number, errc_of_number(number)); }

inline std::string_view mysql_remedy_of(errc code) {
  switch (code) {
    case errc::statement_denied: return "write a statement that only reads what the user may read: SELECT, VALUES or WITH";
    case errc::size_limit: return "ask for less";
    case errc::statement_too_long: return "write a simpler statement";
    case errc::database_busy: return "try again later, use fewer connections, or raise the server's max_connections";
    case errc::database_login_failed: return "check the user, its password, and the hosts from which it may come";
    case errc::database_not_found: return "check the name of the database in the URL, and the rights of the user";
    case errc::database_unreachable: return "check host and port, and whether the server runs and the network leads there";
    case errc::database_timeout: return "check host and port, or raise connect_time";
    case errc::database_tls_failed: return "check ssl-mode, ssl-ca and the server's certificate";
    case errc::database_lost: return "see the server's log for why it ended the connection";
    case errc::corrupt_database: return "see the server's log";
    default: return "";
  }
}

}  // namespace t2s::db::detail

#endif
