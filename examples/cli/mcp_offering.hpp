// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_MCP_OFFERING_HPP
#define T2S_CLI_MCP_OFFERING_HPP

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "served_pool.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/detail/conversations.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/detail/served_system.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"
#include "t2s/serve/mcp/detail/sampling.hpp"
#include "telemetry_options.hpp"

namespace cli {

/// The operations of these names, or all without names. --audit records their statements with the caller.
[[nodiscard]] std::vector<t2s::serve::operation> audited_operations(std::vector<std::string_view> const& names = {});

/// The operations on corrections, `correct` first, with the same audit.
[[nodiscard]] std::vector<t2s::serve::operation> audited_corrections(std::shared_ptr<t2s::serve::corrections> const& kept);

/// The answerers for questions of MCP clients: a system, and one that asks the client's model.
struct mcp_answerers {
  t2s::serve::served_system by{}, by_callers_model{};
  std::vector<t2s::serve::operation> stored{};                 ///< further tools: stored queries
  std::shared_ptr<t2s::serve::conversations> conversations{};  ///< in which questions may be asked; may be null
  bool lists_conversations = false;                            ///< with tools that list and delete them
};

/// Adds --queries.
void describe_stored_queries(po::options_description& to);

/// The stored queries of --queries as tools over the databases. Throws t2s::error if a query is wrong, or fits none of them.
[[nodiscard]] std::vector<t2s::serve::operation> stored_queries_of(po::variables_map const& given, t2s::serve::database_list const& served);

/// Without a model of the server, with these demonstrations. `telemetry` must outlive it.
[[nodiscard]] mcp_answerers local_answerers(served_pool const& pool, telemetry_options const& telemetry);

/// The offering to MCP clients over the databases: all operations, and `ask`, which may wait for a client's model if one of `places` is
/// free. Unless `kept` is null, its corrections can be made, listed and removed. `user` owns the conversations.
[[nodiscard]] std::shared_ptr<t2s::serve::mcp::offering const> mcp_offering(
    t2s::serve::database_list const& all, mcp_answerers const& answerers, std::shared_ptr<t2s::serve::corrections> const& kept,
    std::string const& user = {},
    std::shared_ptr<t2s::serve::mcp::sampling_places> places = std::make_shared<t2s::serve::mcp::sampling_places>());

}  // namespace cli

#endif
