// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_RESTRICTED_HPP
#define T2S_DB_POLICY_RESTRICTED_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/policy/detail/access.hpp"
#include "t2s/db/policy/detail/own_reading.hpp"
#include "t2s/db/policy/detail/rules.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace t2s::db::policy {

/// A connection that shows what one session may see, and nothing else: its schema, rows, values, error messages and proposals come from
/// the restricted database, so that what is built on it needs to know nothing of rules.
///
/// Verbs, limits and failures are those of the connection inside, but for these: statements with names that the session does not see,
/// and with functions, types and sources that are not known to be harmless, are refused before they are sent; `distinct` looks at the first
/// 1,000,000 rows that the session sees. Where rows or values of a table are hidden, `estimate` has no cost and `limits.rows_read` does not
/// count, since engines estimate by all rows. What still tells of hidden rows is how long a statement takes. docs/policy.md has the whole
/// list.
///
/// Of a file of SQLite the tables are also closed below the SQL, by SQLite's authorizer (`sqlite_connection::read_only_through`).
///
/// Thread safety is that of the connection: one thread at a time, save `interrupt()`.
template <BlockingConnection Connection>
class restricted {
 public:
  using take_row = std::function<void(std::span<value const>)>;  ///< what is called with each row

  /// Takes a connection over, and tries every table that the session sees with statements that have no rows, unless an earlier connection
  /// of the same session has tried them. Throws what `access` and `sqlite_connection::read_only_through` throw, and
  /// `errc::invalid_argument` where the row-level security of the server is not active that the rules ask for, or where the database does
  /// not take a rule.
  restricted(Connection connection, rules const& r, session const& who, bool are_tried = false)
      : connection_(std::move(connection)), access_(connection_.schema(), r, who, closes(connection_)) {
    if constexpr (requires { connection_.read_only_through(sqlite_views()); })
      if (closes(connection_)) connection_.read_only_through(access_.views());
    detail::require_row_security(connection_, access_.rows_by_server());
    if (!are_tried) try_rules(who.role);
  }

  /// What the session sees.
  [[nodiscard]] t2s::schema::database const& schema() const noexcept { return access_.schema(); }

  /// As the connection's, if it tells.
  [[nodiscard]] std::optional<statement_limits> limits() const {
    if constexpr (requires { connection_.limits(); }) return connection_.limits();
    return {};
  }

  /// As the connection's.
  [[nodiscard]] execution execute(std::string const& sql, std::stop_token stop = {}) {
    auto const own = limits();
    return done(sql, [&](rewritten const& sent) {
      return own ? send(sent, *own, std::move(stop)) : connection_.execute(sent.sql, std::move(stop));
    });
  }
  /// The same within limits of its own, where the connection has that verb.
  [[nodiscard]] execution execute(std::string const& sql, statement_limits const& within, std::stop_token stop = {}) {
    return done(sql, [&](rewritten const& sent) { return send(sent, within, std::move(stop)); });
  }

  /// The first rows of a table or view of `schema()`.
  [[nodiscard]] execution sample(std::string const& table, std::size_t n, std::stop_token stop = {}) {
    auto const sql = detail::sample_of(schema(), table, n);
    if (auto const* unknown = std::get_if<failure>(&sql)) return execution(*unknown);
    return execute(std::get<std::string>(sql), std::move(stop));
  }

  /// At most `limit` different values of a column, NULL left out, of the first rows that the session sees.
  [[nodiscard]] execution distinct(std::string const& table, std::string const& column, std::size_t limit, std::stop_token stop = {}) {
    auto const sql = detail::values_of(schema(), table, column, limit);
    if (auto const* unknown = std::get_if<failure>(&sql)) return execution(*unknown);
    return detail::values_in(execute(std::get<std::string>(sql), std::move(stop)), column, limit);
  }

  /// As the connection's.
  std::optional<failure> each_row(std::string const& sql, take_row const& take, std::stop_token stop = {}) {
    auto own = limits();
    if (own) own->rows = own->bytes = std::numeric_limits<std::size_t>::max();
    return sent_rows(sql, [&](rewritten const& sent) {
      return own ? send_rows(sent, take, *own, std::move(stop)) : connection_.each_row(sent.sql, take, std::move(stop));
    });
  }
  /// The same within limits of its own.
  template <class Limits>
    requires std::convertible_to<Limits, statement_limits>
  std::optional<failure> each_row(std::string const& sql, take_row const& take, Limits const& within, std::stop_token stop = {}) {
    return sent_rows(sql, [&](rewritten const& sent) { return send_rows(sent, take, within, std::move(stop)); });
  }

