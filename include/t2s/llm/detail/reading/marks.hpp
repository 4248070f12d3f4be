// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_MARKS_HPP
#define T2S_LLM_DETAIL_READING_MARKS_HPP

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <array>

/// Where the thoughts and the fenced blocks of a completion begin and end.
namespace t2s::llm::detail::reading_impl {

inline bool has_prefix(std::string_view s, std::string_view prefix) noexcept { return text::same(s.substr(0, prefix.size()), prefix); }

struct thinking_tag {
  std::size_t begin;
  std::size_t end;
  bool closes;
};

/// The tag (<think>, </reasoning>, ...) at `s[i]`, which is a '<'.
inline std::optional<thinking_tag> tag_at(std::string_view s, std::size_t i) {
  static constexpr std::array<std::string_view, 5> names{"think", "thinking", "thought", "reasoning", "reflection"};
  bool const closes = s.substr(i + 1, 1) == "/";
  auto const begin = i + (closes ? 2U : 1U);
  for (auto const name : names)
    if (has_prefix(s.substr(std::min(begin, s.size())), name) && s.substr(begin + name.size(), 1) == ">")
      return thinking_tag{i, begin + name.size() + 1, closes};
  return {};
}

/// A section opens only at the beginning of a line: elsewhere the tag might be part of a string.
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

inline std::size_t run_length(std::string_view s, std::size_t i) noexcept { return std::min(s.find_first_not_of(s[i], i), s.size()) - i; }

/// The next run of at least `least` of these marks from `from` on; npos if there is none.
inline std::size_t find_run(std::string_view s, char mark, std::size_t least, std::size_t from) {
  for (auto i = s.find(mark, from); i != s.npos;) {
    auto const n = run_length(s, i);
    if (n >= least) return i;
    i = s.find(mark, i + n);
  }
  return s.npos;
}

inline bool opens_fence(std::string_view s, std::size_t i) { return s[i] == '`' || begins_line(s, i); }

/// A fenced block, with the text between its fences.
struct fenced_range {
  std::size_t begin, inside, inside_end, end;
  bool closed;
};

inline std::optional<fenced_range> next_fenced(std::string_view s, std::size_t from) {
  for (auto i = s.find_first_of("`~", from); i != s.npos; i = s.find_first_of("`~", i)) {
    auto const n = run_length(s, i);
    if (n < 3 || !opens_fence(s, i)) {
      i += n;
      continue;
    }
    auto const close = find_run(s, s[i], n, i + n);
    if (close == s.npos) return fenced_range{i, i + n, s.size(), s.size(), false};
    return fenced_range{i, i + n, close, close + run_length(s, close), true};
  }
  return {};
}

}  // namespace t2s::llm::detail::reading_impl

#endif
