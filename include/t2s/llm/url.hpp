// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_URL_HPP
#define T2S_LLM_URL_HPP

#include "t2s/core/config.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::llm {

/// Where a server is: a base URL in its parts.
struct url {
  bool secure = false;      ///< https
  std::string user_info{};  ///< "name:password", only for proxies: `http_client` refuses a base with it; never shown
  std::string host{};       ///< lower case; an IPv6 address without its brackets
  std::uint16_t port = 0;   ///< that of the scheme, if none is written
  std::string path{};       ///< a prefix of all paths: "" or "/...", without the last "/"

  /// "host", "host:port" unless the port is the scheme's, IPv6 addresses in brackets: the value of the Host header.
  [[nodiscard]] T2S_DECL std::string authority() const;

  /// "scheme://host:port", as messages show it: without path and secrets.
  [[nodiscard]] T2S_DECL std::string origin() const;

  friend bool operator==(url const&, url const&) = default;
};

/// Reads "http://host", "https://host:8443/prefix/", "http://[::1]:8080/v1". Throws `error` with `invalid_argument` for what has another
/// scheme or none, no host, a query or a fragment, or characters that no URL has. The message shows the URL without what may be secret:
/// whatever is before an "@", the query and the fragment.
[[nodiscard]] T2S_DECL url parse_url(std::string_view text);

/// Proxies, as the environment sets them.
struct proxy_settings {
  std::string https{};  ///< the proxy's URL for https, "" for none
  std::string http{};   ///< for http
  /// What is reached without a proxy, separated by commas: names, which include all names below them ("example.org", ".internal",
  /// "*.internal"), addresses and blocks of them ("10.0.0.1", "10.0.0.0/8", "2001:db8::/32"), each but a block with a port if it is meant
  /// for that alone ("host:8080"), or "*" for everything.
  std::string none{};

  std::string https_origin{};  ///< the variable that `https` is from, for messages; "" if unknown
  std::string http_origin{};   ///< the same of `http`

  friend bool operator==(proxy_settings const&, proxy_settings const&) = default;
};

/// From HTTPS_PROXY, HTTP_PROXY and NO_PROXY, each in lower case first. Nothing is read of them before `proxy_for`.
[[nodiscard]] T2S_DECL proxy_settings proxies_of_environment();

/// The proxy to use for `target`, or nothing. This machine itself ("localhost", names below it, loopback addresses) is
/// always reached directly, unlike with curl, except through `http_options::proxy`. Throws as `parse_proxy`.
[[nodiscard]] T2S_DECL std::optional<url> proxy_for(url const& target, proxy_settings const& settings);

/// A proxy's URL, "host:port" allowed. `origin` is the option or variable that it is from, for the message. Throws as `parse_url`;
/// `invalid_argument` also for other proxies than those with http://.
[[nodiscard]] T2S_DECL url parse_proxy(std::string const& text, std::string_view origin = {});

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/url.ipp"
#endif

#endif
