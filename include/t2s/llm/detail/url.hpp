// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_URL_HPP
#define T2S_LLM_DETAIL_URL_HPP

#include "t2s/core/detail/percent.hpp"
#include "t2s/llm/detail/base64.hpp"
#include "t2s/llm/detail/http_client.hpp"
#include "t2s/llm/detail/sendable.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <charconv>
#include <cstdlib>

/// URLs, proxies, and the head of a request.
namespace t2s::llm::detail {

/// Visible ASCII unchanged, every other byte as "\xHH", so that the user sees it.
inline std::string visible(std::string_view message) {
  std::string out;
  for (char const c : message)
    if (c >= ' ' && c <= '~')
      out.push_back(c);
    else
      text::append_hex(out.append("\\x"), c, text::hex_capitals);
  return out;
}

/// The scheme of a text with "://", e.g. "https://".
inline std::string_view scheme_of(std::string_view text) {
  auto const end = text.find("://");
  if (end == std::string_view::npos) return {};
  auto const scheme = text.substr(0, end);
  bool const is_scheme = std::ranges::all_of(scheme, [](char c) { return c > ' ' && c < '\x7f' && c != ':' && c != '@' && c != '/'; });
  return is_scheme ? text.substr(0, end + 3) : std::string_view();
}

/// A URL for messages: the parts before an "@" and in the query may be secret.
inline std::string without_secrets(std::string_view text) {
  auto const scheme = scheme_of(text);
  auto const rest = text.substr(scheme.size());
  auto const query = std::min(rest.find_first_of("?#"), rest.size());
  auto const at = rest.rfind('@');
  std::string shown = visible(scheme);
  if (at == std::string_view::npos)
    shown.append(visible(rest.substr(0, query)));
  else
    shown.append("***").append(at < query ? visible(rest.substr(at, query - at)) : "");
  if (query < rest.size()) shown.append(1, rest[query]).append("***");
  return shown;
}

struct url_text {
  std::string_view text;
  std::string_view name = "the URL";  ///< "the proxy's URL"
  std::string_view origin{};          ///< the option or variable that it came from, if known
};

[[noreturn]] inline void refuse_url(url_text const& what, std::string_view why, std::string remedy = {},
                                    std::optional<std::size_t> offset = {}) {
  std::string message(what.name);
  message.append(" \"").append(without_secrets(what.text)).append("\"");
  if (!what.origin.empty()) message.append(" of ").append(what.origin);
  message.append(" ").append(why);
  if (remedy.empty()) remedy = "write it as http://host:port/prefix or https://host/prefix";
  throw error(failure{errc::invalid_argument, std::move(message), "url", std::move(remedy), offset});
}

inline bool is_name_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}
inline bool is_ipv6_character(char c) noexcept { return (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9') || c == ':' || c == '.'; }

inline std::uint16_t read_port(url_text const& text, std::string_view port) {
  std::uint16_t number = 0;
  auto const [end, failed] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (failed != std::errc() || end != port.data() + port.size() || number == 0)
    refuse_url(text, "has a port that is not a number from 1 to 65535");
  return number;
}

/// Reads "host", "host:port", "[address]:port" into `into`.
inline void read_authority(url_text const& text, std::string_view authority, url& into) {
  bool const bracketed = authority.starts_with('[');
  auto const end = bracketed ? authority.find(']') : std::min(authority.find(':'), authority.size());
  if (end == std::string_view::npos) refuse_url(text, "has a \"[\" without its \"]\"");
  into.host = t2s::text::lower(authority.substr(bracketed ? 1 : 0, bracketed ? end - 1 : end));
  if (into.host.empty()) refuse_url(text, "has no host");
  if (!std::ranges::all_of(into.host, bracketed ? is_ipv6_character : is_name_character))
    refuse_url(
        text,
        bracketed ? "has brackets around a host that is not an IPv6 address" : "has a host with a character that host names cannot have",
        bracketed ? "write it as http://[::1]:8080" : "write international names in their ASCII form, IPv6 addresses in brackets");
  auto const rest = authority.substr(bracketed ? end + 1 : end);
  if (rest.empty()) return;
  if (rest.front() != ':') refuse_url(text, "has something between host and port");
  into.port = read_port(text, rest.substr(1));
}

inline void require_url_characters(url_text const& what) {
  auto const wrong = std::ranges::find_if_not(what.text, [](char c) { return c > ' ' && c < '\x7f'; });
  if (wrong == what.text.end()) return;
  refuse_url(what, "has a space or a character beyond ASCII", "remove it, or write it as %XX",
             static_cast<std::size_t>(wrong - what.text.begin()));
}

inline url read_url(url_text const& what) {
  require_url_characters(what);
  auto const scheme_end = what.text.find("://");
  if (scheme_end == std::string_view::npos) refuse_url(what, "has no scheme");
  auto const scheme = t2s::text::lower(what.text.substr(0, scheme_end));
  if (scheme != "http" && scheme != "https") refuse_url(what, "has a scheme other than http and https");

  url read;
  read.secure = scheme == "https";
  read.port = read.secure ? 443 : 80;
  auto const rest = what.text.substr(scheme_end + 3);
  auto const authority_end = std::min(rest.find_first_of("/?#"), rest.size());
  auto authority = rest.substr(0, authority_end);
  if (auto const at = authority.rfind('@'); at != std::string_view::npos) {
    read.user_info = authority.substr(0, at);
    authority.remove_prefix(at + 1);
  }
  read_authority(what, authority, read);
  auto path = rest.substr(authority_end);
  if (path.find_first_of("?#") != std::string_view::npos)
    refuse_url(what, "has a query or a fragment", "a base URL ends with its path: leave out what begins with \"?\" or \"#\"");
  while (path.ends_with('/')) path.remove_suffix(1);
  read.path = path;
  return read;
}

inline void require_well_formed(http_request const& request) {
  if (!is_token(request.method)) refuse_request("the method is not one of HTTP", "write GET or POST");
  if (!request.path.starts_with('/') || !std::ranges::all_of(request.path, is_visible))
    refuse_request("the path does not begin with \"/\" or has a character that paths cannot have", "write such characters as %XX");
  for (auto const& h : request.headers) require_sendable(h);
}

inline std::string proxy_authorization(url const& proxy) {
  if (proxy.user_info.empty()) return {};
  return "Proxy-Authorization: Basic " + base64_of(text::percent_decoded(proxy.user_info).text) + "\r\n";
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

/// The host; an IPv6 address in brackets.
inline std::string host_in(url const& u) { return u.host.find(':') == std::string::npos ? u.host : "[" + u.host + "]"; }

inline std::string connect_head(url const& base, url const& proxy) {
  auto const target = host_in(base) + ":" + std::to_string(base.port);
  return "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n" + proxy_authorization(proxy) + "\r\n";
}

}  // namespace t2s::llm::detail

namespace t2s::llm {

/// The proxy settings of the environment.
struct proxy_settings {
  std::string https{};  // the proxy's URL for https; "" for none
  std::string http{};   // for http
  std::string none{};   // NO_PROXY: names (with all their subdomains), addresses and address blocks, each with or without a port, or "*"
  std::string https_origin{};  // the variable that set `https`, for messages; "" if unknown
  std::string http_origin{};   // the same for `http`

  friend bool operator==(proxy_settings const&, proxy_settings const&) = default;
};

namespace detail {

/// The value and the name of the first of two variables that is set.
inline std::pair<std::string, std::string> variable(char const* lower_case, char const* upper_case) {
  for (char const* const name : {lower_case, upper_case})
    if (char const* const value = std::getenv(name); value && *value) return {value, name};
  return {};
}

inline bool is_this_machine(std::string_view host) noexcept {
  return host == "localhost" || host.ends_with(".localhost") || host == "::1" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

inline bool is_in_block(std::string_view block, boost::asio::ip::address const& host) {
  std::string text(block);
  if (block.find('/') == std::string_view::npos) text.append(host.is_v4() ? "/32" : "/128");
  boost::system::error_code failed;
  auto const has = [&failed](auto const& all, auto const& address) {
    return !failed && std::decay_t<decltype(all)>(address, all.prefix_length()).canonical() == all.canonical();
  };
  return host.is_v4() ? has(boost::asio::ip::make_network_v4(text, failed), host.to_v4())
                      : has(boost::asio::ip::make_network_v6(text, failed), host.to_v6());
}

/// An entry of NO_PROXY without its port, if that is the target's port.
inline std::string_view without_port(std::string_view entry, std::uint16_t port) {
  bool const is_bare_ipv6 = !entry.starts_with('[') && std::ranges::count(entry, ':') > 1;
  auto const end = std::string(":").append(std::to_string(port));
  if (!is_bare_ipv6 && entry.ends_with(end)) entry.remove_suffix(end.size());
  if (entry.starts_with('[') && entry.ends_with(']')) entry = entry.substr(1, entry.size() - 2);
  return entry;
}

inline bool is_below(std::string const& host, std::string_view entry) {
  if (entry.starts_with("*.")) entry.remove_prefix(1);
  if (entry.starts_with('.')) entry.remove_prefix(1);
  auto const name = t2s::text::lower(entry);
  return !name.empty() && (host == name || host.ends_with("." + name));
}

/// Whether an entry of NO_PROXY matches the target.
inline bool names(std::string_view entry, url const& target) {
  entry = t2s::text::trim(entry);
  if (entry == "*") return true;
  entry = without_port(entry, target.port);
  boost::system::error_code is_name;
  auto const address = boost::asio::ip::make_address(target.host, is_name);
  return is_name ? is_below(target.host, entry) : is_in_block(entry, address);
}

}  // namespace detail

/// Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY, each in lower case first.
inline proxy_settings proxies_of_environment() {
  auto https = detail::variable("https_proxy", "HTTPS_PROXY");
  auto http = detail::variable("http_proxy", "HTTP_PROXY");
  auto none = detail::variable("no_proxy", "NO_PROXY");
  return {std::move(https.first), std::move(http.first), std::move(none.first), std::move(https.second), std::move(http.second)};
}

/// A proxy's URL, also as "host:port"; only http://. `origin` is the option or variable that it came from. Throws as `parse_url`.
inline url parse_proxy(std::string const& text, std::string_view origin = {}) {
  std::string const whole = text.find("://") == std::string::npos ? "http://" + text : text;
  detail::url_text const what{whole, "the proxy's URL", origin};
  if (!t2s::text::lower(whole).starts_with("http://"))
    detail::refuse_url(what, "is of another kind of proxy",
                       "only proxies with http:// are supported; https through one is still encrypted");
  return detail::read_url(what);
}

/// The proxy for `target`, or nothing. Unlike in curl, loopback hosts are always reached directly. Throws as `parse_proxy`.
inline std::optional<url> proxy_for(url const& target, proxy_settings const& settings) {
  auto const& text = target.secure ? settings.https : settings.http;
  auto const names_it = [&target](std::string_view entry) { return detail::names(entry, target); };
  if (text.empty() || detail::is_this_machine(target.host) || std::ranges::any_of(t2s::text::split(settings.none, ','), names_it))
    return {};
  return parse_proxy(text, target.secure ? settings.https_origin : settings.http_origin);
}

}  // namespace t2s::llm

#endif
