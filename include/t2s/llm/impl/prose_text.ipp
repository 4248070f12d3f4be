// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROSE_TEXT_IPP
#define T2S_LLM_IMPL_PROSE_TEXT_IPP

#include "t2s/llm/impl/reading/thinking.hpp"
#include "t2s/llm/prose_text.hpp"

#include <utility>

namespace t2s::llm {

T2S_DECL reading<std::string> read_prose(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  if (auto const said = text::trim(outside.answer); !said.empty()) return {text::valid_utf8(said), std::move(notes)};
  return {failure{errc::malformed_reply,
                  outside.unclosed.empty() ? "the completion is empty" : "the completion ended within its thoughts",
                  {},
                  "ask again, or allow more tokens",
                  {}},
          std::move(notes)};
}

}  // namespace t2s::llm

#endif
