// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DATABASE_OFFERING_HPP
#define T2S_SERVE_MCP_DATABASE_OFFERING_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"
#include "t2s/serve/mcp/detail/sampling.hpp"

#include <memory>
#include <string>
#include <vector>

namespace t2s::serve::mcp {

/// The databases of a server, each with a different name.
using databases = std::vector<std::shared_ptr<served_database>>;

/// Offers operations over databases to MCP clients:
///
/// - each operation as a read-only tool with the argument `database`, which is optional if there is only one database;
/// - the resources `t2s://DATABASE/schema` and, for each table, `t2s://DATABASE/table/TABLE`: their CREATE TABLE statements, a table's with
///   examples of its values;
/// - the prompt `question`, which shows a model the part of a schema that a question needs;
/// - completion of the names of databases and tables.
///
/// A tool may use the client's model if the client offers sampling (`call::model`) and one of `places` is free; otherwise that model fails
/// with `model_failed`. Half of the threads for calls is a good number of places. Throws `t2s::error` with `invalid_argument` if there is
/// no database, or if two have the same name.
[[nodiscard]] T2S_DECL std::shared_ptr<offering const> offer_databases(
    databases served, std::vector<operation> operations, std::shared_ptr<sampling_places> places = std::make_shared<sampling_places>());

}  // namespace t2s::serve::mcp

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/mcp/detail/database_offering.ipp"
#endif

#endif
