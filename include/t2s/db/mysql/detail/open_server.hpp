// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_OPEN_SERVER_HPP
#define T2S_DB_MYSQL_DETAIL_OPEN_SERVER_HPP

#include "t2s/db/mysql/detail/catalogue.hpp"

#include <memory>
#include <string>
#include <utility>

namespace t2s::db::detail {

/// A server with its schema, and its first connection. Throws `t2s::error`.
inline std::unique_ptr<mysql_slot> open_mysql_server(std::string const& url, mysql_options const& options) {
  auto const server = std::make_shared<mysql_server>();
  server->url = mysql_url_reader::read(url);
  server->options = options;
  auto slot = std::make_unique<mysql_slot>(server);
  slot->set(connect_in_time(*server, {}));
  auto const database = slot->session()->address().where.database;
  if (database.empty()) throw error(errc::invalid_argument, "the URL names no database", "write mysql://user:password@host:port/database");
  server->url.database = database;
  mysql_catalogue(*slot).read();
  if (server->schema.empty())
    throw error(errc::no_tables, "the user sees no table of the database " + database, "GRANT SELECT on its tables, or name another one");
  return slot;
}

}  // namespace t2s::db::detail

#endif
