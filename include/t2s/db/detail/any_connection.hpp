// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_ANY_CONNECTION_HPP
#define T2S_DB_DETAIL_ANY_CONNECTION_HPP

#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/detail/limits.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace t2s::db {

/// A connection that answers at once, as each engine has one: a `Database` whose verbs can be stopped, and that hands rows over one by one.
template <class C>
concept BlockingConnection =
    Database<C> && std::movable<C> && requires(C& c, std::string const& text, std::size_t n, std::stop_token stop) {
      { c.execute(text, stop) } -> std::same_as<execution>;
      { c.sample(text, n, stop) } -> std::same_as<execution>;
      { c.distinct(text, text, n, stop) } -> std::same_as<execution>;
      { c.each_row(text, std::function<void(std::span<value const>)>(), stop) } -> std::same_as<std::optional<failure>>;
      c.interrupt();
    };

namespace detail {

/// Limits of one statement as a connection takes them.
template <class Connection>
auto limits_for(statement_limits const& l) {
  if constexpr (std::derived_from<Connection, basic_connection<sqlite_driver>>)
    return sqlite_limits{.time = l.time, .rows = l.rows, .bytes = l.bytes, .value_bytes = l.value_bytes, .rows_read = l.rows_read};
  else
    return l;
}

}  // namespace detail

/// A connection of any engine, chosen at run time: one type for programs whose users name the database. `db::open` (db/any/open.hpp)
/// makes one of what a user wrote; this header knows no engine but SQLite.
///
/// The verbs, their failures, errors and limits are those of the connection inside. Costs a call through a table of functions more than
/// that one. Thread safety is the connection's: one thread at a time, save `interrupt()`. A moved-from object can only be assigned to and
/// destroyed.
class any_connection {
 public:
  using take_row = std::function<void(std::span<value const>)>;  ///< what is called with each row

  /// Takes a connection over. `shown` names it in messages, and has no password; `file` is what `file()` gives, for one around another.
  template <BlockingConnection Connection>
    requires(!std::same_as<Connection, any_connection>)
  any_connection(Connection connection, std::string shown, std::string name = {}, std::string file = {})
      : held_(std::make_unique<held<Connection>>(std::move(connection))),
        shown_(std::move(shown)),
        name_(std::move(name)),
        file_(std::move(file)) {}
  /// An SQLite file.
  any_connection(sqlite_connection connection, std::string name = {}) : shown_(connection.file()), name_(std::move(name)), file_(shown_) {
    held_ = std::make_unique<held<sqlite_connection>>(std::move(connection));
  }

  /// What it is called in messages, without a password.
  [[nodiscard]] std::string const& shown() const noexcept { return shown_; }
  /// The database's own name, where it was given: "shop" of postgresql://host/shop.
  [[nodiscard]] std::string const& name() const noexcept { return name_; }
  /// The absolute path of an SQLite file; "" for any other.
  [[nodiscard]] std::string const& file() const noexcept { return file_; }

  /// As `Database` says; also its dialect.
  [[nodiscard]] t2s::schema::database const& schema() const noexcept { return held_->schema(); }

  /// What one statement may take if its call says nothing else; nothing where the connection inside does not tell.
  [[nodiscard]] std::optional<statement_limits> limits() const { return held_->limits(); }

  /// As `Database` says. `stop` ends it, and `errc::cancelled` is thrown.
  [[nodiscard]] execution execute(std::string const& sql, std::stop_token stop = {}) { return held_->execute(sql, std::move(stop)); }
  /// The same within limits of its own for time, rows and bytes, which all count; within the connection's own where the connection inside
  /// has no such verb.
  [[nodiscard]] execution execute(std::string const& sql, statement_limits const& within, std::stop_token stop = {}) {
    return held_->execute(sql, within, std::move(stop));
  }
  /// The same.
  [[nodiscard]] execution sample(std::string const& table, std::size_t n, std::stop_token stop = {}) {
    return held_->sample(table, n, std::move(stop));
  }
  /// The same.
  [[nodiscard]] execution distinct(std::string const& table, std::string const& column, std::size_t limit, std::stop_token stop = {}) {
    return held_->distinct(table, column, limit, std::move(stop));
  }

  /// Hands rows over one by one, within the connection's limit of time alone. Returns what ended the statement before its last row.
  std::optional<failure> each_row(std::string const& sql, take_row const& take, std::stop_token stop = {}) {
    return held_->each_row(sql, take, nullptr, std::move(stop));
  }
  /// The same within limits of its own, which all count.
  std::optional<failure> each_row(std::string const& sql, take_row const& take, statement_limits const& within, std::stop_token stop = {}) {
    return held_->each_row(sql, take, &within, std::move(stop));
  }

