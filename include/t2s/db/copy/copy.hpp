// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_COPY_HPP
#define T2S_DB_COPY_COPY_HPP

#include "t2s/db/copy/detail/target.hpp"
#include "t2s/db/detail/any_connection.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace t2s::db {

/// How a database is copied.
struct copy_options {
  bool replace = false;  ///< the target's tables of these names are replaced when the copy is complete; else they end it before it begins
  bool views = false;    ///< views become tables that have their rows; else they are left out
  bool dates = false;    ///< texts become dates and times where SQLite declares such and all values of the column are
  std::vector<std::string> tables{};  ///< those to be copied; empty is all
  /// Told after each batch: the table, rows so far of it, and how many there are.
  std::function<void(std::string const& table, std::size_t rows, std::size_t all)> progress{};
  std::stop_token stop{};  ///< ends the copy: `errc::cancelled` is thrown, and nothing is committed
};

/// What became of a table.
struct table_copy {
  std::string name{};                    ///< as both sides spell it
  std::size_t rows = 0;                  ///< that were read, and written
  std::uint64_t checksum = 0;            ///< of all rows as they were written, in any order
  std::vector<copied_column> columns{};  ///< as they were declared there
};

/// What became of a copy.
struct copy_report {
  std::vector<table_copy> tables{};  ///< in the order in which they were written
  std::size_t keys = 0;              ///< foreign keys that the copy has
  copy_remarks remarks{};            ///< what is not as it was: types, keys, views, values
};

/// Copies tables with their rows, primary and foreign keys into another database of any engine.
///
/// Types follow the declared ones where the engine holds values to them; of SQLite every value is looked at first, and a column becomes
/// what holds all of them. NULL, empty texts, bytes, Unicode and the case of names stay as they are. Texts that are not UTF-8 are read as
/// Latin-1 where the target takes UTF-8 alone, with a remark. A foreign key that the data violate is a remark. Defaults, indexes, triggers
/// and checks are not copied.
///
/// Memory: a batch of rows. Time: the source is read twice. Throws what both sides throw; `invalid_argument` where the target has tables of
/// these names or the source lacks one that was asked for; `cancelled`.
[[nodiscard]] T2S_DECL copy_report copy_database(any_connection& from, copy_target& to, copy_options const& options = {});

/// Reads a copy back: the names of the tables whose rows differ from those that were written. Empty if all are. Throws as `execute`.
[[nodiscard]] T2S_DECL std::vector<std::string> differing_tables(copy_report const& copied, any_connection& copy);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/copy/detail/copy.ipp"
#endif

#endif
