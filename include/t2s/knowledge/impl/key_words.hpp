// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_KEY_WORDS_HPP
#define T2S_KNOWLEDGE_IMPL_KEY_WORDS_HPP

#include "t2s/core/text.hpp"
#include "t2s/retrieve/stop_words.hpp"

#include <algorithm>
#include <string_view>

/// The words of a `value_key`.
namespace t2s::link::knowledge_impl {

/// Whether values are looked up by this word alone.
inline bool tells(std::string_view word) { return word.size() > 2 && !retrieve::is_stop_word(word); }

/// Whether a key has this word, which may not be empty.
inline bool has_word(std::string_view key, std::string_view word) {
  for (auto at = key.find(word); at != key.npos; at = key.find(word, at + 1)) {
    auto const end = at + word.size();
    if ((at == 0 || key[at - 1] == ' ') && (end == key.size() || key[end] == ' ')) return true;
  }
  return false;
}

inline bool has_words(std::string_view key, std::string_view words) {
  return std::ranges::all_of(text::split(words, ' '), [key](std::string_view w) { return has_word(key, w); });
}

}  // namespace t2s::link::knowledge_impl

#endif
