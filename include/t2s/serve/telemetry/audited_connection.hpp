// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_AUDITED_CONNECTION_HPP
#define T2S_SERVE_TELEMETRY_AUDITED_CONNECTION_HPP

#include "t2s/db/detail/any_connection.hpp"
#include "t2s/serve/telemetry/detail/audit_log.hpp"

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace t2s::telemetry {
namespace detail {

/// The message of the current exception, which may come from the receiver of the rows.
inline failure handled_failure() {
  try {
    throw;
  } catch (error const& e) {
    return e.details();
  } catch (std::exception const& e) {
    return {errc::sql_failed, e.what(), {}, {}, {}};
  } catch (...) {
    return {errc::sql_failed, "an exception without words", {}, {}, {}};
  }
}

}  // namespace detail

/// A connection that writes each statement to an audit log, including those of t2s itself (first rows, values).
///
///     auto const log = std::make_shared<t2s::telemetry::audit_log>("audit.jsonl");
///     auto database = t2s::telemetry::audited(t2s::db::open("shop.sqlite"), log, {.database = "shop"});
///
/// A statement runs only while the log is writable, and its rows are passed on after its line is written; otherwise `error` with
/// `file_unwritable` is thrown (`audit_options::is_required`). The line has the connection's subject and the thread's `audit_scope`.
/// Everything else is as in the wrapped connection.
class audited_connection {
 public:
  /// Takes ownership of a connection.
  audited_connection(db::any_connection inner, std::shared_ptr<audit_log> log, audit_subject by = {})
      : inner_(std::move(inner)), log_(std::move(log)), by_(std::move(by)) {}

  /// As in `Database`.
  [[nodiscard]] schema::database const& schema() const noexcept { return inner_.schema(); }
  /// As in `any_connection`.
  [[nodiscard]] std::optional<db::statement_limits> limits() const { return inner_.limits(); }
  /// As in `Database`.
  [[nodiscard]] db::execution execute(std::string const& sql, std::stop_token stop = {}) {
    return written(begun(sql, {}), [&] { return inner_.execute(sql, std::move(stop)); });
  }
  /// As in `any_connection`.
  [[nodiscard]] db::execution execute(std::string const& sql, db::statement_limits const& within, std::stop_token stop = {}) {
    return written(begun(sql, {}), [&] { return inner_.execute(sql, within, std::move(stop)); });
  }
  /// As in `Database`.
  [[nodiscard]] db::execution sample(std::string const& table, std::size_t n, std::stop_token stop = {}) {
    return written(begun({}, "first rows of " + table), [&] { return inner_.sample(table, n, std::move(stop)); });
  }
  /// As in `Database`.
  [[nodiscard]] db::execution distinct(std::string const& table, std::string const& column, std::size_t limit, std::stop_token stop = {}) {
    return written(begun({}, "values of " + table + "." + column), [&] { return inner_.distinct(table, column, limit, std::move(stop)); });
  }
  /// As in `any_connection`. Rows are passed on before the line is written.
  std::optional<failure> each_row(std::string const& sql, db::any_connection::take_row const& take, std::stop_token stop = {}) {
    return counted(sql, take, [&](auto const& counting) { return inner_.each_row(sql, counting, std::move(stop)); });
  }
  /// As in `any_connection`.
  std::optional<failure> each_row(std::string const& sql, db::any_connection::take_row const& take, db::statement_limits const& within,
                                  std::stop_token stop = {}) {
    return counted(sql, take, [&](auto const& counting) { return inner_.each_row(sql, counting, within, std::move(stop)); });
  }
  /// As in `any_connection`; writes no line, since it returns no rows.
  [[nodiscard]] db::estimation estimate(std::string const& sql, std::stop_token stop = {}) { return inner_.estimate(sql, std::move(stop)); }
  /// As in `any_connection`.
  [[nodiscard]] std::vector<std::string> can_write() { return inner_.can_write(); }
  /// As in `any_connection`.
  void interrupt() noexcept { inner_.interrupt(); }

 private:
  using clock = std::chrono::steady_clock;

  /// The entry before the statement runs.
  [[nodiscard]] audit_entry begun(std::string sql, std::string read) const {
    log_->require_open();
    return {audit_scope::known(by_), std::move(sql), std::move(read), 0, 0, {}, {}};
  }

  /// Records an exception of `run` and rethrows it.
  template <class Run>
  auto guarded(audit_entry& line, Run run) {
    auto const start = clock::now();
    try {
      auto done = run();
      line.took = clock::now() - start;
      return done;
    } catch (...) {
      line.took = clock::now() - start;
      line.failed = detail::handled_failure();
      log_->write(line);
      throw;
    }
  }

  template <class Run>
  db::execution written(audit_entry line, Run run) {
    auto done = guarded(line, std::move(run));
    line.rows = done.rows.values.size();
    line.bytes = bytes_of(done.rows);
    line.failed = done.failure;
    log_->write(line);
    return done;
  }

  template <class Run>
  std::optional<failure> counted(std::string const& sql, db::any_connection::take_row const& take, Run run) {
    auto line = begun(sql, {});
    auto const counting = [&](std::span<value const> row) {
      ++line.rows;
      line.bytes += bytes_of(row);
      take(row);
    };
    line.failed = guarded(line, [&] { return run(db::any_connection::take_row(counting)); });
    log_->write(line);
    return line.failed;
  }

  db::any_connection inner_;
  std::shared_ptr<audit_log> log_;
  audit_subject by_;
};
static_assert(db::BlockingConnection<audited_connection>);

/// A connection with an audit log, or the connection itself without one. An empty `by.database` becomes the database's name.
[[nodiscard]] inline db::any_connection audited(db::any_connection inner, std::shared_ptr<audit_log> log, audit_subject by = {}) {
  if (!log) return inner;
  auto const shown = inner.shown(), name = inner.name(), file = inner.file();
  if (by.database.empty()) by.database = name.empty() ? shown : name;
  return {audited_connection(std::move(inner), std::move(log), std::move(by)), shown, name, file};
}

}  // namespace t2s::telemetry

#endif
