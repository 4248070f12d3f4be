// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROXY_IPP
#define T2S_LLM_IMPL_PROXY_IPP

#include "t2s/core/text.hpp"
#include "t2s/llm/impl/transport/url_reading.hpp"
#include "t2s/llm/proxy.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::llm {
namespace detail {

/// The first variable of the two that says something, and its name.
inline std::pair<std::string, std::string> variable(char const* lower_case, char const* upper_case) {
  for (char const* const name : {lower_case, upper_case})
    if (char const* const value = std::getenv(name); value && *value) return {value, name};
  return {};
}

inline bool is_this_machine(std::string_view host) noexcept {
  return host == "localhost" || host.ends_with(".localhost") || host == "::1" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

/// An address is a block of one.
inline bool is_in_block(std::string_view block, boost::asio::ip::address const& host) {
  std::string text(block);
  bool const is_address = block.find('/') == std::string_view::npos;
  boost::system::error_code failed;
  if (host.is_v4()) {
    auto const all = boost::asio::ip::make_network_v4(is_address ? text.append("/32") : text, failed);
    return !failed && boost::asio::ip::network_v4(host.to_v4(), all.prefix_length()).canonical() == all.canonical();
  }
  auto const all = boost::asio::ip::make_network_v6(is_address ? text.append("/128") : text, failed);
  return !failed && boost::asio::ip::network_v6(host.to_v6(), all.prefix_length()).canonical() == all.canonical();
}

/// What an entry of NO_PROXY stands for if its port, should it have one, is the target's.
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

/// Whether an entry of NO_PROXY names the target.
inline bool names(std::string_view entry, url const& target) {
  entry = t2s::text::trim(entry);
  if (entry == "*") return true;
  entry = without_port(entry, target.port);
  boost::system::error_code is_name;
  auto const address = boost::asio::ip::make_address(target.host, is_name);
  return is_name ? is_below(target.host, entry) : is_in_block(entry, address);
}

inline bool any_names(std::string_view list, url const& target) {
  return std::ranges::any_of(t2s::text::split(list, ','), [&](std::string_view entry) { return names(entry, target); });
}

}  // namespace detail

T2S_DECL proxy_settings proxies_of_environment() {
  auto https = detail::variable("https_proxy", "HTTPS_PROXY");
  auto http = detail::variable("http_proxy", "HTTP_PROXY");
  auto none = detail::variable("no_proxy", "NO_PROXY");
  return {std::move(https.first), std::move(http.first), std::move(none.first), std::move(https.second), std::move(http.second)};
}

T2S_DECL url parse_proxy(std::string const& text, std::string_view origin) {
  std::string const whole = text.find("://") == std::string::npos ? "http://" + text : text;
  detail::url_text const what{whole, "the proxy's URL", origin};
  if (!t2s::text::lower(whole).starts_with("http://"))
    detail::refuse_url(what, "is that of another kind of proxy",
                       "only proxies with http:// are supported; what goes through one to https is encrypted all the same");
  return detail::read_url(what);
}

T2S_DECL std::optional<url> proxy_for(url const& target, proxy_settings const& settings) {
  auto const& text = target.secure ? settings.https : settings.http;
  if (text.empty() || detail::is_this_machine(target.host) || detail::any_names(settings.none, target)) return {};
  return parse_proxy(text, target.secure ? settings.https_origin : settings.http_origin);
}

}  // namespace t2s::llm

#endif
