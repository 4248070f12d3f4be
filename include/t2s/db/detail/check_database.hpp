// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_CHECK_DATABASE_HPP
#define T2S_DB_DETAIL_CHECK_DATABASE_HPP

#include "t2s/core/detail/temporary.hpp"
#include "t2s/db/database.hpp"

#include <cstddef>
#include <string>
#include <type_traits>

namespace t2s::db {

/// Says what keeps a type from being the database of a context or of `prepared`.
template <class Database>
struct check_database {
  static constexpr bool describes = requires(Database& db) { db.schema(); };
  static constexpr bool executes = requires(Database& db) { db.execute(std::string()); };
  static constexpr bool samples = requires(Database& db) { db.sample(std::string(), std::size_t()); };
  static constexpr bool lists = requires(Database& db) { db.distinct(std::string(), std::string(), std::size_t()); };
  static constexpr bool silent = t2s::detail::is_temporary<Database> || db::Database<std::remove_const_t<Database>>;

  static_assert(!t2s::detail::is_temporary<Database>,
                "t2s: the database is a temporary and would be gone before the run: keep it in a variable");
  static_assert(db::Database<Database> || !db::Database<std::remove_const_t<Database>>,
                "t2s: the database is const and its verbs are not: pass a database that is not const, or make its verbs const");
  static_assert(describes || silent, "t2s: the database has no verb `t2s::schema::database const& schema()`");
  static_assert(executes || silent, "t2s: the database has no verb `t2s::db::execution execute(std::string sql)`");
  static_assert(samples || silent, "t2s: the database has no verb `t2s::db::execution sample(std::string table, std::size_t rows)`");
  static_assert(lists || silent,
                "t2s: the database has no verb `t2s::db::execution distinct(std::string table, std::string column, std::size_t limit)`");
  static_assert(!(describes && executes && samples && lists) || db::Database<Database>,
                "t2s: a verb of the database returns something else than it must: schema() a t2s::schema::database const&; "
                "execute(), sample() and distinct() a t2s::db::execution, now or as an awaitable, and all three the same");
};

}  // namespace t2s::db

#endif
