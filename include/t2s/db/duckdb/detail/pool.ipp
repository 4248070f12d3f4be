// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_POOL_IPP
#define T2S_DB_DUCKDB_DETAIL_POOL_IPP

#include "t2s/db/detail/connection_threads.hpp"
#include "t2s/db/duckdb/connection.hpp"
#include "t2s/db/duckdb/pool.hpp"

#include <utility>
#include <vector>

namespace t2s::db {

/// The connections and their threads.
class duckdb::pool : public detail::connection_threads<duckdb_connection> {
 public:
  pool(std::string const& file, duckdb_options const& options) : connection_threads(opened(file, options)) {}

 private:
  static std::vector<duckdb_connection> opened(std::string const& file, duckdb_options const& options) {
    if (options.connections == 0) throw error(errc::invalid_argument, "a database needs at least one connection", "set connections to 1");
    std::vector<duckdb_connection> all;
    for (std::size_t i = 0; i < options.connections; ++i) all.emplace_back(file, options);
    return all;
  }
};

T2S_DECL duckdb::duckdb(std::string const& file, duckdb_options const& options) : pool_(std::make_shared<pool>(file, options)) {}

T2S_DECL duckdb::~duckdb() { pool_->close(); }

T2S_DECL t2s::schema::database const& duckdb::schema() const noexcept { return pool_->first().schema(); }

T2S_DECL awaitable<execution> duckdb::execute(std::string sql) {
  return detail::run_on(pool_,
                        [sql = std::move(sql)](duckdb_connection& c, std::stop_token stop) { return c.execute(sql, std::move(stop)); });
}

T2S_DECL awaitable<estimation> duckdb::estimate(std::string sql) {
  return detail::estimate_on(
      pool_, [sql = std::move(sql)](duckdb_connection& c, std::stop_token stop) { return c.estimate(sql, std::move(stop)); });
}

T2S_DECL awaitable<execution> duckdb::sample(std::string table, std::size_t n) {
  return detail::run_on(
      pool_, [table = std::move(table), n](duckdb_connection& c, std::stop_token stop) { return c.sample(table, n, std::move(stop)); });
}

T2S_DECL awaitable<execution> duckdb::distinct(std::string table, std::string column, std::size_t limit) {
  return detail::run_on(pool_, [table = std::move(table), column = std::move(column), limit](duckdb_connection& c, std::stop_token stop) {
    return c.distinct(table, column, limit, std::move(stop));
  });
}

}  // namespace t2s::db

#endif
