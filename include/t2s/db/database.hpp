// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DATABASE_HPP
#define T2S_DB_DATABASE_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <utility>

namespace t2s::db {

/// What a pipeline asks of a database: its schema, and answers to statements that read.
///
/// A type D is a Database if for an object `db` of it (not const)
/// 1. `db.schema()` returns the schema, read once: the same at every call, valid as long as `db` lives; the schema says in which dialect
///    the database reads SQL (`schema::database::dialect`, SQLite's where it says nothing), and all that parses or prompts follows it;
/// 2. `db.execute(sql)` runs one statement and returns an `execution`;
/// 3. `db.sample(table, n)` returns the first n rows of a table or view with all its columns, in the order of the database;
/// 4. `db.distinct(table, column, limit)` returns at most `limit` different values of a column other than NULL, in one result column;
/// 5. each of 2 to 4 returns an `execution`, or each returns an `awaitable<execution>` (include t2s/core/awaitable.hpp for these);
/// 6. strings are passed by value, so that an awaitable may outlive the call;
/// 7. nothing that is passed changes the data, whatever the SQL says.
///
/// Failures. What is wrong with a statement, an unknown table or column in 3 and 4, and a limit that was met, are data:
/// `execution::failure`. All else (the file is damaged, the connection is lost) is thrown as `t2s::error`; an awaitable that is
/// cancelled throws `boost::system::system_error` with `boost::asio::error::operation_aborted`.
///
/// Example, a database for tests:
///
///     struct fixed {
///       t2s::schema::database const& schema() const { return shape; }
///       t2s::db::execution execute(std::string) { return t2s::db::execution(answer); }
///       t2s::db::execution sample(std::string, std::size_t) { return t2s::db::execution(answer); }
///       t2s::db::execution distinct(std::string, std::string, std::size_t) { return t2s::db::execution(answer); }
///       t2s::schema::database shape;
///       t2s::db::rows answer;
///     };
///     static_assert(t2s::db::Database<fixed>);
template <class D>
concept Database = requires(D& db, std::string text, std::size_t n) {
  { db.schema() } -> std::same_as<schema::database const&>;
  { db.execute(std::move(text)) } -> Yields<execution>;
  { db.sample(std::move(text), n) } -> std::same_as<decltype(db.execute(std::move(text)))>;
  { db.distinct(std::move(text), std::move(text), n) } -> std::same_as<decltype(db.execute(std::move(text)))>;
};

}  // namespace t2s::db

#endif
