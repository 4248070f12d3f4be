// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_STREAMABLE_HPP
#define T2S_SERVE_MCP_STREAMABLE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"
#include "t2s/serve/mcp/detail/session.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace t2s::serve::mcp {

/// What the clients of an endpoint may take.
struct streamable_options {
  session_limits limits{};                                    ///< of each
  std::size_t sessions = 1'024;                               ///< at a time; beyond, the one that was longest unused is ended
  std::chrono::milliseconds unused = std::chrono::hours(1);   ///< a session that is unused for so long is ended, if it has no open stream
  std::chrono::milliseconds left = std::chrono::minutes(5);   ///< an answer that nobody came back for is kept for so long
  std::size_t kept_bytes = std::size_t{32} << 10U;            ///< of events of a session that were sent and may be asked for again
  std::chrono::milliseconds retry = std::chrono::seconds(1);  ///< after which a client should come back to a stream
};

/// The Streamable HTTP transport, without sockets: POST, GET and DELETE of one path become messages of sessions and streams of events.
///
/// A request whose answer is there at once gets it as JSON, with status 400 where it was no message of JSON-RPC. Any other gets a stream of
/// server-sent events, which ends with the response; a client that lost it, or that was let go, has the rest by GET with Last-Event-ID. GET
/// without that is the stream of what belongs to no request; there is one a session. Whether Host, Origin and token are right is decided
/// before (`serve::access_check`).
///
/// Thread safe. What it answers must be gone before it is destroyed.
class streamable {
 public:
  /// `run` does the work of calls on threads that may wait, and returns false where it takes no more now.
  T2S_DECL streamable(std::shared_ptr<offering const> offered, std::function<bool(std::function<void()>)> run, streamable_options how = {});
  streamable(streamable const&) = delete;
  streamable& operator=(streamable const&) = delete;
  T2S_DECL ~streamable();  ///< ends all sessions

  /// Answers a request of the path.
  [[nodiscard]] T2S_DECL response answer(request const& asked);

  /// Ends all sessions and their streams.
  T2S_DECL void close();

  /// How many sessions there are.
  [[nodiscard]] T2S_DECL std::size_t sessions() const;

 private:
  class impl;
  std::shared_ptr<impl> impl_;
};

}  // namespace t2s::serve::mcp

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/mcp/detail/streamable.ipp"
#endif

#endif
