// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_SQLITE_VALUES_HPP
#define T2S_CORE_DETAIL_SQLITE_VALUES_HPP

#include "t2s/core/detail/value.hpp"

#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>

/// SQLite's handles, and the columns of a row.
namespace t2s::detail {

struct sqlite_closer {
  void operator()(sqlite3* db) const noexcept { sqlite3_close_v2(db); }
  void operator()(sqlite3_stmt* s) const noexcept { sqlite3_finalize(s); }
};
using sqlite_handle = std::unique_ptr<sqlite3, sqlite_closer>;
using sqlite_statement = std::unique_ptr<sqlite3_stmt, sqlite_closer>;

inline std::string_view text_of(sqlite3_stmt* s, int column) {
  auto const* text = reinterpret_cast<char const*>(sqlite3_column_text(s, column));  // before the length, since it may convert the value
  return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(s, column))) : std::string_view();
}

inline blob blob_of(sqlite3_stmt* s, int column) {
  auto const* bytes = static_cast<std::byte const*>(sqlite3_column_blob(s, column));
  auto const size = static_cast<std::size_t>(sqlite3_column_bytes(s, column));
  return bytes ? blob{{bytes, bytes + size}} : blob{};
}

inline value value_of(sqlite3_stmt* s, int column) {
  switch (sqlite3_column_type(s, column)) {
    case SQLITE_INTEGER: return std::int64_t{sqlite3_column_int64(s, column)};
    case SQLITE_FLOAT: return sqlite3_column_double(s, column);
    case SQLITE_TEXT: return std::string(text_of(s, column));
    case SQLITE_BLOB: return blob_of(s, column);
    default: return null_t();
  }
}

}  // namespace t2s::detail

#endif
