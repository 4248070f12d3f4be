// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_CUT_ANSWER_HPP
#define T2S_LLM_DETAIL_CUT_ANSWER_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/detail/reading/marks.hpp"
#include "t2s/llm/model.hpp"

#include <algorithm>

namespace t2s::llm {
namespace detail {

/// The text after its last section of thoughts; the whole text if none ends.
inline std::string_view after_thoughts(std::string_view text) {
  std::size_t begin = 0;
  while (auto const tag = reading_impl::next_tag(text, begin, true)) begin = tag->end;
  return text.substr(begin);
}

/// The blocks of code of a text, with their fences; the whole text without blocks.
inline std::string code_of(std::string_view text) {
  std::string blocks;
  std::size_t from = 0;
  while (auto const block = reading_impl::next_fenced(text, from)) {
    blocks.append(text, block->begin, block->end - block->begin).append("\n");
    from = block->end;
  }
  return blocks.empty() ? std::string(text) : blocks;
}

/// The size of the text if it was cut, else 0.
inline std::size_t cut_text(std::string& text, std::size_t most) {
  auto const size = text.size();
  if (size <= most) return 0;
  std::string kept(after_thoughts(text));
  if (kept.size() > most) kept = code_of(kept);
  kept.resize(text::whole_characters(kept, most).size());
  kept.shrink_to_fit();
  text.swap(kept);  // assigning a shorter text would keep the memory of the longer one
  return size;
}

}  // namespace detail

/// Cuts each text of an answer to `most` bytes. It removes first the thoughts that end (`</think>`), then the text around blocks of code,
/// then the end, between two characters. Returns the bytes of the longest text cut, or 0. O(1) for texts within the limit.
[[nodiscard]] inline std::size_t cut_answer(completion& answer, std::size_t most) {
  auto longest = detail::cut_text(answer.text, most);
  for (auto& other : answer.others) longest = std::max(longest, detail::cut_text(other.text, most));
  return longest;
}

/// Empties each choice that the provider withheld. Throws `error` with `model_failed` if that is all of them.
inline void leave_out_withheld(completion& answer) {
  bool all = is_withheld(answer.finish_reason);
  if (all) answer.text.clear();
  for (auto& other : answer.others) {
    bool const withheld = is_withheld(other.finish_reason);
    if (withheld) other.text.clear();
    all = all && withheld;
  }
  if (all)
    throw error(
        errc::model_failed,
        "the model's provider withheld the answer (finish reason " + text::cut(answer.finish_reason, 40) + "); its text is not used",
        "ask in other words, or ask another model");
}

}  // namespace t2s::llm

#endif
