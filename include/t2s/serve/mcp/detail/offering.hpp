// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_OFFERING_HPP
#define T2S_SERVE_MCP_DETAIL_OFFERING_HPP

#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/mcp/detail/message.hpp"
#include "t2s/serve/mcp/detail/request_state.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve::mcp {

/// A request to the client: "sampling/createMessage", "elicitation/create" or "roots/list".
struct client_request {
  std::string method{};
  json::object params{};
  std::string name{};  ///< for the client, if it answers several; by default a number
};

/// A client's call, as the code that serves it sees it. Only the thread of the call may use it.
class work {
 public:
  work() = default;
  work(work const&) = delete;
  work& operator=(work const&) = delete;
  virtual ~work() = default;

  /// The client's address; "" over pipes.
  [[nodiscard]] virtual std::string from() const = 0;
  /// Requested when the client cancels the call or disconnects.
  [[nodiscard]] virtual std::stop_token stop() const = 0;
  /// Reports the progress of the call if the client asked for it; a report that goes back is left out.
  virtual void report(progress const& how_far) = 0;
  /// Sends a log message if the client wants that level.
  virtual void log(log_level level, std::string_view logger, json::value data) = 0;
  /// Whether the client declared a capability, such as "sampling".
  [[nodiscard]] virtual bool client_has(std::string_view capability) const = 0;
  /// Whether `ask` waits: without a session it does not.
  [[nodiscard]] virtual bool waits() const = 0;
  /// Sends a request to the client and waits for its result. Throws `refused` with the client's error, and `t2s::error`: `cancelled` if the
  /// call ends or the client disconnects, `model_timeout` if no answer comes in that time.
  ///
  /// Without sessions the result of the call becomes that request: `cancelled` is thrown at once, and the call runs again from its
  /// beginning once the client has answered. Then this returns its answer to the same question.
  [[nodiscard]] json::object ask(std::string_view method, json::object params, std::chrono::seconds most) {
    return std::move(ask_all({{std::string(method), std::move(params)}}, most).front());
  }
  /// Sends several requests, and returns their results in order. The time is that of each.
  [[nodiscard]] virtual std::vector<json::object> ask_all(std::vector<client_request> asked, std::chrono::seconds most) = 0;
  /// Lets a transport close the stream of this call; the client returns for the rest. Does nothing without a session.
  virtual void close_stream() = 0;
};

/// A tool: its description and its function.
struct tool {
  json::object shown{};  ///< name, title, description, inputSchema, outputSchema, annotations
  /// Returns the result of the call, with "content". The arguments fit the schema. An exception becomes a result with isError, except for
  /// `refused`.
  std::function<json::object(json::object const& arguments, work&)> call{};
  /// The capability without which a client cannot have these arguments served, or ""; empty: there is none.
  std::function<std::string(json::object const& arguments)> needs{};
};

/// A prompt: its description and its function.
struct prompt {
  json::object shown{};                                                     ///< name, title, description, arguments
  std::function<json::object(json::object const& arguments, work&)> get{};  ///< returns the result, with "messages"
};

/// What a server offers. Its sessions share it; it must not change while there are any. Several threads call its functions.
struct offering {
  json::object info{};                    ///< name, title and version of the server
  std::string instructions{};             ///< instructions for the client's model
  std::vector<tool> tools{};              ///< in the order of listing
  std::vector<json::object> resources{};  ///< their descriptions
  std::vector<json::object> templates{};  ///< templates of resource names
  std::vector<prompt> prompts{};          ///< in the order of listing
  std::size_t page = 100;                 ///< the most items of a page of a list

  std::chrono::milliseconds fresh = std::chrono::minutes(5);  ///< how long clients may keep lists and resources
  bool is_public = false;                                     ///< lists are the same for all users, so that caches may share them
  state_seal seal{};                                          ///< for what a call hands its client until it goes on

  /// Reads a resource and returns the result, with "contents"; throws `refused` if it does not exist. Empty: no resources.
  std::function<json::object(std::string const& uri, work&)> read{};
  /// Returns the result of "completion/complete" for the parameters, without input and output. Empty: not offered.
  std::function<json::object(json::object const& params)> complete{};

  json::object capabilities{};  ///< further capabilities
  /// Handlers of further requests by method. They get the parameters and answer immediately.
  std::map<std::string, std::function<json::object(json::object const& params)>, std::less<>> more{};
};

}  // namespace t2s::serve::mcp

#endif
