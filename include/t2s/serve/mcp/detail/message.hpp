// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_MESSAGE_HPP
#define T2S_SERVE_MCP_DETAIL_MESSAGE_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// The Model Context Protocol (https://modelcontextprotocol.io), for servers, without input and output.
namespace t2s::serve::mcp {

namespace json = boost::json;

/// The supported revision without sessions: each request has its revision and the client's capabilities with it.
inline constexpr std::string_view stateless_version = "2026-07-28";

/// The supported revisions with sessions, which `initialize` begins, newest first.
inline constexpr std::array<std::string_view, 4> session_versions{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

/// Whether a revision with sessions is supported.
[[nodiscard]] constexpr bool has_sessions(std::string_view version) noexcept {
  for (auto const v : session_versions)
    if (v == version) return true;
  return false;
}

/// Error codes for malformed requests. A failure within a tool is a result, not an error.
enum class rpc_code : int {
  parse_error = -32700,          ///< invalid JSON
  invalid_request = -32600,      ///< not a JSON-RPC message, or not allowed now
  method_not_found = -32601,     ///< not offered
  invalid_params = -32602,       ///< wrong parameters, unknown tool or prompt
  internal_error = -32603,       ///< a failure of the server
  header_mismatch = -32020,      ///< headers that are missing, or differ from the body
  missing_capability = -32021,   ///< the request needs something that the client does not offer
  unsupported_version = -32022,  ///< of the protocol
  resource_not_found = -32002,   ///< in revisions with sessions
  busy = -32000,                 ///< too much is running, in revisions with sessions
};

/// The error that answers a request.
class refused : public std::exception {
 public:
  /// A code, a sentence, further data for programs, and the status over HTTP.
  refused(rpc_code code, std::string why, json::value data = nullptr, int status = 200)
      : code_(code), why_(std::move(why)), data_(std::move(data)), status_(status) {}

  /// The message.
  [[nodiscard]] char const* what() const noexcept override { return why_.c_str(); }
  [[nodiscard]] rpc_code code() const noexcept { return code_; }
  [[nodiscard]] int status() const noexcept { return status_; }

  /// The error as JSON-RPC defines it.
  [[nodiscard]] json::object error() const {
    json::object o{{"code", static_cast<int>(code_)}, {"message", text::valid_utf8(why_)}};
    if (!data_.is_null()) o["data"] = data_;
    return o;
  }

 private:
  rpc_code code_;
  std::string why_;
  json::value data_;
  int status_;
};

/// The severity of a log message (RFC 5424).
enum class log_level { debug, info, notice, warning, error, critical, alert, emergency };

/// In the order of `log_level`.
inline constexpr std::array<std::string_view, 8> log_level_names{"debug", "info",     "notice", "warning",
                                                                 "error", "critical", "alert",  "emergency"};

/// The name in the protocol.
[[nodiscard]] constexpr std::string_view name_of(log_level l) noexcept { return log_level_names[static_cast<std::size_t>(l)]; }

/// The level of a name, or nothing.
[[nodiscard]] constexpr std::optional<log_level> log_level_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < log_level_names.size(); ++i)
    if (log_level_names[i] == name) return static_cast<log_level>(i);
  return {};
}

/// A text block of a result, with U+FFFD in place of bytes that are not UTF-8.
[[nodiscard]] inline json::object text_content(std::string_view text) { return {{"type", "text"}, {"text", with_escapes(text)}}; }

/// The result of a tool that returns a text.
[[nodiscard]] inline json::object text_result(std::string_view text, bool is_error = false) {
  json::object r{{"content", json::array{text_content(text)}}};
  if (is_error) r["isError"] = true;
  return r;
}

}  // namespace t2s::serve::mcp

#endif
