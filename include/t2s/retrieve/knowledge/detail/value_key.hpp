// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_KEY_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_KEY_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/tokens.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace t2s::knowledge {

/// The words of a stored value, of quoted text or of part of a question, in lower case, joined by spaces: the key of stored values.
[[nodiscard]] inline std::string value_key(std::string_view text) {
  std::string key;
  bool inside = false;
  for (char const c : text) {
    bool const part = text::is_letter(c) || text::is_digit(c);
    if (part && !inside && !key.empty()) key += ' ';
    if (part) key += text::lower(c);
    inside = part;
  }
  return key;
}

/// The lemmas of a key's words, joined by spaces.
[[nodiscard]] inline std::string lemma_key(std::string_view key) {
  std::string lemmas;
  for (auto const w : text::split(key, ' ')) {
    if (!lemmas.empty()) lemmas += ' ';
    lemmas += retrieve::lemma(w);
  }
  return lemmas;
}

namespace detail {

/// Whether values are found by this word alone.
inline bool is_significant(std::string_view word) { return word.size() > 2 && !retrieve::is_stop_word(word); }

/// Whether a key has this word, which must not be empty.
inline bool has_word(std::string_view key, std::string_view word) {
  for (auto at = key.find(word); at != key.npos; at = key.find(word, at + 1)) {
    auto const end = at + word.size();
    if ((at == 0 || key[at - 1] == ' ') && (end == key.size() || key[end] == ' ')) return true;
  }
  return false;
}

inline bool has_words(std::string_view key, std::string_view words) {
  for (auto const w : text::split(words, ' '))
    if (!has_word(key, w)) return false;
  return true;
}

// Which of very many keys are within a few edits of another.

/// The letters and digits of a key as bits: one bit for one occurrence, for letters a second one for two. An edit removes at most
/// one bit and adds at most one.
inline std::uint64_t signature_of(std::string_view key) noexcept {
  std::uint64_t once = 0, twice = 0;
  for (char const c : key) {
    if (c == ' ') continue;
    auto const at = c >= 'a' && c <= 'z' ? c - 'a' : text::is_digit(c) ? 26 + c - '0' : 36;
    auto const bit = std::uint64_t{1} << static_cast<unsigned>(at);
    if (at < 26) twice |= once & bit;
    once |= bit;
  }
  return once | twice << 37U;
}

inline bool may_be_near(std::uint64_t a, std::uint64_t b, std::size_t edits) noexcept {
  auto const most = static_cast<int>(edits);
  return std::popcount(a & ~b) <= most && std::popcount(b & ~a) <= most;
}

/// The largest number of edits of a misspelling.
inline std::size_t edits_allowed(std::size_t letters) noexcept { return std::min<std::size_t>(letters / 4, 8); }

}  // namespace detail
}  // namespace t2s::knowledge

#endif
