// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_PROXY_HPP
#define T2S_LLM_PROXY_HPP

#include "t2s/llm/url.hpp"

#include <optional>
#include <string>

namespace t2s::llm {

/// What the environment says of proxies.
struct proxy_settings {
  std::string https{};  ///< the proxy's URL for https, "" for none
  std::string http{};   ///< for http
  std::string none{};   ///< host names that are reached without: "example.org,.internal,10.0.0.1,host:8080", or "*"

  friend bool operator==(proxy_settings const&, proxy_settings const&) = default;
};

/// From HTTPS_PROXY, HTTP_PROXY and NO_PROXY, each in lower case first.
[[nodiscard]] T2S_DECL proxy_settings proxies_of_environment();

/// The proxy on the way to `target`, nothing for the direct way. A name in `none` also stands for all names below it; this machine itself
/// is always reached directly. Throws as `parse_url`; `invalid_argument` also for a proxy that is itself behind TLS.
[[nodiscard]] T2S_DECL std::optional<url> proxy_for(url const& target, proxy_settings const& settings);

/// A proxy's URL, "host:port" allowed. Throws as `proxy_for`.
[[nodiscard]] T2S_DECL url parse_proxy(std::string const& text);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/proxy.ipp"
#endif

#endif
