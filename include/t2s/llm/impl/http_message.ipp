// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_HTTP_MESSAGE_IPP
#define T2S_LLM_IMPL_HTTP_MESSAGE_IPP

#include "t2s/core/text.hpp"
#include "t2s/llm/http_message.hpp"

namespace t2s::llm {

T2S_DECL std::string_view http_response::header(std::string_view name) const noexcept {
  for (auto const& h : headers)
    if (text::same(h.name, name)) return h.value;
  return {};
}

}  // namespace t2s::llm

#endif