  /// What a statement would read, without running it; neither a cost nor a failure where the engine gives no estimate. Throws as `execute`.
  [[nodiscard]] estimation estimate(std::string const& sql, std::stop_token stop = {}) { return held_->estimate(sql, std::move(stop)); }

  /// Why the connection could write if nothing of this library stood before it, a sentence a reason. Empty where it could not, and for a
  /// connection that cannot tell. Throws as `execute`.
  [[nodiscard]] std::vector<std::string> can_write() { return held_->can_write(); }

  /// As `sqlite_connection::read_only_through`. False of what is no file of SQLite, which is left as it is.
  bool read_only_through(sqlite_views const& views) { return held_->read_only_through(views); }

  /// Ends the statement that is running, if one is. Any thread may call it.
  void interrupt() noexcept { held_->interrupt(); }

 private:
  struct holder {
    virtual ~holder() = default;
    [[nodiscard]] virtual t2s::schema::database const& schema() const noexcept = 0;
    [[nodiscard]] virtual std::optional<statement_limits> limits() const = 0;
    [[nodiscard]] virtual execution execute(std::string const& sql, std::stop_token stop) = 0;
    [[nodiscard]] virtual execution execute(std::string const& sql, statement_limits const& within, std::stop_token stop) = 0;
    [[nodiscard]] virtual execution sample(std::string const& table, std::size_t n, std::stop_token stop) = 0;
    [[nodiscard]] virtual execution distinct(std::string const& table, std::string const& column, std::size_t n, std::stop_token stop) = 0;
    virtual std::optional<failure> each_row(std::string const& sql, take_row const& take, statement_limits const* within,
                                            std::stop_token stop) = 0;
    [[nodiscard]] virtual estimation estimate(std::string const& sql, std::stop_token stop) = 0;
    [[nodiscard]] virtual std::vector<std::string> can_write() = 0;
    virtual bool read_only_through(sqlite_views const& views) = 0;
    virtual void interrupt() noexcept = 0;
  };

  template <class Connection>
  struct held final : holder {
    explicit held(Connection c) : connection(std::move(c)) {}

    [[nodiscard]] t2s::schema::database const& schema() const noexcept override { return connection.schema(); }
    [[nodiscard]] std::optional<statement_limits> limits() const override {
      if constexpr (requires { connection.limits(); }) return connection.limits();
      return {};
    }
    [[nodiscard]] execution execute(std::string const& sql, std::stop_token stop) override {
      return connection.execute(sql, std::move(stop));
    }
    [[nodiscard]] execution execute(std::string const& sql, statement_limits const& within, std::stop_token stop) override {
      if constexpr (requires { connection.execute(sql, detail::limits_for<Connection>(within), stop); })
        return connection.execute(sql, detail::limits_for<Connection>(within), std::move(stop));
      else
        return connection.execute(sql, std::move(stop));
    }
    [[nodiscard]] execution sample(std::string const& table, std::size_t n, std::stop_token stop) override {
      return connection.sample(table, n, std::move(stop));
    }
    [[nodiscard]] execution distinct(std::string const& table, std::string const& column, std::size_t n, std::stop_token stop) override {
      return connection.distinct(table, column, n, std::move(stop));
    }
    std::optional<failure> each_row(std::string const& sql, take_row const& take, statement_limits const* within,
                                    std::stop_token stop) override {
      if (!within) return connection.each_row(sql, take, std::move(stop));
      return connection.each_row(sql, take, detail::limits_for<Connection>(*within), std::move(stop));
    }
    [[nodiscard]] estimation estimate(std::string const& sql, std::stop_token stop) override {
      if constexpr (requires { connection.estimate(sql, std::move(stop)); }) return connection.estimate(sql, std::move(stop));
      return {};
    }
    [[nodiscard]] std::vector<std::string> can_write() override {
      if constexpr (requires { connection.can_write(); }) return connection.can_write();
      return {};
    }
    bool read_only_through(sqlite_views const& views) override {
      if constexpr (std::same_as<Connection, sqlite_connection>) connection.read_only_through(views);
      return std::same_as<Connection, sqlite_connection>;
    }
    void interrupt() noexcept override { connection.interrupt(); }

    Connection connection;
  };

  std::unique_ptr<holder> held_{};
  std::string shown_{}, name_{}, file_{};
};

static_assert(BlockingConnection<sqlite_connection>);
static_assert(Database<any_connection> && Estimating<any_connection>);

}  // namespace t2s::db

#endif
