// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_NAME_WORDS_IPP
#define T2S_CORE_DETAIL_NAME_WORDS_IPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/text.hpp"

namespace t2s::text {
namespace detail {

/// Whether a new word of an identifier starts at `name[i]`.
inline bool word_starts(std::string_view name, std::size_t i) noexcept {
  char const before = name[i - 1], here = name[i];
  if (is_digit(before) != is_digit(here)) return true;
  bool const ends_capitals = is_upper(before) && is_upper(here) && i + 1 < name.size() && is_letter(name[i + 1]) && !is_upper(name[i + 1]);
  return (!is_upper(before) && is_upper(here)) || ends_capitals;
}

}  // namespace detail

T2S_DECL bool next_word_of_name(std::string_view name, std::size_t& at, std::string& word) {
  auto const in_word = [name](std::size_t i) { return is_letter(name[i]) || is_digit(name[i]); };
  while (at < name.size() && !in_word(at)) ++at;
  if (at >= name.size()) return false;
  word.clear();
  do word += lower(name[at++]);
  while (at < name.size() && in_word(at) && !detail::word_starts(name, at));
  return true;
}

T2S_DECL std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t at = 0; next_word_of_name(name, at, word);) words.push_back(word);
  return words;
}

}  // namespace t2s::text

#endif
