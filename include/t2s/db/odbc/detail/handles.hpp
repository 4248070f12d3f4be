// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_HANDLES_HPP
#define T2S_DB_ODBC_DETAIL_HANDLES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/name_at.hpp"
#include "t2s/db/mysql/detail/errors.hpp"
#include "t2s/db/postgres/detail/failure.hpp"
#include "t2s/db/sqlite/detail/failure.hpp"

#include <sql.h>
#include <sqlext.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

/// ODBC's handles, and its failures as this library's.
namespace t2s::db::detail {

inline bool is_fine(SQLRETURN code) noexcept { return code == SQL_SUCCESS || code == SQL_SUCCESS_WITH_INFO || code == SQL_NO_DATA; }

inline SQLCHAR* odbc_text(std::string const& s) noexcept { return reinterpret_cast<SQLCHAR*>(const_cast<char*>(s.c_str())); }

/// A handle of one kind: environment, connection or statement.
template <SQLSMALLINT Kind>
class odbc_handle {
 public:
  explicit odbc_handle(SQLHANDLE in) {
    if (!is_fine(SQLAllocHandle(Kind, in, &held_)))
      throw error(errc::database_lost, "ODBC gives no handle", "connect again, or check unixODBC");
  }
  odbc_handle(odbc_handle const&) = delete;
  odbc_handle& operator=(odbc_handle const&) = delete;
  ~odbc_handle() { SQLFreeHandle(Kind, held_); }

  [[nodiscard]] SQLHANDLE get() const noexcept { return held_; }

 private:
  SQLHANDLE held_ = SQL_NULL_HANDLE;
};

/// The first record of what is wrong with a handle.
struct odbc_report {
  std::string state{}, message{};
  unsigned number = 0;  ///< the engine's own

  odbc_report(SQLSMALLINT kind, SQLHANDLE handle) {
    std::array<SQLCHAR, 6> code{};
    std::array<SQLCHAR, 2000> words{};
    SQLINTEGER native = 0;
    SQLSMALLINT size = 0;
    if (!is_fine(SQLGetDiagRec(kind, handle, 1, code.data(), &native, words.data(), static_cast<SQLSMALLINT>(words.size()), &size))) return;
    state = reinterpret_cast<char const*>(code.data());
    message = reinterpret_cast<char const*>(words.data());
    while (message.starts_with('[') && message.find(']') != message.npos) message.erase(0, message.find(']') + 1);  // who passed it on
    message = text::cut(text::trim(message), 1000);
    number = native < 0 ? 0U : static_cast<unsigned>(native);
  }
};

/// The first that the SQLSTATE begins with counts.
inline constexpr std::array<std::pair<std::string_view, errc>, 26> errcs_of_odbc{{
    {"42P01", errc::no_such_table},        {"42S02", errc::no_such_table},
    {"42703", errc::no_such_column},       {"42S22", errc::no_such_column},
    {"42702", errc::ambiguous_column},     {"42883", errc::no_such_function},
    {"42803", errc::misuse_of_aggregate},  {"42501", errc::statement_denied},
    {"25006", errc::statement_denied},     {"42", errc::sql_syntax},
    {"37000", errc::sql_syntax},           {"S0002", errc::no_such_table},
    {"S0022", errc::no_such_column},       {"57014", errc::time_limit},
    {"HY008", errc::time_limit},           {"S1008", errc::time_limit},
    {"HYT01", errc::database_timeout},     {"HYT", errc::time_limit},
    {"HY001", errc::size_limit},           {"28", errc::database_login_failed},
    {"3D", errc::database_not_found},      {"08004", errc::database_unreachable},
    {"08001", errc::database_unreachable}, {"08", errc::database_lost},
    {"IM", errc::database_unreachable},    {"", errc::sql_failed},
}};

inline errc errc_of(odbc_report const& r) {
  return std::ranges::find_if(errcs_of_odbc, [&r](auto const& s) { return r.state.starts_with(s.first); })->second;
}

/// Why there is no connection. PostgreSQL's driver has one SQLSTATE for all and hands on the server's words, whose language may be another.
inline errc errc_of_refusal(odbc_report const& r) {
  auto const says = [&r](char const* words) { return r.message.find(words) != std::string::npos; };
  if (says("FATAL") && says("database \"") && says("does not exist")) return errc::database_not_found;
  if (says("FATAL") && (says("role \"") || says("authentication failed") || says("no pg_hba.conf entry")))
    return errc::database_login_failed;
  if (says("FATAL") && says("too many c")) return errc::database_busy;  // connections, clients
  static constexpr unsigned first_of_mysql = 1000;
  auto const code = r.number < first_of_mysql ? errc_of(r) : errc_of_login(r.number);
  return is_about_statement(code) ? errc::database_unreachable : code;
}

/// The first name that stands in quotes of whatever kind in a message.
inline std::string name_in_quotes(std::string_view message) {
  auto const first = message.find_first_of("\"'`");
  auto const last = first == message.npos ? first : message.find(message[first], first + 1);
  return last == message.npos ? std::string() : std::string(message.substr(first + 1, last - first - 1));
}

/// The number in brackets with which SQLite's driver ends SQLite's words: "no such table: x (1)".
inline int sqlite_number_in(std::string_view message) {
  auto const bracket = message.rfind(" (");
  int number = SQLITE_ERROR;
  if (bracket != message.npos) std::from_chars(message.data() + bracket + 2, message.data() + message.size(), number);
  return number == SQLITE_OK || number >= SQLITE_ROW ? SQLITE_ERROR : number;
}

/// SQLite's driver says all in its words.
inline failure odbc_sqlite_failure(odbc_report const& r, std::string const& sql, sql::grammar const& dialect) {
  if (r.message == "only one SQL statement allowed") return failure{errc::several_statements, r.message, {}, "pass one statement", {}};
  auto f = sqlite_failure(sqlite_number_in(r.message), std::string_view(r.message).substr(0, r.message.rfind(" (")));
  if (!f.subject.empty()) f.offset = place_of_name(sql, dialect, f.subject.substr(f.subject.rfind('.') + 1));
  return f;
}

/// By the SQLSTATE, where that is ODBC's own or all that there is; else by what the engine's own connection goes by.
inline errc errc_of_statement(odbc_report const& r, sql::grammar const& dialect) {
  auto const code = errc_of(r);
  if (!is_about_statement(code) || r.state.starts_with("HY")) {
    auto const of_number = dialect.dialect == sql::dialect::mysql ? errc_of_number(r.number) : errc::sql_failed;
    return code == errc::sql_failed ? of_number : code;
  }
  auto own = errc::sql_failed;
  if (dialect.dialect == sql::dialect::postgres) own = errc_of_state(r.state);
  if (dialect.dialect == sql::dialect::mysql) own = errc_of_number(r.number);
  return own == errc::sql_failed ? code : own;
}

/// What a driver says of a statement.
inline failure odbc_failure(odbc_report const& r, std::string const& sql, sql::grammar const& dialect) {
  if (dialect.dialect == sql::dialect::sqlite && is_about_statement(errc_of(r)) && errc_of(r) != errc::time_limit)
    return odbc_sqlite_failure(r, sql, dialect);
  failure f{errc_of_statement(r, dialect), r.message, {}, {}, {}};
  if (!is_about_statement(f.code)) return f;
  f.subject = text::cut(name_in_quotes(r.message), 500);
  f.offset = place_of_name(sql, dialect, f.subject.substr(f.subject.rfind('.') + 1));
  return f;
}

}  // namespace t2s::db::detail

#endif
