// SPDX-License-Identifier: BSL-1.0
// The bodies of llm/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LLM_IMPL_SRC_HPP
#define T2S_LLM_IMPL_SRC_HPP

#include "t2s/llm/impl/cassette.ipp"
#include "t2s/llm/impl/completion_sql.ipp"
#include "t2s/llm/impl/completion_text.ipp"
#include "t2s/llm/impl/http_model.ipp"
#include "t2s/llm/impl/limits.ipp"
#include "t2s/llm/impl/openai.ipp"
#include "t2s/llm/impl/prompt_template.ipp"
#include "t2s/llm/impl/protocol.ipp"
#include "t2s/llm/impl/response_cache.ipp"
#include "t2s/llm/impl/scripted_model.ipp"
#include "t2s/llm/impl/token_estimate.ipp"
#include "t2s/llm/impl/wire.ipp"

#endif
