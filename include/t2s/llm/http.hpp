// SPDX-License-Identifier: BSL-1.0
/// Models over HTTP: the client, the model, its protocol, and recording, limiting and repeating its calls.
#ifndef T2S_LLM_HTTP_HPP
#define T2S_LLM_HTTP_HPP

#include "t2s/llm/anthropic.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/detail/http_client.hpp"
#include "t2s/llm/detail/limits.hpp"
#include "t2s/llm/fallback.hpp"
#include "t2s/llm/http_model.hpp"
#include "t2s/llm/openai.hpp"
#include "t2s/llm/response_cache.hpp"

#endif
