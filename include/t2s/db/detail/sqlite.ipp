// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_SQLITE_IPP
#define T2S_DB_DETAIL_SQLITE_IPP

#include "t2s/db/detail/connection_threads.hpp"
#include "t2s/db/sqlite.hpp"

#include <vector>

namespace t2s::db {

/// The file's connections and their threads.
class sqlite::pool : public detail::connection_threads<sqlite_connection> {
 public:
  pool(std::string const& file, sqlite_options const& options) : connection_threads(opened(file, options)) {}

 private:
  static std::vector<sqlite_connection> opened(std::string const& file, sqlite_options const& options) {
    if (options.connections == 0) throw error(errc::invalid_argument, "a database needs at least one connection", "set connections to 1");
    std::vector<sqlite_connection> all;
    for (std::size_t i = 0; i < options.connections; ++i) all.emplace_back(file, options);
    return all;
  }
};

T2S_DECL sqlite::sqlite(std::string const& file, sqlite_options const& options) : pool_(std::make_shared<pool>(file, options)) {}

T2S_DECL sqlite::~sqlite() { pool_->close(); }

T2S_DECL t2s::schema::database const& sqlite::schema() const noexcept { return pool_->first().schema(); }

T2S_DECL awaitable<execution> sqlite::execute(std::string sql) {
  return detail::run_on(pool_,
                        [sql = std::move(sql)](sqlite_connection& c, std::stop_token stop) { return c.execute(sql, std::move(stop)); });
}

T2S_DECL awaitable<estimation> sqlite::estimate(std::string sql) {
  return detail::estimate_on(
      pool_, [sql = std::move(sql)](sqlite_connection& c, std::stop_token stop) { return c.estimate(sql, std::move(stop)); });
}

T2S_DECL awaitable<execution> sqlite::sample(std::string table, std::size_t n) {
  return detail::run_on(
      pool_, [table = std::move(table), n](sqlite_connection& c, std::stop_token stop) { return c.sample(table, n, std::move(stop)); });
}

T2S_DECL awaitable<execution> sqlite::distinct(std::string table, std::string column, std::size_t limit) {
  return detail::run_on(pool_, [table = std::move(table), column = std::move(column), limit](sqlite_connection& c, std::stop_token stop) {
    return c.distinct(table, column, limit, std::move(stop));
  });
}

}  // namespace t2s::db

#endif
