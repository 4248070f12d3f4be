// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_URL_HPP
#define T2S_LLM_URL_HPP

#include "t2s/core/config.hpp"

#include <cstdint>
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

  /// "host", "host:port" unless the port is the scheme's, IPv6 addresses in brackets: what the Host header says.
  [[nodiscard]] T2S_DECL std::string authority() const;

  /// "scheme://host:port", as messages show it: without path and secrets.
  [[nodiscard]] T2S_DECL std::string origin() const;

  friend bool operator==(url const&, url const&) = default;
};

/// Reads "http://host", "https://host:8443/prefix/", "http://[::1]:8080/v1". Throws `error` with `invalid_argument` for what has another
/// scheme or none, no host, a query or a fragment, or characters that no URL has. The message shows the URL without what may be secret:
/// whatever stands before an "@", the query and the fragment.
[[nodiscard]] T2S_DECL url parse_url(std::string_view text);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/url.ipp"
#endif

#endif
