// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROXY_IPP
#define T2S_LLM_IMPL_PROXY_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/proxy.hpp"

#include <algorithm>
#include <cstdlib>

namespace t2s::llm {
namespace detail {

inline std::string variable(char const* lower_case, char const* upper_case) {
  char const* value = std::getenv(lower_case);
  if (!value || !*value) value = std::getenv(upper_case);
  return value ? value : "";
}

inline bool is_this_machine(std::string_view host) noexcept {
  return host == "localhost" || host.ends_with(".localhost") || host == "::1" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

/// Whether an entry of NO_PROXY names the target.
inline bool names(std::string_view entry, url const& target) {
  entry = t2s::text::trim(entry);
  if (entry == "*") return true;
  std::string const port = ":" + std::to_string(target.port);
  if (entry != target.host && entry.ends_with(port)) entry.remove_suffix(port.size());
  if (entry.starts_with('[') && entry.ends_with(']')) entry = entry.substr(1, entry.size() - 2);
  if (entry.starts_with('.')) entry.remove_prefix(1);
  auto const name = t2s::text::lower(entry);
  return !name.empty() && (target.host == name || target.host.ends_with("." + name));
}

inline bool any_names(std::string_view list, url const& target) {
  return std::ranges::any_of(t2s::text::split(list, ','), [&](std::string_view entry) { return names(entry, target); });
}

}  // namespace detail

T2S_DECL proxy_settings proxies_of_environment() {
  return {detail::variable("https_proxy", "HTTPS_PROXY"), detail::variable("http_proxy", "HTTP_PROXY"),
          detail::variable("no_proxy", "NO_PROXY")};
}

T2S_DECL url parse_proxy(std::string const& text) {
  auto const proxy = parse_url(text.find("://") == std::string::npos ? "http://" + text : text);
  if (proxy.secure)
    throw error(errc::invalid_argument, "the proxy " + proxy.origin() + " is itself behind TLS",
                "give a proxy with http://; what goes through it to https is encrypted all the same");
  return proxy;
}

T2S_DECL std::optional<url> proxy_for(url const& target, proxy_settings const& settings) {
  auto const& text = target.secure ? settings.https : settings.http;
  if (text.empty() || detail::is_this_machine(target.host) || detail::any_names(settings.none, target)) return {};
  return parse_proxy(text);
}

}  // namespace t2s::llm

#endif
