// SPDX-License-Identifier: BSL-1.0
// The bodies of llm/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LLM_IMPL_SRC_HPP
#define T2S_LLM_IMPL_SRC_HPP

#include "t2s/llm/impl/cassette.ipp"
#include "t2s/llm/impl/chat_stream.ipp"
#include "t2s/llm/impl/completion_text.ipp"
#include "t2s/llm/impl/cut_answer.ipp"
#include "t2s/llm/impl/exchange.ipp"
#include "t2s/llm/impl/http_model.ipp"
#include "t2s/llm/impl/prompt.ipp"
#include "t2s/llm/impl/prompt_template.ipp"
#include "t2s/llm/impl/rate_limiter.ipp"
#include "t2s/llm/impl/replayed.ipp"
#include "t2s/llm/impl/response_cache.ipp"
#include "t2s/llm/impl/retry.ipp"
#include "t2s/llm/impl/streamed_answer.ipp"
#include "t2s/llm/impl/token_estimate.ipp"
#include "t2s/llm/impl/url.ipp"
#include "t2s/llm/impl/wire.ipp"

#endif
