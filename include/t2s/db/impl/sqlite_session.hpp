// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_SQLITE_SESSION_HPP
#define T2S_DB_IMPL_SQLITE_SESSION_HPP

#include "t2s/db/impl/sqlite_file.hpp"
#include "t2s/db/impl/sqlite_functions.hpp"
#include "t2s/db/impl/sqlite_guard.hpp"
#include "t2s/db/impl/sqlite_schema.hpp"
#include "t2s/db/impl/sqlite_statement.hpp"

#include <filesystem>
#include <utility>

namespace t2s::db::detail {

/// A failure while a file is opened, as an error of that file.
[[noreturn]] inline void refuse_to_open(std::filesystem::path const& file, failure const& f) {
  auto const code = f.code == errc::sql_failed                                ? errc::corrupt_database  // "unsupported file format"
                    : is_about_statement(f.code) || f.code == errc::cancelled ? errc::file_unreadable
                                                                              : f.code;
  refuse(code, file, f.message, f.remedy);
}

/// SQLite's connection to a file, from opening to closing.
class sqlite_session {
 public:
  /// Also reads the schema, if `schema` is given, while no statement of unknown origin can be run.
  sqlite_session(std::filesystem::path const& file, sqlite_options const& options, sqlite_guard& guard, schema::database* schema)
      : opened_(open_file(file, options.immutable)) {
    try {
      require(distrust_file(db()));
      watch(db(), guard);
      if (schema) *schema = sqlite_schema_reader(db()).read();
      make_json_tables();
      auto builtin = builtin_functions(db());
      functions_.install(db(), guard, options.limits, builtin);
      guard.allow(std::move(builtin));
      distrust_statements(db(), guard, options.limits);
    } catch (error const& e) {
      refuse_to_open(file, e.code() == errc::cancelled && guard.expired() ? guard.too_slow() : e.details());
    }
  }

  [[nodiscard]] sqlite3* db() const { return opened_.db.get(); }

  /// Whether the file was taken for one that does not change, and has changed.
  [[nodiscard]] bool outdated() const { return opened_.assumed && opened_.assumed->has_changed(); }

 private:
  /// SQLite makes json_each and json_tree when they are first used, with a CREATE TABLE that would then be denied.
  void make_json_tables() const {
    (void)for_each_row(db(), "SELECT 1 FROM json_each('[]'), json_tree('[]')", {}, [](sqlite3_stmt*) {});
  }

  void require(int code) const {
    if (code != SQLITE_OK) throw error(last_failure(db()));
  }

  checked_functions functions_{};
  opened_file opened_;  // last: SQLite asks the functions until it is closed
};

}  // namespace t2s::db::detail

#endif
