// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_CONNECTION_HPP
#define T2S_DB_SQLITE_CONNECTION_HPP

#include "t2s/db/detail/basic_connection.hpp"
#include "t2s/db/sqlite/detail/options.hpp"

#include <memory>
#include <string>

namespace t2s::db {

/// SQLite as `basic_connection` and `basic_pool` use it.
struct sqlite_driver : usual_driver {
  using options = sqlite_options;
  using limits = sqlite_limits;
  class backend;

  static constexpr char const *name = "an sqlite_connection", *for_threads = "db::sqlite";
  T2S_DECL static std::shared_ptr<detail::pool_core> open_pool(std::string const& where, options const& o);
  static constexpr bool nests = true;
  static constexpr bool tells_write_access = false;
};

#ifdef T2S_SEPARATE_COMPILATION
extern template class basic_connection<sqlite_driver>;
#endif

/// An SQLite file, opened for reading only, that answers at once on the calling thread.
///
/// Whatever the SQL says, the file stays as it is and no file appears beside it: it is opened read-only, and an authorizer lets pass
/// nothing but SELECT (also as VALUES, WITH and EXPLAIN), reading columns, and calling functions that come with SQLite and touch
/// nothing outside the database. Sorting and grouping of much data may use SQLite's temporary files, elsewhere and deleted at once.
///
/// - The constructor takes the path as it is: ":memory:" is a file name. It throws `t2s::error` with `errc::file_not_found`, `not_a_file`
///   (a directory, a pipe), `file_unreadable` (no permission, locked by a writer, a log that cannot be read without writing, no memory),
///   `not_a_database`, `corrupt_database`, or `no_tables` (also an empty file).
/// - `schema()` has no tables of SQLite itself or of virtual tables. What cannot be read has no columns, and a note that says why.
/// - Statements throw `corrupt_database`, `not_a_database` or `file_unreadable` if the file turns out to be so, and `file_unwritable` if
///   SQLite cannot write its temporary files. `each_row` may use the connection itself.
/// - `distinct` looks at `sampled_rows` of a table of more than `sqlite_options::distinct_rows` rows: the newest, and others from all
///   over it; of a view, a virtual table or one without row ids at the first `distinct_rows`. With an index of the column it finds all
///   values.
/// - `estimate` has no cost for a statement with a recursive CTE, or with a table whose size neither `sqlite_stat1` nor row numbers tell.
class sqlite_connection : public basic_connection<sqlite_driver> {
 public:
  using basic_connection::basic_connection;

  /// The path of the file, absolute.
  [[nodiscard]] T2S_DECL std::string const& file() const noexcept;

  /// From now on statements read nothing of the file but through these views, whatever they say; `sample` and `distinct` fail. To be called
  /// once, by `db::policy::restricted`. Throws `t2s::error` with SQLite's words where a view cannot be made; then nothing may be read.
  T2S_DECL void read_only_through(sqlite_views views);
};

static_assert(Database<sqlite_connection> && Estimating<sqlite_connection>);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/sqlite/detail/connection.ipp"
#endif

#endif
