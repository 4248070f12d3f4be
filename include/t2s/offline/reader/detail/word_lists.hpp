// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_WORD_LISTS_HPP
#define T2S_OFFLINE_READER_DETAIL_WORD_LISTS_HPP

#include <string_view>

namespace t2s::reader::detail {

/// Whether a word is in a list separated by blanks.
[[nodiscard]] constexpr bool is_one_of(std::string_view word, std::string_view words) noexcept {
  if (word.empty() || word.size() > words.size()) return false;
  if (word.size() == words.size()) return word == words && word.find(' ') == word.npos;
  auto const is_blank = [words](std::size_t at) { return at >= words.size() || words[at] == ' '; };
  for (auto at = words.find(word); at != words.npos; at = words.find(word, at + 1))
    if ((at == 0 || is_blank(at - 1)) && is_blank(at + word.size())) return word.find(' ') == word.npos;
  return false;
}

}  // namespace t2s::reader::detail

#endif
