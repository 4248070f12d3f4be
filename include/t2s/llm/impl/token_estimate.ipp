// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TOKEN_ESTIMATE_IPP
#define T2S_LLM_IMPL_TOKEN_ESTIMATE_IPP

#include "t2s/llm/impl/prompts/token_pieces.hpp"
#include "t2s/llm/impl/prompts/token_weights.hpp"
#include "t2s/llm/token_estimate.hpp"

#include <algorithm>

namespace t2s::llm {

T2S_DECL token_counts count_pieces(std::string_view text) noexcept { return detail::piece_counter(text).counts(); }

T2S_DECL token_weights const& o200k() noexcept { return detail::o200k_weights; }

T2S_DECL token_weights const& cl100k() noexcept { return detail::cl100k_weights; }

T2S_DECL std::size_t estimate_tokens(std::string_view text, token_weights const& weights) noexcept {
  if (text.empty()) return 0;
  return static_cast<std::size_t>(std::max<std::int64_t>((detail::thousandths(text, weights) + 500) / 1000, 1));
}

}  // namespace t2s::llm

#endif
