// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TRANSPORT_HTTP_HEAD_HPP
#define T2S_LLM_IMPL_TRANSPORT_HTTP_HEAD_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/http_message.hpp"
#include "t2s/llm/impl/base64.hpp"
#include "t2s/llm/impl/transport/http_rules.hpp"
#include "t2s/llm/url.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

/// The first lines of a request.
namespace t2s::llm::detail {

inline void require_well_formed(http_request const& request) {
  if (!is_token(request.method)) refuse_request("the method is no HTTP method", "write GET or POST");
  if (!request.path.starts_with('/') || !std::ranges::all_of(request.path, is_visible))
    refuse_request("the path does not begin with \"/\" or has a character that no path has", "write such characters as %XX");
  for (auto const& h : request.headers) require_sendable(h);
}

/// "%40" is how an "@" of a password stands in a URL.
inline std::string percent_decoded(std::string_view s) {
  std::string out;
  for (; !s.empty(); s.remove_prefix(1)) {
    unsigned byte = 0;
    bool const is_code = s.starts_with('%') && s.size() > 2 && std::from_chars(s.data() + 1, s.data() + 3, byte, 16).ptr == s.data() + 3;
    out.push_back(is_code ? static_cast<char>(byte) : s.front());
    if (is_code) s.remove_prefix(2);
  }
  return out;
}

/// "Name: value" of the proxy's password, "" without one.
inline std::string proxy_authorization(url const& proxy) {
  if (proxy.user_info.empty()) return {};
  return "Proxy-Authorization: Basic " + base64_of(percent_decoded(proxy.user_info)) + "\r\n";
}

inline bool has_header(http_request const& request, std::string_view name) {
  return std::ranges::any_of(request.headers, [&](http_header const& h) { return text::same(h.name, name); });
}

/// `proxy` is that of plain HTTP, which is told the whole URL.
inline std::string request_head(http_request const& request, url const& base, std::optional<url> const& proxy) {
  std::string s;
  s.reserve(512);
  s.append(request.method).append(" ");
  if (proxy) s.append(base.origin());
  s.append(base.path).append(request.path).append(" HTTP/1.1\r\n");
  if (!has_header(request, "host")) s.append("Host: ").append(base.authority()).append("\r\n");
  if (!has_header(request, "user-agent")) s.append("User-Agent: t2s/" T2S_VERSION_STRING "\r\n");
  if (proxy) s.append(proxy_authorization(*proxy));
  for (auto const& h : request.headers) s.append(h.name).append(": ").append(h.value).append("\r\n");
  if (!request.body.empty() || (request.method != "GET" && request.method != "HEAD"))
    s.append("Content-Length: ").append(std::to_string(request.body.size())).append("\r\n");
  return s.append("\r\n");
}

inline std::string connect_head(url const& base, url const& proxy) {
  bool const is_ipv6 = base.host.find(':') != std::string::npos;
  std::string target = is_ipv6 ? "[" + base.host + "]" : base.host;
  target.append(":").append(std::to_string(base.port));
  return "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n" + proxy_authorization(proxy) + "\r\n";
}

}  // namespace t2s::llm::detail

#endif
