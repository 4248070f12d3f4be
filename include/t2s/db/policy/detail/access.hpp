// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_ACCESS_HPP
#define T2S_DB_POLICY_DETAIL_ACCESS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/policy/detail/rules.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace t2s::db::policy {

/// A statement that reads no more than its role may.
struct rewritten {
  std::string sql{};                   ///< to be sent
  std::vector<std::string> columns{};  ///< how its results are called; empty where the engine's own names are right
  bool reads_whole_tables = false;     ///< whether no row and no value of the tables that it reads is hidden
  bool condition_may_fail = false;     ///< whether the condition of a rule could fail at a hidden row

  std::vector<std::pair<std::string, std::string>> names{};  ///< that stand in `sql`, and what they are called in the statement
};

/// What one session may read of a database, without a connection: the schema that it sees, and its statements rewritten so that they read
/// that alone. `restricted` puts it before a connection.
///
/// Every source of a statement that is no subquery and no common table expression becomes a subquery of the same name, which has the
/// visible columns, the masks and the condition of the rows. So whatever a statement does with its sources, it does with what its role
/// sees. What is not parsed, and functions, types and sources that are not known to be harmless, are refused.
///
/// Immutable, and thread safe.
class access {
 public:
  /// `whole` is the schema of the database, which need not live on. `through_views`: the database is a file of SQLite, and statements are
  /// to read `views()`.
  ///
  /// Throws `t2s::error` with `errc::invalid_argument` for a role, table or column that there is not, with the nearest name, for a
  /// parameter that has no value or that no condition uses, and for a condition or a view that cannot be read.
  T2S_DECL access(schema::database const& whole, rules const& r, session const& who, bool through_views = false);
  T2S_DECL access(access&&) noexcept;             ///< takes it over
  T2S_DECL access& operator=(access&&) noexcept;  ///< takes it over
  T2S_DECL ~access();

  /// What the role sees: its tables and columns, and keys between these. Without comments (but see `rules::comments`), defaults and the
  /// statements that made the tables.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  /// For `sqlite_connection::read_only_through`; only with `through_views`.
  [[nodiscard]] T2S_DECL sqlite_views const& views() const noexcept;

  /// The tables, as SQL names them, whose rows the server is to choose (`table_rule::rows_by_server`).
  [[nodiscard]] T2S_DECL std::vector<std::string> const& rows_by_server() const noexcept;

  /// What is to be sent for a statement, or why it is refused: `sql_syntax` and the like, `no_such_table`, `statement_denied`. O(|sql|).
  [[nodiscard]] T2S_DECL std::variant<rewritten, failure> rewrite(std::string const& sql) const;

  /// What the database says of `sent`, in the words of the statement that was given: without names and text that stand in `sent` alone.
  [[nodiscard]] T2S_DECL failure shown(failure said, rewritten const& sent, std::string const& sql) const;

 private:
  class state;
  std::unique_ptr<state const> state_;
};

/// The settings of the server for a session, its role under the name "role" last: for `postgres_options::settings`. Empty for rules that
/// have none. Throws `t2s::error` as `access` does for a role or a parameter that there is not.
[[nodiscard]] T2S_DECL std::vector<std::pair<std::string, std::string>> server_settings(rules const& r, session const& who);

}  // namespace t2s::db::policy

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/policy/detail/access.ipp"
#endif

#endif
