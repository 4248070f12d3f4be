// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_WATCHED_CONNECTION_HPP
#define T2S_SERVE_RUNS_DETAIL_WATCHED_CONNECTION_HPP

#include "t2s/db/detail/any_connection.hpp"
#include "t2s/serve/runs/detail/run_watch.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace t2s::serve {

/// A connection within one run: its statements become events of the run and end with it. Refers to both, which must outlive it.
class watched_connection {
 public:
  using take_row = db::any_connection::take_row;  ///< called with each row

  /// Wraps a connection for a run. `within` replaces the connection's own limits for statements.
  watched_connection(db::any_connection& inside, run_watch& watch, std::optional<db::statement_limits> within = {})
      : inside_(&inside), watch_(&watch), within_(within) {}

  /// As in `Database`.
  [[nodiscard]] schema::database const& schema() const noexcept { return inside_->schema(); }
  /// As in `any_connection`.
  [[nodiscard]] std::optional<db::statement_limits> limits() const { return within_ ? within_ : inside_->limits(); }
  /// As in `Database`. The end of the run cancels it, unless `stop` can be requested: then only `stop` does.
  [[nodiscard]] db::execution execute(std::string const& sql, std::stop_token stop = {}) {
    auto done = within_ ? inside_->execute(sql, *within_, either(std::move(stop))) : inside_->execute(sql, either(std::move(stop)));
    watch_->executed(sql, done);
    return done;
  }
  /// As in `Database`.
  [[nodiscard]] db::execution sample(std::string const& table, std::size_t n, std::stop_token stop = {}) {
    return inside_->sample(table, n, either(std::move(stop)));
  }
  /// As in `Database`.
  [[nodiscard]] db::execution distinct(std::string const& table, std::string const& column, std::size_t n, std::stop_token stop = {}) {
    return inside_->distinct(table, column, n, either(std::move(stop)));
  }
  /// As in `any_connection`.
  std::optional<failure> each_row(std::string const& sql, take_row const& take, std::stop_token stop = {}) {
    return inside_->each_row(sql, take, either(std::move(stop)));
  }
  /// The same with limits.
  std::optional<failure> each_row(std::string const& sql, take_row const& take, db::statement_limits const& within,
                                  std::stop_token stop = {}) {
    return inside_->each_row(sql, take, within, either(std::move(stop)));
  }
  /// As in `any_connection`.
  [[nodiscard]] db::estimation estimate(std::string const& sql, std::stop_token stop = {}) {
    return inside_->estimate(sql, either(std::move(stop)));
  }
  /// As in `any_connection`.
  [[nodiscard]] std::vector<std::string> can_write() { return inside_->can_write(); }
  /// As in `any_connection`.
  void interrupt() noexcept { inside_->interrupt(); }

 private:
  [[nodiscard]] std::stop_token either(std::stop_token given) const { return given.stop_possible() ? std::move(given) : watch_->stop(); }

  db::any_connection* inside_;
  run_watch* watch_;
  std::optional<db::statement_limits> within_;
};
static_assert(db::BlockingConnection<watched_connection> && db::Estimating<watched_connection>);

}  // namespace t2s::serve

#endif
