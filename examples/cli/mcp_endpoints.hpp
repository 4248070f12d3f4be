// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_MCP_ENDPOINTS_HPP
#define T2S_CLI_MCP_ENDPOINTS_HPP

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mcp_offering.hpp"
#include "served_databases.hpp"
#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/mcp/streamable.hpp"
#include "t2s/serve/runs/detail/worker_pool.hpp"

namespace cli {

/// MCP over HTTP at /mcp: an endpoint for each user, so that users cannot reach each other's sessions; without users one for all.
class mcp_endpoints {
 public:
  /// What each user is offered; "" is everybody where there are no users.
  using offerings = std::map<std::string, std::shared_ptr<t2s::serve::mcp::offering const>, std::less<>>;

  /// Calls of all users share `threads` threads; half of them may wait for clients' models. Nothing is offered yet.
  explicit mcp_endpoints(std::size_t threads);

  /// The offerings over those databases. `kept` may be null; users may correct if `may_correct` says so, or is empty.
  [[nodiscard]] offerings over(served_databases const& of, mcp_answerers const& answerers,
                               std::shared_ptr<t2s::serve::corrections> const& kept,
                               std::function<bool(std::string_view)> const& may_correct) const;

  /// Offers this from now on, also to sessions that there are. Sessions of users who are not there any more end. Not at the same time as
  /// `answer` or `close`.
  void offer(offerings const& now);

  /// Answers if the path is /mcp; returns whether it is.
  [[nodiscard]] bool answer(t2s::serve::request const& asked, t2s::serve::responder const& respond);

  /// Ends all sessions, and lets none begin. Not at the same time as `offer`.
  void close();

 private:
  using owned = std::unique_ptr<t2s::serve::mcp::streamable>;

  t2s::serve::worker_pool workers_;
  std::shared_ptr<t2s::serve::mcp::sampling_places> places_;
  std::map<std::string, owned, std::less<>> of_users_{};  // "": for all
  std::vector<owned> ended_{};                            // responses may still refer to them
};

}  // namespace cli

#endif
