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

/// A message for the client, or the end of what belongs to a message of the client.
struct outgoing {
  std::string text{};        ///< JSON on one line; "" where there is only an end
  std::uint64_t origin = 0;  ///< what `session::receive` got with the message to which this belongs; 0: to none
  bool ends = false;         ///< nothing more belongs to it
  bool refuses = false;      ///< it answers what was no message of JSON-RPC
  bool lets_go = false;      ///< the stream of `origin` may be closed before that (`work::let_stream_go`)
};

/// What a transport does for its sessions. Both are kept as long as a call is under way, so they own what they refer to.
struct transport {
  std::function<void(outgoing)> send{};              ///< called by any thread, also within `receive`
  std::function<bool(std::function<void()>)> run{};  ///< does work on a thread that may wait; false where it takes no more now
  std::string from{};                                ///< the user or the address of the client; "" over pipes
};

/// What one client may take.
struct session_limits {
  std::size_t message_bytes = std::size_t{4} << 20U;  ///< of a message; a larger one is refused
  std::size_t calls = 32;                             ///< under way at a time
};

/// One client's conversation: takes its messages, gives messages to be sent to it, and does no input or output itself. Calls of tools, and
/// what else may take time, are handed to `transport::run`, so that the client can ping and cancel meanwhile.
///
/// Messages that are malformed are answered as JSON-RPC says; what fails in a tool is a result that says so. Thread safe. Some 2 KiB where
/// nothing is under way.
class session {
 public:
  /// What is served, the transport of its messages, and the limits of the client.
  T2S_DECL session(std::shared_ptr<offering const> offered, transport by, session_limits limits = {});
  session(session const&) = delete;
  session& operator=(session const&) = delete;
  T2S_DECL ~session();  ///< closes it

  /// Takes a message, or a batch of them where the revision has these. Whether something is to come for `origin`: then an `outgoing` with
  /// `ends` will be sent, perhaps before this returns. Never throws but std::bad_alloc.
  T2S_DECL bool receive(std::string_view text, std::uint64_t origin = 0);

  /// Refuses a message that was not read, because of its length.
  T2S_DECL void refuse_long(std::uint64_t origin = 0);

  /// Ends all calls; nothing is sent from now on.
  T2S_DECL void close();

  /// The revision that was agreed on; "" before the client has initialized the session.
  [[nodiscard]] T2S_DECL std::string version() const;
  /// How many calls are under way.
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
