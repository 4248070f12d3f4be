// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_PROSE_TEXT_HPP
#define T2S_LLM_PROSE_TEXT_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/completion_text.hpp"

#include <string>
#include <string_view>

namespace t2s::llm {

/// What a completion says, whatever it is: all of it but thoughts and white space at its ends.
///
/// Fails with `malformed_reply` if nothing is left. Takes any bytes; O(n); thread safe.
[[nodiscard]] T2S_DECL reading<std::string> read_prose(std::string_view completion);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/prose_text.ipp"
#endif

#endif
