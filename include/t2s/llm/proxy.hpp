// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_PROXY_HPP
#define T2S_LLM_PROXY_HPP

#include "t2s/llm/url.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace t2s::llm {

/// What the environment says of proxies.
struct proxy_settings {
  std::string https{};  ///< the proxy's URL for https, "" for none
  std::string http{};   ///< for http
  /// What is reached without, separated by commas: names, which also stand for all names below them ("example.org", ".internal",
  /// "*.internal"), addresses and blocks of them ("10.0.0.1", "10.0.0.0/8", "2001:db8::/32"), each but a block with a port if it is meant
  /// for that alone ("host:8080"), or "*" for everything.
  std::string none{};

  std::string https_origin{};  ///< the variable that `https` is from, for messages; "" if unknown
  std::string http_origin{};   ///< the same of `http`

  friend bool operator==(proxy_settings const&, proxy_settings const&) = default;
};

/// From HTTPS_PROXY, HTTP_PROXY and NO_PROXY, each in lower case first. Nothing is read of them before `proxy_for`.
[[nodiscard]] T2S_DECL proxy_settings proxies_of_environment();

/// The proxy on the way to `target`, nothing for the direct way. This machine itself ("localhost", names below it, loopback addresses) is
/// always reached directly, unlike with curl: `http_options::proxy` leads there, too. Throws as `parse_proxy`.
[[nodiscard]] T2S_DECL std::optional<url> proxy_for(url const& target, proxy_settings const& settings);

/// A proxy's URL, "host:port" allowed. `origin` is the option or variable that it is from, for the message. Throws as `parse_url`;
/// `invalid_argument` also for other proxies than those with http://.
[[nodiscard]] T2S_DECL url parse_proxy(std::string const& text, std::string_view origin = {});

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/proxy.ipp"
#endif

#endif
