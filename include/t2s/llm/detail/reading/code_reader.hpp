// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_CODE_READER_HPP
#define T2S_LLM_DETAIL_READING_CODE_READER_HPP

#include "t2s/llm/detail/reading/blocks.hpp"

/// Separates lines of Python from lines of prose. Two words without an operator between them are prose. A line with an assignment or a
/// call, and without such words, is code.
namespace t2s::llm::detail::reading_impl {

class python_lines {
 public:
  explicit python_lines(std::string_view s) : s_(s) { read(); }

  /// Whether a line has an effect: an assignment, a call, a subscript. Comments and single words have none.
  [[nodiscard]] bool any_code() const noexcept { return any_code_; }
  /// The text without its lines of prose.
  [[nodiscard]] std::string const& without_prose() const noexcept { return kept_; }

 private:
  /// State of the logical line being read.
  struct line {
    bool code = false;
    bool prose = false;
    std::string_view first{};  ///< its first word
    std::string_view last{};   ///< the previous word, if only blanks follow it
    char end = '\0';           ///< its last non-blank character
  };

  void read() {
    for (std::size_t begin = 0; begin < s_.size();) {
      auto const end = line_end(begin);
      if (!now_.prose) kept_.append(s_.substr(begin, end - begin)).append("\n");
      any_code_ |= now_.code && !now_.prose;
      begin = std::min(end, s_.size() - 1) + 1;
    }
  }

  /// Reads a logical line, which may span lines in brackets and triple-quoted strings; returns its end. Prose ends with its physical line.
  std::size_t line_end(std::size_t i) {
    now_ = {};
    std::size_t depth = 0;
    for (; i < s_.size(); ++i) {
      char const c = s_[i];
      if (c == '\n' && (depth == 0 || now_.prose)) break;
      if (c == '#') {
        i = std::min(s_.find('\n', i), s_.size()) - 1;
      } else if (c == '"' || c == '\'') {
        i = string_end(i);
      } else if (is_word(c)) {
        i = word_end(i, depth);
      } else if (!text::is_space(c)) {
        read_mark(i, depth);
      }
    }
    if (depth == 0) now_.prose |= ends_as_prose();
    return i;
  }

  [[nodiscard]] bool ends_as_prose() const {
    return now_.end == '.' || now_.end == '!' || now_.end == '?' || (now_.end == ':' && !is_keyword(now_.first));
  }

  std::size_t string_end(std::size_t i) {
    static constexpr std::array<std::string_view, 7> prefixes{"r", "b", "f", "u", "rb", "br", "fr"};
    bool const apostrophe = i > 0 && is_word(s_[i - 1]) && !is_one_of(now_.last, prefixes);
    now_.last = {};
    now_.end = s_[i];
    bool const triple = s_.substr(i, 3) == std::string(3, s_[i]);
    auto const mark = s_.substr(i, triple ? 3 : 1);
    if (line_at_ <= i) line_at_ = std::min(s_.find('\n', i), s_.size());
    auto const within = triple ? s_ : s_.substr(0, line_at_);  // keeps the time linear for unclosed strings
    auto close = within.find(mark, i + mark.size());
    while (close != s_.npos && s_[close - 1] == '\\') close = within.find(mark, close + 1);
    bool const open = close == s_.npos;
    now_.prose |= apostrophe || (open && !triple);
    if (apostrophe || (open && !triple)) return line_at_ - 1;
    return open ? s_.size() - 1 : close + mark.size() - 1;
  }

  std::size_t word_end(std::size_t i, std::size_t depth) {
    auto const word = word_at(s_, i);
    if (depth == 0) {
      bool const in_a_row = !now_.last.empty() && !is_keyword(now_.last) && !is_keyword(word);
      now_.prose |= in_a_row && !std::ranges::all_of(now_.last, text::is_digit);
    }
    if (now_.first.empty()) now_.first = word;
    now_.last = word;
    now_.end = word.back();
    return i + word.size() - 1;
  }

  void read_mark(std::size_t i, std::size_t& depth) {
    char const c = s_[i];
    char const before = i > 0 ? s_[i - 1] : ' ';
    char const after = i + 1 < s_.size() ? s_[i + 1] : ' ';
    bool const follows = is_word(before) || before == ')' || before == ']';
    bool const assigns = c == '=' && depth == 0 && after != '=' && std::string_view("=<>!").find(before) == std::string_view::npos;
    now_.code |= (assigns && !now_.first.empty()) || ((c == '(' || c == '[') && follows);
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
    now_.last = {};
    now_.end = c;
  }

  [[nodiscard]] static bool is_keyword(std::string_view word) {
    static constexpr std::array<std::string_view, 35> keywords{
        "False",  "None",     "True", "and",    "as",   "assert",  "async",  "await",  "break", "class",  "continue", "def",
        "del",    "elif",     "else", "except", "for",  "finally", "from",   "global", "if",    "import", "in",       "is",
        "lambda", "nonlocal", "not",  "or",     "pass", "raise",   "return", "try",    "while", "with",   "yield"};
    return std::ranges::find(keywords, word) != keywords.end();
  }

  std::string_view s_;
  line now_{};
  std::size_t line_at_ = 0;  // end of the line of the last string
  bool any_code_ = false;
  std::string kept_{};
};

inline bool is_query(std::string_view s) {
  return begins_statement(s) && text::lower(s).find("from") != std::string::npos && sql::parse(text::trim(s));
}

/// The code in a text without fences: Python without the prose around it, or a query.
inline std::string code_in(std::string_view s) {
  python_lines const lines(s);
  if (lines.any_code()) return std::string(text::trim(lines.without_prose()));
  return is_query(s) ? std::string(text::trim(s)) : std::string();
}

}  // namespace t2s::llm::detail::reading_impl

#endif
