// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_OPENAI_IPP
#define T2S_LLM_DETAIL_OPENAI_IPP

#include "t2s/llm/openai.hpp"

namespace t2s::llm {

T2S_DECL any_protocol::any_protocol() : any_protocol(openai()) {}

}  // namespace t2s::llm

#endif
