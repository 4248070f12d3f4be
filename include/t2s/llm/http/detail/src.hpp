// SPDX-License-Identifier: BSL-1.0
// The bodies of llm/detail/http_client.hpp, for T2S_SEPARATE_COMPILATION: a unit of its own, the only one that includes Beast.
#ifndef T2S_LLM_HTTP_DETAIL_SRC_HPP
#define T2S_LLM_HTTP_DETAIL_SRC_HPP

#include "t2s/llm/detail/http_client.ipp"

#endif
