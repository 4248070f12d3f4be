// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_READING_BLOCKS_HPP
#define T2S_LLM_IMPL_READING_BLOCKS_HPP

#include "t2s/core/text.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/impl/reading/marks.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::llm::detail::reading_impl {

inline constexpr std::size_t most_shown = 80;

/// The first bytes of a text, cut between characters, as notes and messages show them.
inline std::string excerpt(std::string_view s) { return text::cut(text::trim(s), most_shown); }

/// Why nothing was read.
inline failure no_answer(std::string const& what, std::string_view completion, std::string remedy, errc code = errc::malformed_reply) {
  bool const blank = text::trim(completion).empty();
  return {
      code, blank ? "the completion is empty" : "the completion " + what + ": \"" + excerpt(completion) + "\"", {}, std::move(remedy), {}};
}

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

struct thought_out {
  std::string answer{};    ///< what is outside the thoughts
  std::string unclosed{};  ///< thoughts that had no end

  [[nodiscard]] bool has_answer() const { return unclosed.empty() || !text::trim(answer).empty(); }
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

/// Where a statement begins after blanks, comments and brackets: at SELECT, WITH or VALUES. npos if there is something else.
inline std::size_t statement_begin(std::string_view s) {
  static constexpr std::array<std::string_view, 3> first_words{"select", "with", "values"};
  for (std::size_t i = 0;;) {
    i = skip_blanks(s, i);
    if (i < s.size() && s[i] == '(') {
      ++i;
    } else if (s.substr(std::min(i, s.size()), 2) == "--") {
      i = std::min(s.find('\n', i), s.size());
    } else if (s.substr(std::min(i, s.size()), 2) == "/*") {
      auto const end = s.find("*/", i + 2);
      i = end == s.npos ? s.size() : end + 2;
    } else {
      return is_one_of(word_at(s, i), first_words) ? i : s.npos;
    }
  }
}
inline bool begins_statement(std::string_view s) { return statement_begin(s) != s.npos; }

/// A fenced block of Markdown.
struct block {
  std::string_view language{};
  std::string_view content{};
  bool closed = true;
};

inline bool is_sql_language(std::string_view language) {
  static constexpr std::array<std::string_view, 15> names{"sql",   "sqlite",  "sqlite3", "postgres", "postgresql",
                                                          "psql",  "pgsql",   "mysql",   "mariadb",  "tsql",
                                                          "plsql", "plpgsql", "duckdb",  "bigquery", "snowflake"};
  return is_one_of(language, names);
}
inline bool is_other_language(std::string_view language) {
  static constexpr std::array<std::string_view, 12> names{"json", "python", "py",   "text", "txt", "plaintext",
                                                          "csv",  "bash",   "yaml", "md",   "xml", "markdown"};
  return is_one_of(language, names);
}

/// Splits the text between fences into its language and its content. The first line names the language unless it is SQL.
inline block block_of(std::string_view inside, bool closed) {
  auto const line_end = inside.find('\n');
  auto const begin = std::min(inside.find_first_not_of(" \t"), inside.size());
  auto const word = word_at(inside, begin);
  auto const after = begin + word.size();
  if (is_sql_language(word)) return {word, inside.substr(after), closed};
  bool const named = is_other_language(word);
  if (line_end == inside.npos) return {named ? word : std::string_view(), inside.substr(named ? after : 0), closed};
  bool const is_name =
      named || (!begins_statement(inside.substr(0, line_end)) && text::trim(inside.substr(after, line_end - after)).empty());
  if (!is_name) return {{}, inside, closed};
  return {word, inside.substr(line_end + 1), closed};
}

/// The text outside the blocks goes into `around`.
inline std::vector<block> blocks_of(std::string_view s, std::string& around) {
  std::vector<block> found;
  std::size_t copied = 0;
  while (auto const fenced = next_fenced(s, copied)) {
    around += s.substr(copied, fenced->begin - copied);
    found.push_back(block_of(s.substr(fenced->inside, fenced->inside_end - fenced->inside), fenced->closed));
    copied = fenced->end;
    around += '\n';
  }
  around += s.substr(copied);
  return found;
}

}  // namespace t2s::llm::detail::reading_impl

#endif
