// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_READING_THINKING_HPP
#define T2S_LLM_IMPL_READING_THINKING_HPP

#include "t2s/llm/impl/reading/excerpt.hpp"

#include <optional>

namespace t2s::llm::detail::reading_impl {

/// <think>, </reasoning>, ...
struct thinking_tag {
  std::size_t begin;
  std::size_t end;
  bool closes;
};

/// The tag at `s[i]`, which is a '<'.
inline std::optional<thinking_tag> tag_at(std::string_view s, std::size_t i) {
  static constexpr std::array<std::string_view, 5> names{"think", "thinking", "thought", "reasoning", "reflection"};
  bool const closes = s.substr(i + 1, 1) == "/";
  auto const begin = i + (closes ? 2U : 1U);
  for (auto const name : names)
    if (has_prefix(s.substr(std::min(begin, s.size())), name) && s.substr(begin + name.size(), 1) == ">")
      return thinking_tag{i, begin + name.size() + 1, closes};
  return {};
}

/// A section opens at the beginning of a line only: elsewhere it might stand in a string.
inline bool begins_line(std::string_view s, std::size_t i) noexcept {
  while (i > 0 && (s[i - 1] == ' ' || s[i - 1] == '\t')) --i;
  return i == 0 || s[i - 1] == '\n' || s[i - 1] == '\r';
}

inline std::optional<thinking_tag> next_tag(std::string_view s, std::size_t from, bool inside) {
  for (auto i = s.find('<', from); i != s.npos; i = s.find('<', i + 1)) {
    auto const tag = tag_at(s, i);
    if (tag && (tag->closes || (!inside && begins_line(s, i)))) return tag;
  }
  return {};
}

struct thought_out {
  std::string answer{};    ///< what stands outside the thoughts
  std::string unclosed{};  ///< thoughts that had no end
};

/// A text without its thoughts. An end without a beginning closes thoughts that began in the prompt.
inline thought_out without_thinking(std::string_view s, reading_notes& notes) {
  thought_out out;
  std::size_t from = 0;
  bool inside = false;
  while (auto const tag = next_tag(s, from, inside)) {
    auto const before = s.substr(from, tag->begin - from);
    if (tag->closes) {
      add(notes, step::thinking, inside ? before : out.answer + std::string(before));
      if (!inside) out.answer.clear();
    } else {
      out.answer += before;
    }
    inside = !tag->closes;
    from = tag->end;
  }
  (inside ? out.unclosed : out.answer) += s.substr(from);
  if (inside) add(notes, step::unclosed_thinking, out.unclosed);
  return out;
}

}  // namespace t2s::llm::detail::reading_impl

#endif
