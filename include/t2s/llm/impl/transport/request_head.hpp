// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TRANSPORT_REQUEST_HEAD_HPP
#define T2S_LLM_IMPL_TRANSPORT_REQUEST_HEAD_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/http_message.hpp"
#include "t2s/llm/impl/base64.hpp"
#include "t2s/llm/url.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// What a request may contain: one rule for the protocols, which build it, and for the transport, which sends it.
namespace t2s::llm::detail {

[[noreturn]] inline void refuse_request(std::string message, std::string remedy) {
  throw error(errc::invalid_argument, std::move(message), std::move(remedy));
}

constexpr bool is_visible(char c) noexcept { return c > ' ' && c < '\x7f'; }

/// Some of the 256 characters: every header of every request is looked at, so it is a table.
class character_set {
 public:
  template <class IsIn>
  constexpr explicit character_set(IsIn is_in) {
    for (std::size_t i = 0; i < in_.size(); ++i) in_[i] = is_in(static_cast<char>(static_cast<unsigned char>(i)));
  }
  [[nodiscard]] constexpr bool has_all_of(std::string_view s) const noexcept {
    return std::ranges::all_of(s, [this](char c) { return in_[static_cast<unsigned char>(c)]; });
  }

 private:
  std::array<bool, 256> in_{};
};

constexpr bool is_token_character(char c) noexcept {
  return is_visible(c) && std::string_view("\"(),/:;<=>?@[\\]{}").find(c) == std::string_view::npos;
}
inline bool is_token(std::string_view s) noexcept {
  static constexpr character_set token(is_token_character);
  return !s.empty() && token.has_all_of(s);
}
inline bool is_value(std::string_view s) noexcept {
  static constexpr character_set value(
      [](char c) { return c == '\t' || (c >= ' ' && c != '\x7f') || static_cast<unsigned char>(c) >= 0x80; });
  return value.has_all_of(s);
}

/// A name that is none is shown as far as it can be: what makes it wrong may be a key that was pasted into it.
inline std::string visible_start(std::string_view name) {
  auto const end = std::ranges::find_if_not(name, is_token_character);
  return std::string(name.begin(), end);
}

/// Lest a line end in a value begins a header, or a request, of its own. The value itself is not shown: it may be a key.
inline void require_sendable(http_header const& h) {
  if (!is_token(h.name)) refuse_request("\"" + visible_start(h.name) + "\" is no name of a header", "use letters, digits and hyphens");
  if (!is_value(h.value))
    refuse_request("the value of the header " + h.name + " has a control character",
                   "look for a line end in the API key, such as a file has at its end");
  if (text::same(h.name, "content-length") || text::same(h.name, "transfer-encoding") || text::same(h.name, "connection"))
    refuse_request("the header " + h.name + " is the transport's own", "leave it out");
}

}  // namespace t2s::llm::detail

/// The first lines of a request.
namespace t2s::llm::detail {

inline void require_well_formed(http_request const& request) {
  if (!is_token(request.method)) refuse_request("the method is no HTTP method", "write GET or POST");
  if (!request.path.starts_with('/') || !std::ranges::all_of(request.path, is_visible))
    refuse_request("the path does not begin with \"/\" or has a character that no path has", "write such characters as %XX");
  for (auto const& h : request.headers) require_sendable(h);
}

/// "%40" is an "@" of a password in a URL.
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

/// `proxy` is that of plain HTTP, which needs the whole URL.
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
