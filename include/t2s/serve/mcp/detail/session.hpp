// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_SESSION_HPP
#define T2S_SERVE_MCP_DETAIL_SESSION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/mcp/detail/message.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace t2s::serve::mcp {

/// A message for the client, or the end of the answers to one of its messages.
struct outgoing {
  std::string text{};          ///< JSON on one line; "" if there is only an end
  std::uint64_t origin = 0;    ///< the `origin` that `session::receive` got with the client's message; 0: none
  bool ends = false;           ///< whether this is the last one for `origin`
  int status = 200;            ///< over HTTP, of the response
  bool closes_stream = false;  ///< whether the stream of `origin` may be closed earlier (`work::close_stream`)
};

/// The functions of a transport for its sessions. They live as long as any call, so they must own what they refer to.
struct transport {
  std::function<void(outgoing)> send{};              ///< called by any thread, also within `receive`
  std::function<bool(std::function<void()>)> run{};  ///< runs work on a thread that may wait; returns false if it accepts no more work now
  std::string from{};                                ///< the user or the address of the client; "" over pipes
};

/// Limits for one client.
struct session_limits {
  std::size_t message_bytes = std::size_t{4} << 20U;  ///< the size of a message; a larger one is rejected
  std::size_t calls = 32;                             ///< calls that run at once
};

/// One client's conversation. It takes the client's messages and produces messages for the client, without input and output. Requests of
/// the revision without sessions need no `initialize`: each is served by itself, whatever else the client has sent. `transport::run` gets
/// tool calls and other slow work, so that the client can ping and cancel meanwhile.
///
/// A malformed message is answered as JSON-RPC defines; a failure within a tool is a result that says so. Thread safe. An idle session
/// takes about 2 KiB.
class session {
 public:
  /// The offering, the transport of its messages, and the limits of the client.
  T2S_DECL session(std::shared_ptr<offering const> offered, transport by, session_limits limits = {});
  session(session const&) = delete;
  session& operator=(session const&) = delete;
  T2S_DECL ~session();  ///< closes it

  /// Takes a message, or a batch if the revision has batches. Returns whether answers to `origin` will come: then an `outgoing` with `ends`
  /// is sent, perhaps before this returns. Throws only std::bad_alloc.
  T2S_DECL bool receive(std::string_view text, std::uint64_t origin = 0);

  /// Rejects a message that was too long to be read.
  T2S_DECL void refuse_long(std::uint64_t origin = 0);

  /// Offers something else to messages that come from now on; calls go on with what they began with.
  T2S_DECL void renew(std::shared_ptr<offering const> offered);

  /// Ends all calls; sends nothing from now on.
  T2S_DECL void close();

  /// The negotiated revision; "" before the client has initialized the session.
  [[nodiscard]] T2S_DECL std::string version() const;
  /// The number of running calls.
  [[nodiscard]] T2S_DECL std::size_t calls() const;

 private:
  class state;
  std::shared_ptr<state> state_;
};

}  // namespace t2s::serve::mcp

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/mcp/detail/session.ipp"
#endif

#endif
