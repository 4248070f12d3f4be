// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_POSTED_MESSAGE_HPP
#define T2S_SERVE_MCP_DETAIL_POSTED_MESSAGE_HPP

#include "t2s/core/detail/base64.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/mcp/detail/stateless.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::serve::mcp::detail {

/// The value of a header, which may be written as `=?base64?...?=`; nothing if it has bytes that headers must not have.
inline std::optional<std::string> header_text(std::string_view written) {
  constexpr std::string_view begin = "=?base64?", end = "?=";
  bool const is_plain = std::ranges::all_of(written, [](char c) { return (c >= ' ' && c <= '~') || c == '\t'; });
  if (!is_plain) return {};
  if (written.size() < begin.size() + end.size() || !written.starts_with(begin) || !written.ends_with(end)) return std::string(written);
  return t2s::detail::base64_bytes(written.substr(begin.size(), written.size() - begin.size() - end.size()));
}

/// What the endpoint must know of a message before a session reads it. A body that is no request has none of it.
class posted_message {
 public:
  explicit posted_message(std::string_view body) {
    boost::system::error_code wrong;
    auto message = json::parse(body, wrong);
    if (wrong || !message.is_object()) return;
    message_ = std::move(message.get_object());
    if (auto const* given = message_.if_contains("params"); given && given->is_object()) params_ = &given->get_object();
  }

  posted_message(posted_message const&) = delete;
  posted_message& operator=(posted_message const&) = delete;

  [[nodiscard]] std::string method() const { return text_in(message_, "method"); }

  [[nodiscard]] json::value id() const {
    auto const* given = message_.if_contains("id");
    return given && (given->is_string() || given->is_number()) ? *given : json::value(nullptr);
  }

  /// Whether it is of the revision without sessions, by its headers or by itself.
  [[nodiscard]] bool is_stateless(auto const& headers) const {
    return headers.get("MCP-Protocol-Version") == stateless_version || detail::is_stateless(method(), *params_);
  }

  /// Throws `refused` unless the headers say what the body says (2026-07-28, Streamable HTTP, Server Validation). Notifications need none.
  void require_headers(auto const& headers) const {
    if (method().empty() || !message_.contains("id")) return;
    if (!version_of(*params_)) static_cast<void>(meta_of(*params_));  // throws for what the body lacks
    require(headers, "MCP-Protocol-Version", text_in(params_->at("_meta").as_object(), version_key));
    require(headers, "Mcp-Method", method());
    bool const by_uri = method() == "resources/read";
    if (by_uri || method() == "tools/call" || method() == "prompts/get")
      require(headers, "Mcp-Name", text_in(*params_, by_uri ? "uri" : "name"), true);
  }

 private:
  static std::string text_in(json::object const& o, std::string_view member) {
    auto const* v = o.if_contains(member);
    return v && v->is_string() ? std::string(v->get_string()) : std::string();
  }

  /// `encodes`: the value may be in base64.
  static void require(auto const& headers, std::string_view name, std::string const& value, bool encodes = false) {
    auto const refuse = [&](std::string const& why) {
      throw refused(rpc_code::header_mismatch, "Header mismatch: " + std::string(name) + why, nullptr, 400);
    };
    if (headers.count(name) > 1) refuse(" is there more than once");
    std::string_view const written = headers.get(name);
    if (written.empty()) refuse(" is missing");
    auto const said = encodes ? header_text(written) : std::optional(std::string(written));
    if (!said) refuse(" has bytes that headers must not have, or is not base64");
    if (*said != value) refuse(" is \"" + text::cut(*said, 100) + "\", and the body has \"" + text::cut(value, 100) + "\"");
  }

  json::object message_{};
  json::object none_{};
  json::object const* params_ = &none_;  // within the message
};

}  // namespace t2s::serve::mcp::detail

#endif
