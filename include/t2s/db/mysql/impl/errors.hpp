// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_IMPL_ERRORS_HPP
#define T2S_DB_MYSQL_IMPL_ERRORS_HPP

#include "t2s/core/error.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

/// The numbers of errors, MariaDB's, MySQL's and the client's, as this library's codes. Up to 1880 the two servers agree.
namespace t2s::db::detail {

/// Of a statement, or of a connection that was there. https://mariadb.com/kb/en/mariadb-error-code-reference/,
/// https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html
inline constexpr std::pair<unsigned, errc> errcs_of_numbers[] = {
    {1064, errc::sql_syntax},           {1149, errc::sql_syntax},
    {1102, errc::sql_syntax},  // names that cannot be: of a database, a table, a column
    {1103, errc::sql_syntax},           {1166, errc::sql_syntax},
    {1065, errc::no_statement},         {1146, errc::no_such_table},
    {1051, errc::no_such_table},        {1109, errc::no_such_table},
    {1049, errc::no_such_table},  // of a database that is not there
    {1054, errc::no_such_column},       {1052, errc::ambiguous_column},
    {1305, errc::no_such_function},     {1128, errc::no_such_function},
    {1630, errc::no_such_function},     {1582, errc::wrong_argument_count},
    {1583, errc::wrong_argument_count}, {1318, errc::wrong_argument_count},
    {1111, errc::misuse_of_aggregate},  {1140, errc::misuse_of_aggregate},
    {1055, errc::misuse_of_aggregate},  {1056, errc::misuse_of_aggregate},
    {1247, errc::misuse_of_aggregate},                                   // a column refers to an aggregate
    {3593, errc::misuse_of_aggregate},                                   // MySQL: of a window function
    {4015, errc::misuse_of_aggregate},                                   // MariaDB: the same
    {4016, errc::misuse_of_aggregate},  {1044, errc::statement_denied},  // rights
    {1045, errc::statement_denied},     {1142, errc::statement_denied},
    {1143, errc::statement_denied},     {1227, errc::statement_denied},
    {1370, errc::statement_denied},     {1345, errc::statement_denied},
    {1792, errc::statement_denied},                                      // what writes, in a transaction that is read-only
    {1290, errc::statement_denied},                                      // what an option of the server forbids
    {1836, errc::statement_denied},     {1295, errc::statement_denied},  // what cannot be prepared
    {1422, errc::statement_denied},                                      // what commits, in a function
    {1568, errc::statement_denied},     {1192, errc::statement_denied},
    {1969, errc::time_limit},  // MariaDB: max_statement_time
    {3024, errc::time_limit},  // MySQL: max_execution_time
    {1436, errc::statement_too_long},   {1116, errc::statement_too_long},
    {1117, errc::statement_too_long},   {1473, errc::statement_too_long},
    {1153, errc::statement_too_long},   {1104, errc::size_limit},
    {1037, errc::size_limit},           {1038, errc::size_limit},
    {1041, errc::size_limit},           {1021, errc::size_limit},
    {1114, errc::size_limit},           {1301, errc::size_limit},
    {2008, errc::size_limit},           {2020, errc::size_limit},  // a row that is greater than the client may take
    {1040, errc::database_busy},        {1203, errc::database_busy},
    {1226, errc::database_busy},        {1135, errc::database_busy},
    {1053, errc::database_lost},        {1079, errc::database_lost},
    {1158, errc::database_lost},        {1159, errc::database_lost},
    {1160, errc::database_lost},        {1161, errc::database_lost},
    {1927, errc::database_lost},        {4031, errc::database_lost},
    {2006, errc::database_lost},        {2013, errc::database_lost},
    {2014, errc::database_lost},        {2027, errc::database_lost},
    {2055, errc::database_lost},        {5013, errc::database_lost},
    {5014, errc::database_lost},        {1034, errc::corrupt_database},
    {1035, errc::corrupt_database},     {1194, errc::corrupt_database},
    {1195, errc::corrupt_database},     {1712, errc::corrupt_database},
};

/// Where it is not the same before there is a connection.
inline constexpr std::pair<unsigned, errc> errcs_of_login[] = {
    {2002, errc::database_unreachable},  {2003, errc::database_unreachable},  {2005, errc::database_unreachable},
    {2006, errc::database_unreachable},  {2012, errc::database_unreachable},  {2013, errc::database_unreachable},
    {2055, errc::database_unreachable},  {1053, errc::database_unreachable},  {5013, errc::database_unreachable},
    {5014, errc::database_unreachable},  {2026, errc::database_tls_failed},   {3159, errc::database_tls_failed},
    {1044, errc::database_not_found},  // not there, or not for this user: the server does not tell which
    {1049, errc::database_not_found},    {1045, errc::database_login_failed}, {1129, errc::database_login_failed},
    {1130, errc::database_login_failed}, {1251, errc::database_login_failed}, {1275, errc::database_login_failed},
    {1524, errc::database_login_failed}, {1698, errc::database_login_failed}, {1862, errc::database_login_failed},
    {3118, errc::database_login_failed}, {4151, errc::database_login_failed}, {2049, errc::database_login_failed},
    {2059, errc::database_login_failed}, {2061, errc::database_login_failed},
};

inline errc errc_of_number(unsigned number) {
  auto const known = std::ranges::find(errcs_of_numbers, number, [](auto const& e) { return e.first; });
  return known == std::end(errcs_of_numbers) ? errc::sql_failed : known->second;
}

inline errc errc_of_login(unsigned number) {
  auto const known = std::ranges::find(errcs_of_login, number, [](auto const& e) { return e.first; });
  return known == std::end(errcs_of_login) ? errc_of_number(number) : known->second;
}

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
