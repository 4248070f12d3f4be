// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_POOL_IPP
#define T2S_DB_MYSQL_DETAIL_POOL_IPP

#include "t2s/db/detail/connection_threads.hpp"
#include "t2s/db/mysql/detail/open_server.hpp"
#include "t2s/db/mysql/pool.hpp"

#include <vector>

namespace t2s::db {
namespace detail {

/// A place of the pool.
using mysql_place = std::unique_ptr<mysql_slot>;

inline std::vector<mysql_place> mysql_places(std::string const& server, mysql_options const& options) {
  if (options.connections == 0) throw error(errc::invalid_argument, "a database needs at least one connection", "set connections to 1");
  std::vector<mysql_place> all;
  all.push_back(open_mysql_server(server, options));
  while (all.size() < options.connections) all.push_back(std::make_unique<mysql_slot>(all.front()->shared_server()));
  return all;
}

}  // namespace detail

/// The server's connections and their threads.
class mysql::pool : public detail::connection_threads<detail::mysql_place> {
 public:
  using connection_threads::connection_threads;

  [[nodiscard]] schema::database const& schema() const { return first()->server().schema; }
};

T2S_DECL mysql::mysql(std::string const& server, mysql_options const& options)
    : pool_(std::make_shared<pool>(detail::mysql_places(server, options))) {}

T2S_DECL mysql::~mysql() { pool_->close(); }

T2S_DECL t2s::schema::database const& mysql::schema() const noexcept { return pool_->schema(); }

T2S_DECL mysql_pool_use mysql::use() const {
  mysql_pool_use now;
  auto const at_work = pool_->use();
  now.busy = at_work.running;
  now.waiting = at_work.waiting;
  for (auto const& slot : pool_->all()) now.open += slot->is_open() ? 1U : 0U;
  return now;
}

T2S_DECL awaitable<execution> mysql::execute(std::string sql) {
  return detail::run_on(pool_, [sql = std::move(sql)](detail::mysql_place& slot, std::stop_token const& stop) {
    return detail::collect(*slot, detail::admitted(slot->server(), sql), stop);
  });
}

T2S_DECL awaitable<estimation> mysql::estimate(std::string sql) {
  return detail::estimate_on(pool_, [sql = std::move(sql)](detail::mysql_place& slot, std::stop_token const& stop) {
    return detail::estimate(*slot, detail::admitted(slot->server(), sql), slot->server().options.limits.time, stop);
  });
}

T2S_DECL awaitable<execution> mysql::sample(std::string table, std::size_t n) {
  return detail::run_on(pool_, [table = std::move(table), n](detail::mysql_place& slot, std::stop_token const& stop) {
    return detail::collect(*slot, detail::mysql_sample_of(slot->server(), table, n), stop);
  });
}

T2S_DECL awaitable<execution> mysql::distinct(std::string table, std::string column, std::size_t limit) {
  auto const work = [table = std::move(table), column = std::move(column), limit](detail::mysql_place& slot, std::stop_token const& stop) {
    return detail::as_distinct(detail::collect(*slot, detail::mysql_distinct_of(slot->server(), table, column, limit), stop), limit,
                               slot->server().options.distinct_rows);
  };
  return detail::run_on(pool_, work);
}

}  // namespace t2s::db

#endif
