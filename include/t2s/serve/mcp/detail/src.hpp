// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/mcp/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_MCP_DETAIL_SRC_HPP
#define T2S_SERVE_MCP_DETAIL_SRC_HPP

#include "t2s/serve/mcp/detail/database_offering.ipp"
#include "t2s/serve/mcp/detail/session.ipp"
#include "t2s/serve/mcp/detail/session_state.ipp"
#include "t2s/serve/mcp/detail/stdio.ipp"
#include "t2s/serve/mcp/detail/streamable.ipp"
#include "t2s/serve/mcp/detail/work_of_call.ipp"

#endif
