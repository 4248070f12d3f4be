// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_REPLY_END_IPP
#define T2S_LLM_DETAIL_REPLY_END_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/detail/cut_answer.hpp"
#include "t2s/llm/detail/reading/marks.hpp"
#include "t2s/llm/detail/reply_end.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace t2s::llm::detail {
namespace reply_end_impl {

inline constexpr std::size_t npos = std::string_view::npos;

inline bool begins_with_word(std::string_view s, std::string_view word) {
  if (!text::same(s.substr(0, word.size()), word)) return false;
  return s.size() > word.size() && !text::is_letter(s[word.size()]) && !text::is_digit(s[word.size()]) && s[word.size()] != '_';
}
inline bool begins_statement(std::string_view s) { return begins_with_word(s, "select") || begins_with_word(s, "with"); }

/// Whether the text ends within a section of thoughts.
inline bool is_thinking(std::string_view reply) {
  bool inside = false;
  std::size_t from = 0;
  while (auto const tag = reading_impl::next_tag(reply, from, inside)) {
    inside = !tag->closes;
    from = tag->end;
  }
  return inside;
}

/// The position after a string, a quoted name or a comment that begins at `s[i]`; `i + 1` if none does; npos if it does not end.
inline std::size_t after_token(std::string_view s, std::size_t i) {
  auto const after = [&](std::string_view end, std::size_t from) {
    auto const at = s.find(end, from);
    return at == npos ? npos : at + end.size();
  };
  if (s[i] == '\'' || s[i] == '"' || s[i] == '`') return after(s.substr(i, 1), i + 1);
  if (s.substr(i, 2) == "--") return after("\n", i);
  if (s.substr(i, 2) == "/*") return after("*/", i + 2);
  return i + 1;
}

/// Whether a block, with the name of its language, has a statement: not the tables of the prompt, which models like to repeat.
inline bool is_statement_block(std::string_view inside) {
  auto code = inside.substr(std::min(inside.find_first_of("\r\n"), inside.size()));
  for (std::size_t i = 0; (i = code.find_first_not_of(" \t\r\n(", i)) != npos; i = after_token(code, i)) {
    bool const comment = code.substr(i, 2) == "--" || code.substr(i, 2) == "/*";
    if (!comment) return begins_statement(code.substr(i));
  }
  return false;
}

/// Whether the statement that `s` begins with has ended: by a semicolon, or by a blank line before a comment or a heading, with which
/// models go on to questions of their own.
inline bool statement_has_ended(std::string_view s) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < s.size();) {
    bool const at_level = depth == 0 && i > 0;
    if (at_level && s[i] == ';') return true;
    if (at_level && (s.substr(i, 4) == "\n\n/*" || s.substr(i, 3) == "\n\n#")) return true;
    if (s[i] == '(') ++depth;
    if (s[i] == ')' && depth > 0) --depth;
    i = after_token(s, i);
  }
  return false;
}

/// The first line that begins a statement; npos if none does.
inline std::size_t find_statement(std::string_view s) {
  for (std::size_t at = 0; at < s.size();) {
    auto const word = s.find_first_not_of(" \t\r\n", at);
    if (word == npos) return npos;
    if (begins_statement(s.substr(word))) return word;
    at = std::min(s.find('\n', word), s.size());
  }
  return npos;
}

inline bool sql_has_ended(std::string_view reply, bool begins_within) {
  for (auto block = reading_impl::next_fenced(reply, 0); block; block = reading_impl::next_fenced(reply, block->end)) {
    if (!block->closed) return false;
    if (is_statement_block(reply.substr(block->inside, block->inside_end - block->inside))) return true;
  }
  if (begins_within && text::lower(reply).find("from") == npos) return false;  // prose before the block may have a semicolon, too
  auto const begin = begins_within ? 0 : find_statement(reply);
  return begin != npos && statement_has_ended(reply.substr(begin));
}

/// Whether the JSON value that begins a line has ended.
inline bool json_has_ended(std::string_view reply) {
  auto i = reply.find_first_of("{[");
  while (i != npos && !reading_impl::begins_line(reply, i)) i = reply.find_first_of("{[", i + 1);
  std::size_t depth = 0;
  for (bool quoted = false; i < reply.size(); ++i) {
    char const c = reply[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return true;
  }
  return false;
}

/// The text from its end on, with a zero for each number.
inline std::string reversed_words(std::string_view s) {
  std::string out;
  for (auto i = s.size(); i-- > 0;)
    if (!text::is_digit(s[i]))
      out += s[i];
    else if (out.empty() || out.back() != '0')
      out += '0';
  return out;
}

/// For each position, how many characters from there on are those of the beginning (the Z function). O(n).
inline std::vector<std::size_t> matches_of_beginning(std::string_view s) {
  std::vector<std::size_t> n(s.size());
  std::size_t from = 0, to = 0;
  for (std::size_t i = 1; i < s.size(); ++i) {
    if (i < to) n[i] = std::min(to - i, n[i - from]);
    while (i + n[i] < s.size() && s[n[i]] == s[i + n[i]]) ++n[i];
    if (i + n[i] > to) {
      from = i;
      to = i + n[i];
    }
  }
  return n;
}

}  // namespace reply_end_impl

T2S_DECL bool has_ended(std::string_view reply, reply_kind expected) {
  if (reply_end_impl::is_thinking(reply)) return false;
  reply = after_thoughts(reply);
  switch (expected) {
    case reply_kind::statement: return reply_end_impl::sql_has_ended(reply, false);
    case reply_kind::rest_of_statement: return reply_end_impl::sql_has_ended(reply, true);
    case reply_kind::json: return reply_end_impl::json_has_ended(reply);
    case reply_kind::text:
    case reply_kind::verdict: break;
  }
  return false;
}

T2S_DECL bool repeats_itself(std::string_view reply) {
  constexpr std::size_t window = 4096, least_bytes = 320, least_times = 4;
  auto const end = reply_end_impl::reversed_words(reply.substr(reply.size() - std::min(reply.size(), window)));
  auto const same = reply_end_impl::matches_of_beginning(end);
  for (std::size_t period = 1; period * least_times <= end.size(); ++period)
    if (same[period] + period >= std::max(least_bytes, period * least_times)) return true;
  return false;
}

T2S_DECL reply_end::state reply_end::feed(std::string_view more) {
  constexpr std::size_t longest = 16'384, step = 256;
  if (state_ != state::open || more.empty()) return state_;
  text_ += more;
  bool const may_end = text_.size() <= longest && more.find_first_of("`~;]}\n*#") != more.npos;
  if (may_end && has_ended(text_, expected_)) return state_ = state::complete;
  if (text_.size() < checked_ + step) return state_;
  checked_ = text_.size();
  if (repeats_itself(text_)) state_ = state::repeated;
  return state_;
}

}  // namespace t2s::llm::detail

#endif
