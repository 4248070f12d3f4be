// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_URL_IPP
#define T2S_LLM_IMPL_URL_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/url.hpp"

#include <algorithm>
#include <charconv>

namespace t2s::llm {
namespace detail {

/// What a message may show: a password must not end in a log because of a typing error behind it.
inline std::string without_user_info(std::string_view text) {
  auto const at = text.rfind('@');
  if (at == std::string_view::npos) return std::string(text);
  return std::string("***").append(text.substr(at));
}

[[noreturn]] inline void refuse_url(std::string_view text, std::string_view why, std::string remedy = {}) {
  std::string message = "the URL \"";
  message.append(without_user_info(text)).append("\" ").append(why);
  if (remedy.empty()) remedy = "write it as http://host:port/prefix or https://host/prefix";
  throw error(failure{errc::invalid_argument, std::move(message), "url", std::move(remedy), {}});
}

inline bool is_name_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}
inline bool is_ipv6_character(char c) noexcept { return (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9') || c == ':' || c == '.'; }

inline std::uint16_t read_port(std::string_view text, std::string_view port) {
  std::uint16_t number = 0;
  auto const [end, failed] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (failed != std::errc() || end != port.data() + port.size() || number == 0)
    refuse_url(text, "has a port that is no number from 1 to 65535");
  return number;
}

/// "host", "host:port", "[address]:port" into `into`.
inline void read_authority(std::string_view text, std::string_view authority, url& into) {
  bool const bracketed = authority.starts_with('[');
  auto const end = bracketed ? authority.find(']') : std::min(authority.find(':'), authority.size());
  if (end == std::string_view::npos) refuse_url(text, "has a \"[\" without its \"]\"");
  into.host = t2s::text::lower(authority.substr(bracketed ? 1 : 0, bracketed ? end - 1 : end));
  if (into.host.empty()) refuse_url(text, "has no host");
  if (!std::ranges::all_of(into.host, bracketed ? is_ipv6_character : is_name_character))
    refuse_url(text, bracketed ? "has brackets around what is no IPv6 address" : "has a host with a character that no host name has",
               bracketed ? "write it as http://[::1]:8080" : "write international names in their ASCII form, IPv6 addresses in brackets");
  auto const rest = authority.substr(bracketed ? end + 1 : end);
  if (rest.empty()) return;
  if (rest.front() != ':') refuse_url(text, "has something between host and port");
  into.port = read_port(text, rest.substr(1));
}

}  // namespace detail

T2S_DECL std::string url::authority() const {
  bool const is_ipv6 = host.find(':') != std::string::npos;
  std::string s = is_ipv6 ? "[" : "";
  s.append(host);
  if (is_ipv6) s.push_back(']');
  if (port != (secure ? 443 : 80)) s.append(":").append(std::to_string(port));
  return s;
}

T2S_DECL std::string url::origin() const { return std::string(secure ? "https://" : "http://").append(authority()); }

T2S_DECL url parse_url(std::string_view text) {
  if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; }))
    detail::refuse_url("", "has a space or a character beyond ASCII", "write such characters as %XX");
  auto const scheme_end = text.find("://");
  if (scheme_end == std::string_view::npos) detail::refuse_url(text, "has no scheme");
  auto const scheme = t2s::text::lower(text.substr(0, scheme_end));
  if (scheme != "http" && scheme != "https") detail::refuse_url(text, "has a scheme other than http and https");

  url read;
  read.secure = scheme == "https";
  read.port = read.secure ? 443 : 80;
  auto const rest = text.substr(scheme_end + 3);
  auto const authority_end = std::min(rest.find_first_of("/?#"), rest.size());
  auto authority = rest.substr(0, authority_end);
  if (auto const at = authority.rfind('@'); at != std::string_view::npos) {
    read.user_info = authority.substr(0, at);
    authority.remove_prefix(at + 1);
  }
  detail::read_authority(text, authority, read);
  auto path = rest.substr(authority_end);
  if (path.find_first_of("?#") != std::string_view::npos)
    detail::refuse_url(text, "has a query or a fragment", "a base URL ends with its path: leave out what begins with \"?\" or \"#\"");
  while (path.ends_with('/')) path.remove_suffix(1);
  read.path = path;
  return read;
}

}  // namespace t2s::llm

#endif
