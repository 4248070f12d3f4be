// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_URL_IPP
#define T2S_LLM_IMPL_URL_IPP

#include "t2s/llm/impl/transport/url_reading.hpp"
#include "t2s/llm/url.hpp"

#include <string>
#include <string_view>

namespace t2s::llm {

T2S_DECL std::string url::authority() const {
  bool const is_ipv6 = host.find(':') != std::string::npos;
  std::string s = is_ipv6 ? "[" : "";
  s.append(host);
  if (is_ipv6) s.push_back(']');
  if (port != (secure ? 443 : 80)) s.append(":").append(std::to_string(port));
  return s;
}

T2S_DECL std::string url::origin() const { return std::string(secure ? "https://" : "http://").append(authority()); }

T2S_DECL url parse_url(std::string_view text) { return detail::read_url({text}); }

}  // namespace t2s::llm

#endif
