// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_CUT_PROMPT_HPP
#define T2S_LLM_DETAIL_CUT_PROMPT_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/llm/model.hpp"

#include <bit>
#include <cstddef>
#include <string>

namespace t2s::llm::detail {

/// Throws `error` with `request_rejected` if the server answered from a part of the prompt: it counts less than half of the tokens that the
/// prompt has by our estimate, or the answer was cut where prompt and answer fill a context exactly. Servers with a small context do so
/// without a word. Prompts below 1,000 tokens fit every context, and a server that counts fewer than 256 tokens counts something
/// else. O(1) if the count is credible, else O(size of the prompt).
inline void require_whole_prompt(request const& asked, completion const& read) {
  constexpr std::size_t shortest = 1000, smallest_context = 256, bytes_a_token = 6;
  auto const counted = read.prompt_tokens;
  if (counted < smallest_context) return;
  auto const all = counted + read.completion_tokens;
  bool const fills = read.finish_reason == "length" && all >= shortest && std::has_single_bit(all) &&
                     read.completion_tokens < asked.max_tokens.value_or(all);
  std::size_t bytes = 0, tokens = 0;
  for (auto const& m : asked.messages) bytes += m.text.size();
  bool const is_short = bytes / bytes_a_token > counted;
  if (is_short)
    for (auto const& m : asked.messages) tokens += estimate_tokens(m.text);
  if (!fills && (tokens < shortest || counted >= tokens / 2)) return;
  auto const what = fills ? "the server's context of " + std::to_string(all) + " tokens is full"
                          : "the server read " + std::to_string(counted) + " of about " + std::to_string(tokens) + " tokens of the prompt";
  throw error(errc::request_rejected, what + ", so the answer is not about all of it",
              "raise the server's context (Ollama: OLLAMA_CONTEXT_LENGTH, llama.cpp: -c, vLLM: --max-model-len), or shorten the prompt "
              "(--schema-tokens)");
}

}  // namespace t2s::llm::detail

#endif
