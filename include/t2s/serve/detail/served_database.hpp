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

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <forward_list>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace t2s::serve {

/// Limits for one call.
struct service_limits {
  std::size_t rows = 1'000;                                  ///< rows of a result that is returned at once
  std::size_t bytes = std::size_t{1} << 20U;                 ///< bytes of its values
  std::chrono::nanoseconds time = std::chrono::seconds(30);  ///< time of a statement
  std::size_t connections = 8;                               ///< open connections; further calls wait
  std::size_t rows_looked_at = 100'000;                      ///< rows of a statement that is only run to see its result
  std::size_t rows_read = db::unlimited_rows;                ///< rows that a statement reads, by the database's estimate

  /// The limits of a statement that returns at most `n` rows.
  [[nodiscard]] db::statement_limits of_statement(std::size_t n) const {
    db::statement_limits l;
    l.time = time;
    l.rows = n;
    l.rows_read = rows_read;
    return l;
  }
};

/// A connection for one call, returned at the end of its life. It is a `db::Database` whose statements end with the call.
///
/// If it is destroyed by an exception, the connection is closed. For one thread; the served database must outlive it.
class loan {
 public:
  T2S_DECL loan(served_database& of, std::stop_token stop);  ///< waits for a connection; see `served_database::lend`
  loan(loan const&) = delete;
  loan& operator=(loan const&) = delete;
  T2S_DECL ~loan();

  /// As in `Database`; with descriptions of columns.
  [[nodiscard]] T2S_DECL schema::database const& schema() const noexcept;
  /// As in `Database`, within the limits of the service: `rows_looked_at`, `time`.
  [[nodiscard]] T2S_DECL db::execution execute(std::string const& sql);
  /// The same with at most `rows` rows.
  [[nodiscard]] T2S_DECL db::execution execute(std::string const& sql, std::size_t rows);
  /// As in `Database`.
  [[nodiscard]] db::execution sample(std::string const& table, std::size_t n) { return connection_.sample(table, n, stop_); }
  /// As in `Database`.
  [[nodiscard]] db::execution distinct(std::string const& table, std::string const& column, std::size_t most) {
    return connection_.distinct(table, column, most, stop_);
  }
  /// As in `db::Estimating`.
  [[nodiscard]] db::estimation estimate(std::string const& sql) { return connection_.estimate(sql, stop_); }
  /// Ends the statement that is running, if one is. Any thread may call it.
  void interrupt() noexcept { connection_.interrupt(); }

  /// The connection itself.
  [[nodiscard]] db::any_connection& connection() noexcept { return connection_; }
  /// Requested when the call must end.
  [[nodiscard]] std::stop_token const& stop() const noexcept { return stop_; }

 private:
  served_database* of_;
  std::stop_token stop_;
  int exceptions_;
  db::any_connection connection_;
};

/// A database that is offered to others: its name, connections for any number of threads, shared knowledge about it, and limits for calls.
///
/// Thread safe. All its loans must be destroyed before it.
class served_database {
 public:
  using opener = std::function<db::any_connection()>;  ///< opens another connection; called by any thread, one at a time

  /// Opens the first connection, so it throws what `open` throws. `open` decides what callers may see: wrap the connection there, for
  /// example with access rules. All connections must have the same rights.
  T2S_DECL served_database(std::string name, opener open, service_limits limits = {}, known_options known = {});
  served_database(served_database const&) = delete;
  served_database& operator=(served_database const&) = delete;
  ~served_database() = default;

  /// The name under which it is offered.
  [[nodiscard]] std::string const& name() const noexcept { return name_; }
  /// The schema when the first connection was opened, with descriptions of columns. Stays valid after `renew`.
  [[nodiscard]] schema::database const& schema() const noexcept { return now_.load()->schema; }
  /// The knowledge about it, shared by all its connections. Stays valid after `renew`.
  [[nodiscard]] std::shared_ptr<known_parts> const& known() const noexcept { return now_.load()->known; }
  /// Takes other options for what is known of it: calls that begin later use them. Nothing is read yet.
  T2S_DECL void renew(known_options known);
  /// The limits for a call.
  [[nodiscard]] service_limits const& limits() const noexcept { return limits_; }

  /// Lends a connection to one call: an idle one, a new one, or the next that is returned. Throws `error` with `cancelled` if `stop` is
  /// requested meanwhile, and what `open` throws.
  [[nodiscard]] loan lend(std::stop_token stop = {}) { return loan(*this, std::move(stop)); }

  /// How many connections calls use at this moment.
  [[nodiscard]] T2S_DECL std::size_t connections_in_use();

  /// The names and stored values. The first caller reads them; `report` receives the progress. Never null. Throws what the connection
  /// throws.
  [[nodiscard]] T2S_DECL std::shared_ptr<knowledge::lexicon const> lexicon(loan& by,
                                                                           std::function<void(progress const&)> const& report = {});

 private:
  friend class loan;
  [[nodiscard]] T2S_DECL db::any_connection take(std::stop_token const& stop);
  T2S_DECL void give_back(db::any_connection& c);
  T2S_DECL void closed() noexcept;

  /// What is known since the last `renew`.
  struct knowledge_of {
    std::shared_ptr<known_parts> known{};
    schema::database schema{};
  };

  std::string name_;
  opener open_;
  service_limits limits_;
  schema::database raw_{};                       // as the connections have it
  std::forward_list<knowledge_of> all_known_{};  // the latest first; earlier ones serve calls that began with them
  std::atomic<knowledge_of const*> now_{};
  std::mutex mutex_{}, opening_{};  // guard the next two members, `all_known_`, and `open_`
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
