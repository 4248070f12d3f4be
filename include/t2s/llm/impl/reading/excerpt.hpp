// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_READING_EXCERPT_HPP
#define T2S_LLM_IMPL_READING_EXCERPT_HPP

#include "t2s/core/cut_text.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/completion_text.hpp"

#include <array>
#include <string>
#include <string_view>

namespace t2s::llm::detail::reading_impl {

inline constexpr std::size_t most_shown = 80;

/// The first bytes of a text, cut between characters, as notes and messages show them.
inline std::string excerpt(std::string_view s) { return text::cut(text::trim(s), most_shown); }

inline void add(reading_notes& notes, step what, std::string_view detail = {}) { notes.push_back({what, excerpt(detail)}); }

inline void add_unless_blank(reading_notes& notes, step what, std::string_view left_out) {
  if (!text::trim(left_out).empty()) add(notes, what, left_out);
}

inline bool is_word(char c) noexcept { return text::is_letter(c) || text::is_digit(c) || c == '_'; }

inline std::size_t skip_blanks(std::string_view s, std::size_t i) noexcept {
  while (i < s.size() && text::is_space(s[i])) ++i;
  return i;
}

/// The word that begins at `s[i]`; empty if none does.
inline std::string_view word_at(std::string_view s, std::size_t i) noexcept {
  auto end = i;
  while (end < s.size() && is_word(s[end])) ++end;
  return s.substr(std::min(i, s.size()), end - i);
}

template <class Words>
bool is_one_of(std::string_view word, Words const& words) noexcept {
  for (std::string_view const w : words)
    if (text::same(word, w)) return true;
  return false;
}

inline bool has_prefix(std::string_view s, std::string_view prefix) noexcept { return text::same(s.substr(0, prefix.size()), prefix); }

}  // namespace t2s::llm::detail::reading_impl

#endif
