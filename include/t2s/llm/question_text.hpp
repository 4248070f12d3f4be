// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_QUESTION_TEXT_HPP
#define T2S_LLM_QUESTION_TEXT_HPP

#include "t2s/llm/completion_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::llm {

/// The question in a completion that was asked for one: behind a label such as "results:" or "Rewritten question:", out of a fenced block,
/// comment signs or quotes, the first line that is no announcement. Thoughts are left out.
///
/// Fails with `malformed_reply` if there is none, if the completion refuses or is SQL, or if the line is longer than `most` bytes. Takes
/// any bytes; O(n); thread safe.
[[nodiscard]] T2S_DECL reading<std::string> read_question(std::string_view completion, std::size_t most);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/question_text.ipp"
#endif

#endif
