// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_SQLITE_STATEMENT_HPP
#define T2S_DB_IMPL_SQLITE_STATEMENT_HPP

#include "t2s/core/impl/sqlite_statement.hpp"
#include "t2s/db/sqlite_failure.hpp"

#include <sqlite3.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace t2s::db::detail {

using t2s::detail::sqlite_handle;
using t2s::detail::sqlite_statement;
using t2s::detail::text_of;
using t2s::detail::value_of;

/// What SQLite says about the call that has just failed.
inline failure last_failure(sqlite3* db) {
  int const offset = sqlite3_error_offset(db);
  auto const at = offset < 0 ? std::optional<std::size_t>() : static_cast<std::size_t>(offset);
  return sqlite_failure(sqlite3_extended_errcode(db), sqlite3_errmsg(db), at);
}

/// Whether a value just read is missing for want of memory: SQLite then gives a null pointer, as for an empty value.
inline bool has_lost_a_value(sqlite3* db) { return sqlite3_errcode(db) == SQLITE_NOMEM; }

inline std::string_view name_of_column(sqlite3_stmt* s, int column) {
  char const* name = sqlite3_column_name(s, column);  // nullptr if there is no memory
  return name ? name : "";
}

/// Calls `f` with each row of the statement, which may have one parameter, and which is compiled into `s` if it has not been before.
/// Returns what ended it before its last row.
template <class F>
[[nodiscard]] std::optional<failure> for_each_row(sqlite3* db, sqlite_statement& s, char const* sql, std::string_view argument, F f) {
  sqlite3_stmt* prepared = s.get();
  if (!prepared && sqlite3_prepare_v2(db, sql, -1, &prepared, nullptr) != SQLITE_OK) return last_failure(db);
  if (!s) s.reset(prepared);
  sqlite3_bind_text(s.get(), 1, argument.data(), static_cast<int>(argument.size()), SQLITE_STATIC);
  int code = SQLITE_OK;
  while ((code = sqlite3_step(s.get())) == SQLITE_ROW) {
    f(s.get());
    if (has_lost_a_value(db)) break;
  }
  auto ended = code == SQLITE_DONE ? std::optional<failure>() : last_failure(db);
  sqlite3_reset(s.get());
  return ended;
}

/// The same for a statement that runs once.
template <class F>
[[nodiscard]] std::optional<failure> for_each_row(sqlite3* db, char const* sql, std::string_view argument, F f) {
  sqlite_statement s;
  return for_each_row(db, s, sql, argument, std::move(f));
}

}  // namespace t2s::db::detail

#endif