  /// What a statement would read: the numbers alone, and only if it reads whole tables.
  [[nodiscard]] estimation estimate(std::string const& sql, std::stop_token stop = {}) {
    auto const made = access_.rewrite(sql);
    estimation found;
    if (auto const* refused = std::get_if<failure>(&made)) return found.failure = *refused, found;
    auto const& sent = std::get<rewritten>(made);
    if constexpr (Estimating<Connection>) found = connection_.estimate(sent.sql, std::move(stop));
    if (found.failure) found.failure = access_.shown(std::move(*found.failure), sent, sql);
    if (!sent.reads_whole_tables) found.cost.reset();
    if (found.cost) found.cost->costliest.clear(), found.cost->cheaper.clear();
    return found;
  }

  /// As the connection's; empty for one that cannot tell.
  [[nodiscard]] std::vector<std::string> can_write() {
    if constexpr (requires { connection_.can_write(); }) return connection_.can_write();
    return {};
  }

  /// As the connection's.
  void interrupt() noexcept { connection_.interrupt(); }

 private:
  /// Whether the connection can close its tables below the SQL.
  static bool closes([[maybe_unused]] Connection const& c) {
    if constexpr (std::same_as<Connection, any_connection>)
      return !c.file().empty();
    else
      return std::same_as<Connection, sqlite_connection>;
  }

  /// Throws where a table cannot be read through its rule: else each question would meet that. The second statement needs no column.
  void try_rules(std::string const& role) {
    for (auto const& t : schema().tables())
      for (char const* what : {"*", "1"}) {
        auto const sql = std::string("SELECT ") + what + " FROM " + db::detail::name_in_sql(schema(), t) + " WHERE 1 = 0";
        auto const tried = execute(sql);
        bool const is_refused = tried.failure && !db::detail::is_cut_short(tried.failure->code) && tried.failure->code != errc::too_costly;
        if (is_refused) detail::refuse_rule(role, t.name, *tried.failure);
        if (!closes(connection_)) break;
      }
  }

  /// An engine estimates by statistics that count hidden rows, so a refusal by an estimate would tell of them.
  [[nodiscard]] static statement_limits held(statement_limits within, rewritten const& sent) {
    if (!sent.reads_whole_tables) within.rows_read = unlimited_rows;
    return within;
  }

  execution send(rewritten const& sent, statement_limits const& within, std::stop_token stop) {
    auto const limits = db::detail::limits_for<Connection>(held(within, sent));
    if constexpr (requires { connection_.execute(sent.sql, limits, stop); })
      return connection_.execute(sent.sql, limits, std::move(stop));
    else
      return connection_.execute(sent.sql, std::move(stop));
  }

  std::optional<failure> send_rows(rewritten const& sent, take_row const& take, statement_limits const& within, std::stop_token stop) {
    return connection_.each_row(sent.sql, take, db::detail::limits_for<Connection>(held(within, sent)), std::move(stop));
  }

  template <class Send>
  execution done(std::string const& sql, Send const& send) {
    auto const made = access_.rewrite(sql);
    if (auto const* refused = std::get_if<failure>(&made)) return execution(*refused);
    auto const& sent = std::get<rewritten>(made);
    execution e = send(sent);
    if (e.failure) e.failure = access_.shown(std::move(*e.failure), sent, sql);
    if (sent.columns.size() == e.rows.columns.size()) e.rows.columns = sent.columns;
    return e;
  }

  template <class Send>
  std::optional<failure> sent_rows(std::string const& sql, Send const& send) {
    auto const made = access_.rewrite(sql);
    if (auto const* refused = std::get_if<failure>(&made)) return *refused;
    auto const& sent = std::get<rewritten>(made);
    auto ended = send(sent);
    if (ended) ended = access_.shown(std::move(*ended), sent, sql);
    return ended;
  }

  Connection connection_;
  access access_;
};

static_assert(BlockingConnection<restricted<sqlite_connection>> && Estimating<restricted<sqlite_connection>>);

/// A connection of any engine, restricted: it can stand wherever the unrestricted one could. `are_tried`: an earlier connection of the same
/// session has tried the rules. Throws as `restricted`.
[[nodiscard]] inline any_connection restrict(any_connection connection, rules const& r, session const& who, bool are_tried = false) {
  auto const shown = connection.shown(), name = connection.name();
  return any_connection(restricted<any_connection>(std::move(connection), r, who, are_tried), shown, name);
}

/// Reads rules from a JSON file, as docs/policy.md has it.
///
/// Throws `t2s::error`: `errc::file_not_found`, `not_a_file` and `file_unreadable`; `malformed_data` for text that is not JSON, with its
/// line and byte, and for JSON that is not a rule, with its place ("roles.clerk.tables.orders.mask"), what may stand there, and the nearest
/// word to one that is unknown. Whether tables and columns exist is found out by `restricted`.
[[nodiscard]] T2S_DECL rules read_rules(std::string const& file);

/// The same of a text; `name` is what messages call it.
[[nodiscard]] T2S_DECL rules parse_rules(std::string_view json, std::string const& name = "rules");

}  // namespace t2s::db::policy

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/policy/detail/read_rules.ipp"
#endif

#endif
