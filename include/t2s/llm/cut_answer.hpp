// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_CUT_ANSWER_HPP
#define T2S_LLM_CUT_ANSWER_HPP

#include "t2s/llm/model.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::llm {
namespace detail {

/// What a text says after its last section of thoughts; all of it if none ends.
inline std::string_view behind_thoughts(std::string_view text) {
  static constexpr std::array<std::string_view, 5> ends{"</think>", "</thinking>", "</thought>", "</reasoning>", "</reflection>"};
  std::size_t begin = 0;
  for (auto const end : ends)
    if (auto const at = text.rfind(end); at != text.npos) begin = std::max(begin, at + end.size());
  return text.substr(begin);
}

/// The blocks of code of a text, with their fences; all of it if there is none.
inline std::string code_of(std::string_view text) {
  constexpr std::string_view fence = "```";
  std::string blocks;
  for (auto begin = text.find(fence); begin != text.npos; begin = text.find(fence, begin)) {
    auto const closed = text.find(fence, begin + fence.size());
    auto const end = closed == text.npos ? text.size() : closed + fence.size();
    blocks.append(text, begin, end - begin).append("\n");
    begin = end;
  }
  return blocks.empty() ? std::string(text) : blocks;
}

/// The bytes that a text had, if it was cut.
inline std::size_t cut_text(std::string& text, std::size_t most) {
  auto const size = text.size();
  if (size <= most) return 0;
  std::string kept(behind_thoughts(text));
  if (kept.size() > most) kept = code_of(kept);
  if (kept.size() > most) {
    auto end = most;
    while (end > 0 && (static_cast<unsigned char>(kept[end]) & 0xC0U) == 0x80U) --end;
    kept.resize(end);
  }
  kept.shrink_to_fit();
  text.swap(kept);  // a short one that is assigned leaves the memory of the long one
  return size;
}

}  // namespace detail

/// Cuts each text of an answer that has more than `most` bytes: thoughts that end (`</think>`) are left out, and if that is not enough what
/// stands around its blocks of code, if it has such, and then the end, between two characters. Gives the bytes of the longest text that was
/// cut, 0 if none was. O(1) for texts within the limit.
[[nodiscard]] inline std::size_t cut_answer(completion& answer, std::size_t most) {
  auto longest = detail::cut_text(answer.text, most);
  for (auto& other : answer.others) longest = std::max(longest, detail::cut_text(other.text, most));
  return longest;
}

}  // namespace t2s::llm

#endif
