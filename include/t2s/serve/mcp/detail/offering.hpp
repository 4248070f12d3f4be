// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_OFFERING_HPP
#define T2S_SERVE_MCP_DETAIL_OFFERING_HPP

#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/mcp/detail/message.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve::mcp {

/// A call of a client that is under way, as what serves it sees it. Its verbs may be used by the thread of the call.
class work {
 public:
  work() = default;
  work(work const&) = delete;
  work& operator=(work const&) = delete;
  virtual ~work() = default;

  /// The address of the client, "" over pipes.
  [[nodiscard]] virtual std::string from() const = 0;
  /// Requested when the client cancels the call or is gone.
  [[nodiscard]] virtual std::stop_token stop() const = 0;
  /// Tells the client how far the call is, if it asked for that; a report that goes back is left out.
  virtual void report(progress const& how_far) = 0;
  /// Sends a log message, if the client wants those of that level.
  virtual void log(log_level level, std::string_view logger, json::value data) = 0;
  /// Whether the client declared a capability, such as "sampling".
  [[nodiscard]] virtual bool client_has(std::string_view capability) const = 0;
  /// Sends a request to the client and waits for its result. Throws `refused` with the client's error, and `t2s::error` with `cancelled`
  /// if the call is ended or the client is gone, with `model_timeout` if there is no answer in that time.
  [[nodiscard]] virtual json::object ask(std::string_view method, json::object params, std::chrono::seconds most) = 0;
  /// Lets a transport that keeps a stream open for this call close it; the client comes back for the rest.
  virtual void let_stream_go() = 0;
};

/// A tool: how it is listed, and what it does.
struct tool {
  json::object shown{};  ///< name, title, description, inputSchema, outputSchema, annotations
  /// Gives the result of the call, with "content". The arguments fit the schema. What it throws is a result with isError, but for
  /// `refused`.
  std::function<json::object(json::object const& arguments, work&)> call{};
};

/// A prompt: how it is listed, and what it gives.
struct prompt {
  json::object shown{};                                                     ///< name, title, description, arguments
  std::function<json::object(json::object const& arguments, work&)> get{};  ///< gives the result, with "messages"
};

/// What a server offers. Shared by its sessions and not changed while there are any; its functions are called by several threads.
struct offering {
  json::object info{};                    ///< of the server: name, title, version
  std::string instructions{};             ///< how it is used, for the model of the client
  std::vector<tool> tools{};              ///< in the order of listing
  std::vector<json::object> resources{};  ///< as they are listed
  std::vector<json::object> templates{};  ///< of the names of resources
  std::vector<prompt> prompts{};          ///< in the order of listing
  std::size_t page = 100;                 ///< items that a list gives at once

  /// Gives the result of reading a resource, with "contents"; throws `refused` for one that does not exist. Empty: no resources.
  std::function<json::object(std::string const& uri, work&)> read{};
  /// Gives the result of "completion/complete", from the parameters. Empty: not offered. At once: it does no input or output.
  std::function<json::object(json::object const& params)> complete{};

  json::object capabilities{};  ///< further ones
  /// Further requests, by their method, with their parameters; answered at once.
  std::map<std::string, std::function<json::object(json::object const& params)>, std::less<>> more{};
};

}  // namespace t2s::serve::mcp

#endif
