// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_TARGET_HPP
#define T2S_DB_COPY_DETAIL_TARGET_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/db/copy/detail/column.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::db {

/// A table as a copy makes it.
struct copied_table {
  std::string name{};                    ///< as its owner spells it
  std::vector<copied_column> columns{};  ///< in their order
  std::vector<std::string> key{};        ///< the primary key; empty without one
  /// Other columns that foreign keys refer to and no two rows share; looked for where keys are declared with their tables.
  std::vector<std::vector<std::string>> unique{};
};

/// A foreign key of a copy.
struct copied_key {
  std::string table{}, other{};                      ///< the table that has it, and the one that it refers to
  std::vector<std::string> columns{}, referenced{};  ///< on both sides
  bool is_held = true;                               ///< whether the data hold it
};

/// A database that is written to: the one part of this library that does so, for tests and migrations. Of one thread.
///
/// The verbs are called in this order: `tables`, `drop`, then for each table `create`, `add` and `finish`; then `add_key`; then `commit`.
/// What was not committed is undone when the object goes. Each throws `t2s::error` with the engine's words.
class copy_target {
 public:
  copy_target() = default;
  copy_target(copy_target const&) = delete;
  copy_target& operator=(copy_target const&) = delete;
  virtual ~copy_target() = default;

  [[nodiscard]] virtual sql::dialect dialect() const = 0;                 ///< in which names are quoted
  [[nodiscard]] virtual bool is_binary_collated() const { return true; }  ///< whether texts are compared by their bytes
  [[nodiscard]] virtual std::vector<std::string> tables() = 0;            ///< that are there, views among them
  virtual void drop(std::vector<std::string> const& tables) = 0;          ///< not before `commit` for others
  /// `keys`: those of the table, to be declared with it; what cannot be is taken out. Returns what is not as it was.
  [[nodiscard]] virtual copy_remarks create(copied_table const& t, std::vector<copied_key>& keys) = 0;
  virtual void add(std::span<value const> row) = 0;  ///< to the table that was created last
  virtual void finish() = 0;                         ///< after the last row of a table
  /// After all rows. Returns why the key cannot be declared, or how else it was; nothing if it was.
  [[nodiscard]] virtual std::optional<std::string> add_key(copied_key const& k) = 0;
  virtual void commit() = 0;  ///< what was written stays

  /// Whether `create` declares foreign keys, so that a table must come after those that it refers to.
  [[nodiscard]] virtual bool declares_keys_first() const { return false; }
};

/// How a target is opened.
struct target_options {
  bool create = false;  ///< the database itself is made if it is not there: on a server, whose role must be allowed to; a file always is
};

/// Opens what a text names, as `locate` reads it, for writing. Throws `t2s::error`: `invalid_argument` for ODBC and for an engine that this
/// program was built without, else as the engine says.
[[nodiscard]] T2S_DECL std::unique_ptr<copy_target> open_target(std::string_view written, target_options const& options = {});

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/copy/detail/target.ipp"
#endif

#endif
