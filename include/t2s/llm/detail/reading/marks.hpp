// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_MARKS_HPP
#define T2S_LLM_DETAIL_READING_MARKS_HPP

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <array>

/// Where the thoughts and the fenced blocks of a completion begin and end.
namespace t2s::llm::detail::reading_impl {

/// A section opens only at the beginning of a line: elsewhere the tag might be part of a string.
inline bool begins_line(std::string_view s, std::size_t i) noexcept {
  while (i > 0 && (s[i - 1] == ' ' || s[i - 1] == '\t')) --i;
  return i == 0 || s[i - 1] == '\n' || s[i - 1] == '\r';
}

/// The position after a string in quotes at `s[i]`, if one opens there and ends on its line; otherwise `i + 1`. An apostrophe within a word
/// opens none. Marks within strings are text of the author.
inline std::size_t after_string(std::string_view s, std::size_t i) noexcept {
  bool const apostrophe = i > 0 && (text::is_letter(s[i - 1]) || text::is_digit(s[i - 1]));
  if (apostrophe || (s[i] != '\'' && s[i] != '"')) return i + 1;
  char const ends[] = {s[i], '\n'};
  auto const end = s.find_first_of(std::string_view(ends, 2), i + 1);
  return end == s.npos || s[end] == '\n' ? i + 1 : end + 1;
}

/// The next of these characters from `from` on that is outside of strings; npos if there is none. Finds all of a text in linear time.
inline std::size_t find_outside_strings(std::string_view s, std::string_view characters, std::size_t from) {
  auto const stops = std::string("'\"").append(characters);
  for (auto i = s.find_first_of(stops, from); i != s.npos; i = s.find_first_of(stops, i)) {
    if (characters.find(s[i]) != characters.npos) return i;
    i = after_string(s, i);
  }
  return s.npos;
}

struct thinking_tag {
  std::size_t begin, end;
  bool closes;
};

/// The tag (<think>, </reasoning>, [THINK], ...) at `s[i]`, which is a '<' or '['.
inline std::optional<thinking_tag> tag_at(std::string_view s, std::size_t i) {
  static constexpr std::array names{"think",      "thinking",    "thought",  "thoughts", "reasoning",   "reflection",
                                    "scratchpad", "scratch_pad", "analysis", "plan",     "antthinking", "seed:think"};
  bool const closes = s.substr(i + 1, 1) == "/", square = s[i] == '[';
  auto const begin = i + (closes ? 2U : 1U);
  auto const near = s.substr(std::min(begin, s.size()), 24);  // longer than any name
  auto const name = near.substr(0, near.find(square ? ']' : '>'));
  bool const known = square ? name == "THINK" : std::ranges::any_of(names, [&](auto const n) { return text::same(name, n); });
  if (!known || name.size() == near.size()) return {};
  return thinking_tag{i, begin + name.size() + 1, closes};
}

inline std::optional<thinking_tag> next_tag(std::string_view s, std::size_t from, bool inside) {
  for (auto i = find_outside_strings(s, "<[", from); i != s.npos; i = find_outside_strings(s, "<[", i + 1)) {
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

/// Three quotes are a fence before SQL or the name of its language.
inline bool opens_fence(std::string_view s, std::size_t i) {
  if (s[i] == '`') return true;
  if (!begins_line(s, i)) return false;
  if (s[i] == '~') return true;
  auto const after = s.substr(std::min(s.find_first_not_of(" \t\r\n", i + run_length(s, i)), s.size()), 6);
  return text::same(after.substr(0, 3), "sql") || text::same(after, "select") || text::same(after.substr(0, 5), "with ");
}

/// A fenced block, with the text between its fences.
struct fenced_range {
  std::size_t begin, inside, inside_end, end;
  bool closed;
};

inline std::optional<fenced_range> next_fenced(std::string_view s, std::size_t from) {
  for (auto i = s.find_first_of("`~'\"", from); i != s.npos; i = s.find_first_of("`~'\"", i)) {
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
