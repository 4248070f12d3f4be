// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_SERVED_DATABASE_HPP
#define T2S_SERVE_DETAIL_SERVED_DATABASE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/db/detail/limits.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/serve/detail/operation.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace t2s::serve {

/// What one call may give and take.
struct service_limits {
  std::size_t rows = 1'000;                                  ///< of a result that is given at once
  std::size_t bytes = std::size_t{1} << 20U;                 ///< of its values
  std::chrono::nanoseconds time = std::chrono::seconds(30);  ///< of a statement
  std::size_t connections = 8;                               ///< open at once; further calls wait
  std::size_t rows_looked_at = 100'000;                      ///< of a statement that is run to see what it gives
  std::size_t rows_read = db::unlimited_rows;                ///< by a statement, as the database estimates

  /// The limits of a statement that gives at most `n` rows here.
  [[nodiscard]] db::statement_limits of_statement(std::size_t n) const {
    db::statement_limits l;
    l.time = time;
    l.rows = n;
    l.rows_read = rows_read;
    return l;
  }
};

/// A connection that is lent to one call, and given back at the end of its life: a `db::Database` whose statements end with the call.
///
/// One that ends by an exception is closed. For one thread; the served database must outlive it.
class loan {
 public:
  T2S_DECL loan(served_database& of, std::stop_token stop);  ///< waits for a connection; see `served_database::lend`
  loan(loan const&) = delete;
  loan& operator=(loan const&) = delete;
  T2S_DECL ~loan();

  /// As `Database` says; with descriptions of columns.
  [[nodiscard]] T2S_DECL schema::database const& schema() const noexcept;
  /// As `Database` says, within the limits of the service: `rows_looked_at`, `time`.
  [[nodiscard]] T2S_DECL db::execution execute(std::string const& sql);
  /// The same with at most `rows` rows.
  [[nodiscard]] T2S_DECL db::execution execute(std::string const& sql, std::size_t rows);
  /// As `Database` says.
  [[nodiscard]] db::execution sample(std::string const& table, std::size_t n) { return connection_.sample(table, n, stop_); }
  /// The same.
  [[nodiscard]] db::execution distinct(std::string const& table, std::string const& column, std::size_t most) {
    return connection_.distinct(table, column, most, stop_);
  }
  /// What a statement would read.
  [[nodiscard]] db::estimation estimate(std::string const& sql) { return connection_.estimate(sql, stop_); }

  /// The connection itself.
  [[nodiscard]] db::any_connection& connection() noexcept { return connection_; }
  /// What ends the call.
  [[nodiscard]] std::stop_token const& stop() const noexcept { return stop_; }

 private:
  served_database* of_;
  std::stop_token stop_;
  int exceptions_;
  db::any_connection connection_;
};

/// A database that is offered to others: its name, connections for any number of threads, what is known of it, and what a call may take.
///
/// Thread safe. Everything that it lends must be gone before it is destroyed.
class served_database {
 public:
  using opener = std::function<db::any_connection()>;  ///< opens one more connection; called by any thread, by one at a time

  /// Opens the first connection, so that it throws what `open` throws. `open` decides what those who call may see: a connection of
  /// another kind, such as one with access rules, is wrapped there. All connections have the same rights.
  T2S_DECL served_database(std::string name, opener open, service_limits limits = {}, known_options known = {});
  served_database(served_database const&) = delete;
  served_database& operator=(served_database const&) = delete;
  ~served_database() = default;

  /// By what it is called here.
  [[nodiscard]] std::string const& name() const noexcept { return name_; }
  /// As it was when the first connection was opened, with descriptions of columns.
  [[nodiscard]] schema::database const& schema() const noexcept { return schema_; }
  /// What is known of it, shared by all its connections.
  [[nodiscard]] std::shared_ptr<known_parts> const& known() const noexcept { return known_; }
  /// What a call may take.
  [[nodiscard]] service_limits const& limits() const noexcept { return limits_; }

  /// Lends a connection to one call: an idle one or a new one, else the next that is given back. Throws `error` with `cancelled` if `stop`
  /// is requested meanwhile, and what opening throws.
  [[nodiscard]] loan lend(std::stop_token stop = {}) { return loan(*this, std::move(stop)); }

  /// The names and stored values, read by the first who asks; `report` is told how far that is. Never null. Throws what the connection
  /// throws.
  [[nodiscard]] T2S_DECL std::shared_ptr<knowledge::lexicon const> lexicon(loan& by,
                                                                           std::function<void(progress const&)> const& report = {});

 private:
  friend class loan;
  [[nodiscard]] T2S_DECL db::any_connection take(std::stop_token const& stop);
  T2S_DECL void give_back(db::any_connection& c);
  T2S_DECL void closed() noexcept;

  std::string name_;
  opener open_;
  service_limits limits_;
  std::shared_ptr<known_parts> known_;
  schema::database schema_{};
  std::mutex mutex_{}, opening_{};  // of the next two; of `open_`
  std::vector<db::any_connection> idle_{};
  std::size_t open_connections_ = 0;
  std::condition_variable_any given_back_{};
};

static_assert(db::Database<loan> && db::Estimating<loan>);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/served_database.ipp"
#endif

#endif
