// SPDX-License-Identifier: BSL-1.0
// The bodies of llm/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LLM_DETAIL_SRC_HPP
#define T2S_LLM_DETAIL_SRC_HPP

#include "t2s/llm/detail/cassette.ipp"
#include "t2s/llm/detail/completion_sql.ipp"
#include "t2s/llm/detail/completion_text.ipp"
#include "t2s/llm/detail/http_model.ipp"
#include "t2s/llm/detail/limits.ipp"
#include "t2s/llm/detail/object_reading.ipp"
#include "t2s/llm/detail/openai.ipp"
#include "t2s/llm/detail/prompt_assembly.ipp"
#include "t2s/llm/detail/prompt_template.ipp"
#include "t2s/llm/detail/protocol.ipp"
#include "t2s/llm/detail/reply_end.ipp"
#include "t2s/llm/detail/response_cache.ipp"
#include "t2s/llm/detail/scripted_model.ipp"
#include "t2s/llm/detail/token_estimate.ipp"
#include "t2s/llm/detail/wire.ipp"

#endif
