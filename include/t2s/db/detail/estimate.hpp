// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_ESTIMATE_HPP
#define T2S_DB_DETAIL_ESTIMATE_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/database.hpp"

#include <optional>
#include <string>
#include <utility>

namespace t2s::db {

/// What an engine expects of a statement that it has not run. The numbers are its guesses: of the right order where its statistics are.
struct statement_cost {
  double rows_read = 0;      ///< what all steps take from tables and from each other: a row that is read a thousand times counts so often
  double rows_returned = 0;  ///< what it gives; of SQLite, MariaDB and MySQL no more than that
  std::string costliest{};   ///< the step that reads most, for a prompt: "reading about 1,000 rows of b for each of about 90 rows of a"
  std::string cheaper{};     ///< what would make that step cheaper, a sentence for a prompt
  /// Whether `rows_read` is the most: the statement ends when it has the rows of its LIMIT, and when that is cannot be known.
  bool may_end_early = false;

  friend bool operator==(statement_cost const&, statement_cost const&) = default;
};

/// What is known of a statement before it is run.
struct estimation {
  std::optional<statement_cost> cost{};   ///< nothing where the engine does not tell
  std::optional<t2s::failure> failure{};  ///< why the statement would not run, as `execution::failure`; there is no cost then

  friend bool operator==(estimation const&, estimation const&) = default;
};

/// A database that can tell what a statement would read: `db.estimate(sql)` returns an `estimation`, at once or as an awaitable like its
/// other verbs. It refuses what `execute` refuses, changes as little, and never runs the statement. A `Database` need not have it.
template <class D>
concept Estimating = Database<D> && requires(D& db, std::string sql) {
  { db.estimate(std::move(sql)) } -> Yields<estimation>;
};

}  // namespace t2s::db

#endif
