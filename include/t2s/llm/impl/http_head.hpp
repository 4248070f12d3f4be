// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_HTTP_HEAD_HPP
#define T2S_LLM_IMPL_HTTP_HEAD_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/http_message.hpp"
#include "t2s/llm/impl/base64.hpp"
#include "t2s/llm/url.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The first lines of a request.
namespace t2s::llm::detail {

[[noreturn]] inline void refuse_request(std::string message, std::string remedy) {
  throw error(errc::invalid_argument, std::move(message), std::move(remedy));
}

inline bool is_visible(char c) noexcept { return c > ' ' && c < '\x7f'; }
inline bool is_token(std::string_view s) noexcept {
  static constexpr std::string_view separators = "\"(),/:;<=>?@[\\]{}";
  return !s.empty() && std::ranges::all_of(s, [](char c) {
    return text::is_letter(c) || c == '-' || (is_visible(c) && separators.find(c) == std::string_view::npos);
  });
}
inline bool is_value(std::string_view s) noexcept {
  return std::ranges::all_of(s, [](char c) { return c == '\t' || (c >= ' ' && c != '\x7f') || static_cast<unsigned char>(c) >= 0x80; });
}

/// Lest a line end in a value begins a header, or a request, of its own. The value itself is not shown: it may be a key.
inline void require_well_formed(http_request const& request) {
  if (!is_token(request.method)) refuse_request("the method is no HTTP method", "write GET or POST");
  if (!request.path.starts_with('/') || !std::ranges::all_of(request.path, is_visible))
    refuse_request("the path does not begin with \"/\" or has a character that no path has", "write such characters as %XX");
  for (auto const& h : request.headers) {
    if (!is_token(h.name)) refuse_request("a header has a name that is none", "names are letters, digits and hyphens");
    if (!is_value(h.value))
      refuse_request("the header " + h.name + " has a control character", "remove it; keys often end with a line end");
    if (text::same(h.name, "content-length") || text::same(h.name, "transfer-encoding") || text::same(h.name, "connection"))
      refuse_request("the header " + h.name + " is the transport's own", "leave it out");
  }
}

inline std::string to_base64(std::string_view bytes) {
  std::string s;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    auto const piece = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8U | (k < piece.size() ? static_cast<unsigned char>(piece[k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) s.push_back(k <= piece.size() ? base64_digits[bits >> (18 - 6 * k) & 63U] : '=');
  }
  return s;
}

/// "Name: value" of the proxy's password, "" without one.
inline std::string proxy_authorization(url const& proxy) {
  if (proxy.user_info.empty()) return {};
  return "Proxy-Authorization: Basic " + to_base64(proxy.user_info) + "\r\n";
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
  if (!request.body.empty() || request.method != "GET")
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
