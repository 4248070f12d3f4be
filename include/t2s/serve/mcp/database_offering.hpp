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

/// The databases of a server, each with a name of its own.
using databases = std::vector<std::shared_ptr<served_database>>;

/// Offers operations over databases to MCP clients:
///
/// - each operation as a tool that only reads, with an argument `database`, one of their names, that may be left out where there is one;
/// - the resources `t2s://DATABASE/schema` and, for each table, `t2s://DATABASE/table/TABLE`: the statements that make them, a table's with
///   examples of what it stores;
/// - the prompt `question`, which gives a model the part of a schema that a question needs;
/// - completion of the names of databases and tables.
///
/// A tool may ask the client's model, where the client offers sampling (`call::model`) and one of `places` is free, else its model fails
/// with `model_failed`; half of the threads that calls have is a good number. Throws t2s::error with `invalid_argument` where there is no
/// database, or two have the same name.
[[nodiscard]] T2S_DECL std::shared_ptr<offering const> offer_databases(
    databases served, std::vector<operation> operations, std::shared_ptr<sampling_places> places = std::make_shared<sampling_places>());

}  // namespace t2s::serve::mcp

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/mcp/detail/database_offering.ipp"
#endif

#endif
