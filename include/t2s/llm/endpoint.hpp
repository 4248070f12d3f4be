// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_ENDPOINT_HPP
#define T2S_LLM_ENDPOINT_HPP

#include "t2s/llm/http_message.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace t2s::llm {

/// What a server speaks: the chat completions of OpenAI and of all that follow it, or the Messages API of Anthropic.
enum class protocol : std::uint8_t { openai, anthropic };

/// What Anthropic's protocol is told where a request leaves `max_tokens` open, since it must be told something.
inline constexpr std::size_t anthropic_max_tokens = 4096;

/// A model as its server knows it: what goes into every request besides the question.
struct endpoint {
  std::string model{};                       ///< its name; "" where the server has but one
  protocol speaks = protocol::openai;        ///< which protocol
  std::string key{};                         ///< for the API; "" sends none
  bool max_completion_tokens = false;        ///< OpenAI's newer models want `max_completion_tokens` instead of `max_tokens`
  bool stream_usage = true;                  ///< ask for usage in streams (`stream_options`); off for servers that refuse the field
  std::string extra_fields{};                ///< a JSON object: members that every body gets, before all of ours of the same name
  std::vector<http_header> extra_headers{};  ///< sent too, before all of ours of the same name

  friend bool operator==(endpoint const&, endpoint const&) = default;
};

}  // namespace t2s::llm

#endif
