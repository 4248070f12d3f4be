// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_SUPPORT_HPP
#define T2S_TESTS_DB_SUPPORT_HPP

#include "support/database.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <utility>

/// The common part of the tests of db/: temporary folders, databases made by SQLite itself, and the bytes of folders.
namespace t2s::test {

/// The steps of SQLite's machine, of all statements of all connections that are opened while the object lives.
class counted_steps {
 public:
  counted_steps() {
    steps_ = 0;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
  }
  counted_steps(counted_steps const&) = delete;
  counted_steps& operator=(counted_steps const&) = delete;
  ~counted_steps() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(watch)); }

  /// Since the last call.
  [[nodiscard]] static std::int64_t taken() { return std::exchange(steps_, 0); }

 private:
  static int watch(sqlite3* db, char**, void const*) {
    return sqlite3_trace_v2(
        db, SQLITE_TRACE_PROFILE,
        [](unsigned, void*, void* s, void*) {
          steps_ += sqlite3_stmt_status(static_cast<sqlite3_stmt*>(s), SQLITE_STMTSTATUS_VM_STEP, 1);
          return 0;
        },
        nullptr);
  }

  static inline std::int64_t steps_ = 0;
};

/// Three countries, two cities.
inline constexpr char const* small_world =
    "CREATE TABLE country(code TEXT PRIMARY KEY, name TEXT NOT NULL, \"life expectancy\" REAL);"
    "CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT, country TEXT REFERENCES country, people INT);"
    "INSERT INTO country VALUES ('AT','Austria',81.2), ('PE','Peru',NULL), ('TO','Tonga',70.8);"
    "INSERT INTO city VALUES (1,'Graz','AT',291072), (2,'Lima','PE',10092000);";

/// The code of the `t2s::error` that `f` throws; fails the test if it throws none.
template <class F>
errc thrown_by(F const& f) {
  return failure_of(f).code;
}

}  // namespace t2s::test

#endif
