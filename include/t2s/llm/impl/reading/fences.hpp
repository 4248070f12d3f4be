// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_READING_FENCES_HPP
#define T2S_LLM_IMPL_READING_FENCES_HPP

#include "t2s/llm/impl/reading/thinking.hpp"

#include <vector>

namespace t2s::llm::detail::reading_impl {

/// Where a statement begins after blanks, comments and brackets: at SELECT, WITH or VALUES. npos if another thing stands there.
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

inline std::size_t run_length(std::string_view s, std::size_t i) noexcept {
  auto end = i;
  while (end < s.size() && s[end] == s[i]) ++end;
  return end - i;
}

/// The next run of at least `least` of these marks from `from` on; npos if there is none.
inline std::size_t find_run(std::string_view s, char mark, std::size_t least, std::size_t from) {
  for (auto i = s.find(mark, from); i != s.npos;) {
    auto const n = run_length(s, i);
    if (n >= least) return i;
    i = s.find(mark, i + n);
  }
  return s.npos;
}

/// Splits what stands between fences into its language and its content. The first line names the language unless SQL stands there.
inline block block_of(std::string_view inside, bool closed) {
  auto const line_end = inside.find('\n');
  auto const begin = std::min(inside.find_first_not_of(" \t"), inside.size());
  auto const word = word_at(inside, begin);
  auto const behind = begin + word.size();
  if (is_sql_language(word)) return {word, inside.substr(behind), closed};
  bool const named = is_other_language(word);
  if (line_end == inside.npos) return {named ? word : std::string_view(), inside.substr(named ? behind : 0), closed};
  bool const is_name =
      named || (!begins_statement(inside.substr(0, line_end)) && text::trim(inside.substr(behind, line_end - behind)).empty());
  if (!is_name) return {{}, inside, closed};
  return {word, inside.substr(line_end + 1), closed};
}

inline bool opens_fence(std::string_view s, std::size_t i) { return s[i] == '`' || begins_line(s, i); }

/// What stands outside the blocks goes into `around`.
inline std::vector<block> blocks_of(std::string_view s, std::string& around) {
  std::vector<block> found;
  std::size_t copied = 0;
  for (auto i = s.find_first_of("`~"); i != s.npos; i = s.find_first_of("`~", i)) {
    auto const n = run_length(s, i);
    if (n < 3 || !opens_fence(s, i)) {
      i += n;
      continue;
    }
    around += s.substr(copied, i - copied);
    auto const close = find_run(s, s[i], n, i + n);
    bool const closed = close != s.npos;
    found.push_back(block_of(s.substr(i + n, closed ? close - i - n : s.npos), closed));
    copied = i = closed ? close + run_length(s, close) : s.size();
    around += '\n';
  }
  around += s.substr(copied);
  return found;
}

}  // namespace t2s::llm::detail::reading_impl

#endif
