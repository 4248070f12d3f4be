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

/// Limits for the clients of an endpoint.
struct streamable_options {
  session_limits limits{};  ///< for each client
  /// The most sessions. A further one ends one of the user, or of the address, that has most: one that was only begun rather than one that
  /// is not in use, that rather than one in use, and of these the one that was unused for longest.
  std::size_t sessions = 1'024;
  std::chrono::milliseconds unused = std::chrono::hours(1);   ///< a session without an open stream ends when it was unused for so long
  std::chrono::milliseconds left = std::chrono::minutes(5);   ///< an answer that no client fetches is kept for so long
  std::size_t kept_bytes = std::size_t{32} << 10U;            ///< bytes of sent events that a session keeps for repetition
  std::chrono::milliseconds retry = std::chrono::seconds(1);  ///< the time after which a client should return to a stream
};

/// The Streamable HTTP transport, without sockets: maps POST, GET and DELETE of one path to messages of sessions and streams of events.
///
/// A request that can be answered immediately gets JSON, with status 400 for an invalid message. Any other gets a stream of server-sent
/// events, which ends with the response. A client that lost its stream, or was told to leave, fetches the rest by GET with Last-Event-ID.
/// GET without it opens the stream for messages outside of requests, one for each session. `serve::access_check` checks Host, Origin and
/// token before.
///
/// A request of the revision without sessions (2026-07-28) is served by itself, and its headers must say what its body says. Whoever leaves
/// its stream cancels it.
///
/// Thread safe. All its responses must be destroyed before it.
class streamable {
 public:
  /// `run` runs calls on threads that may wait, and returns false if it accepts no more now.
  T2S_DECL streamable(std::shared_ptr<offering const> offered, std::function<bool(std::function<void()>)> run, streamable_options how = {});
  streamable(streamable const&) = delete;
  streamable& operator=(streamable const&) = delete;
  T2S_DECL ~streamable();  ///< ends all sessions

  /// Answers a request to the path.
  [[nodiscard]] T2S_DECL response answer(request const& asked);

  /// Offers something else to requests that come from now on, also of the sessions that there are; calls go on with what they began with.
  T2S_DECL void renew(std::shared_ptr<offering const> offered);

  /// Ends all sessions and their streams.
  T2S_DECL void close();

  /// The number of sessions.
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
