// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_OPEN_SERVER_HPP
#define T2S_DB_POSTGRES_DETAIL_OPEN_SERVER_HPP

#include "t2s/db/postgres/detail/catalogue.hpp"
#include "t2s/db/postgres/detail/statements.hpp"

#include <memory>
#include <string>
#include <utility>

namespace t2s::db::detail {

/// A server with its schema, and its first connection. Throws `t2s::error`.
inline std::unique_ptr<postgres_slot> open_server(std::string connection_string, postgres_options const& options) {
  auto const server = std::make_shared<postgres_server>();
  server->connection_string = std::move(connection_string);
  server->options = options;
  auto slot = std::make_unique<postgres_slot>(server);
  wake_pipe const pipe;
  blocking_shell shell({}, pipe);
  slot->set(shell.connect(*server));
  postgres_catalogue(shell, *slot).read();
  if (server->schema.empty())
    throw error(errc::no_tables, "the role sees no table of the database",
                "name the schemas (postgres_options::schemas), or GRANT USAGE on the schema and SELECT on its tables");
  return slot;
}

}  // namespace t2s::db::detail

#endif
