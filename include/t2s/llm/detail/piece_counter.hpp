// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_PIECE_COUNTER_HPP
#define T2S_LLM_DETAIL_PIECE_COUNTER_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/detail/token_estimate.hpp"

#include <algorithm>

/// Counts the pieces into which a tokenizer would split a text, by kind.
namespace t2s::llm::detail {

/// Keywords of SQL that are in every vocabulary in capitals, sorted.
inline constexpr std::array<std::string_view, 58> one_token_keywords{
    "ALL",   "AND",      "AS",   "ASC",     "AVG",    "BETWEEN", "BY",     "CASE",    "CHAR",       "COUNT",  "CREATE", "DATE",
    "DESC",  "DISTINCT", "ELSE", "END",     "EXCEPT", "EXISTS",  "FLOAT",  "FOREIGN", "FROM",       "GROUP",  "HAVING", "IN",
    "INNER", "INSERT",   "INT",  "INTEGER", "INTO",   "IS",      "JOIN",   "KEY",     "LEFT",       "LIKE",   "LIMIT",  "MAX",
    "MIN",   "NOT",      "NULL", "NUMERIC", "ON",     "OR",      "ORDER",  "PRIMARY", "REFERENCES", "SELECT", "SET",    "SUM",
    "TABLE", "TEXT",     "THEN", "UNION",   "UNIQUE", "UPDATE",  "VALUES", "VARCHAR", "WHEN",       "WHERE"};
static_assert(std::ranges::is_sorted(one_token_keywords));

enum class script { latin, other_two_bytes, south_asian, east_asian, none };

/// About the longest run of blanks or marks in a vocabulary.
inline constexpr std::size_t longest_run = 64;

/// A non-ASCII character; its first two bytes roughly distinguish letters from symbols.
struct wide_character {
  script letters_of = script::none;
  std::size_t bytes = 1;

  [[nodiscard]] bool is_letter() const noexcept { return letters_of != script::none; }
};

inline std::size_t bytes_of(unsigned char lead) noexcept { return lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4; }

inline script script_of(unsigned char lead, unsigned char second) noexcept {
  if (lead < 0xC3) return script::none;
  if (lead < 0xCE) return script::latin;
  if (lead < 0xE0) return script::other_two_bytes;
  if (lead == 0xE1 && second >= 0xB8 && second <= 0xBB) return script::latin;
  if (lead < 0xE2) return script::south_asian;
  if (lead == 0xE2 || (lead == 0xE3 && second == 0x80) || lead >= 0xEE) return script::none;
  return script::east_asian;
}

inline wide_character wide_at(std::string_view s) noexcept {
  auto const lead = static_cast<unsigned char>(s[0]);
  auto const second = s.size() > 1 ? static_cast<unsigned char>(s[1]) : static_cast<unsigned char>(0);
  return {script_of(lead, second), std::min(bytes_of(lead), s.size())};
}

inline bool is_ascii(char c) noexcept { return static_cast<unsigned char>(c) < 0x80; }
inline bool is_break(char c) noexcept { return c == '\n' || c == '\r'; }
inline bool is_mark(char c) noexcept { return is_ascii(c) && !text::is_letter(c) && !text::is_digit(c) && !text::is_space(c); }

/// Splits a text nearly as the regular expressions of cl100k and o200k do.
class piece_counter {
 public:
  explicit piece_counter(std::string_view text) noexcept : text_(text) {
    while (at_ < text_.size()) next();
  }

  [[nodiscard]] token_counts const& counts() const noexcept { return counts_; }

 private:
  [[nodiscard]] char ahead(std::size_t n) const noexcept { return at_ + n < text_.size() ? text_[at_ + n] : '\n'; }

  [[nodiscard]] bool letter_ahead(std::size_t n) const noexcept {
    if (at_ + n >= text_.size()) return false;
    return is_ascii(text_[at_ + n]) ? text::is_letter(text_[at_ + n]) : wide_at(text_.substr(at_ + n)).is_letter();
  }

  void next() noexcept {
    char const c = text_[at_];
    if (letter_ahead(0)) return words(word_start::alone);
    if (!is_ascii(c)) return symbol();
    if (text::is_digit(c)) return digits();
    if (c == '\'' && contraction()) return;
    if (!is_break(c) && letter_ahead(1)) return words_after(c);
    if (text::is_space(c)) return space();
    marks();
  }

  void symbol() noexcept {
    ++counts_.symbol;
    at_ += wide_at(text_.substr(at_)).bytes;
  }

  void digits() noexcept {
    auto const begin = at_;
    while (at_ < text_.size() && text::is_digit(text_[at_])) ++at_;
    counts_.digits += static_cast<std::int64_t>((at_ - begin + 2) / 3);
  }

  /// Counts 's, 't, 're, 've, 'm, 'll or 'd if it ends a word here; returns whether it does.
  bool contraction() noexcept {
    if (at_ == 0 || !text::is_letter(text_[at_ - 1])) return false;
    for (std::string_view const ending : {"s", "t", "re", "ve", "m", "ll", "d"})
      if (text_.substr(at_ + 1).starts_with(ending) && !letter_ahead(1 + ending.size())) {
        ++counts_.contraction;
        at_ += 1 + ending.size();
        return true;
      }
    return false;
  }

  void words_after(char c) noexcept {
    ++at_;
    if (text::is_space(c)) return words(std::nullopt);
    words(c == '_' ? word_start::underscore : c == '\'' || c == '"' || c == '`' || c == ',' ? word_start::value : word_start::mark);
  }

  /// A run of letters: one word, or several if a capital follows a small letter.
  void words(std::optional<word_start> start) noexcept {
    for (; letter_ahead(0); start = word_start::hump) word(start);
  }

  void word(std::optional<word_start> start) noexcept {
    auto const begin = at_;
    std::size_t capitals = 0, wide = 0, wide_bytes = 0;
    for (; letter_ahead(0); ++at_) {
      if (!is_ascii(text_[at_])) {
        auto const c = wide_at(text_.substr(at_));
        ++counts_.letters[static_cast<std::size_t>(c.letters_of)];
        ++wide;
        wide_bytes += c.bytes;
        at_ += c.bytes - 1;
      } else if (text::is_upper(text_[at_])) {
        if (capitals < at_ - begin) break;
        ++capitals;
      }
    }
    auto const bytes = at_ - begin;
    if (wide > 0) {
      ++counts_.accented_word;
      counts_.plain_letter += static_cast<std::int64_t>(bytes - wide_bytes);
    } else {
      plain_word(text_.substr(begin, bytes), capitals, start);
    }
  }

  void plain_word(std::string_view w, std::size_t capitals, std::optional<word_start> start) noexcept {
    auto const shape = static_cast<std::size_t>(capitals == 0          ? word_shape::lower
                                                : capitals == w.size() ? word_shape::upper
                                                                       : word_shape::capitalised);
    if (start) ++counts_.starts[shape][static_cast<std::size_t>(*start)];
    if (capitals == w.size() && std::ranges::binary_search(one_token_keywords, w)) {
      ++counts_.keyword;
      return;
    }
    auto const column = std::min(w.size(), word_lengths);
    ++counts_.words[shape][column - 1];
    counts_.further_letter += static_cast<std::int64_t>(w.size() - column);
  }

  /// White space up to its last line break is one piece; the last character after it belongs to the next word or mark.
  void space() noexcept {
    auto end = at_;
    std::size_t after_break = 0;
    for (; end < text_.size() && text::is_space(text_[end]); ++end)
      if (is_break(text_[end])) after_break = end + 1;
    if (after_break > 0) return space_up_to(after_break);
    if (end == text_.size()) return space_up_to(end);
    if (end - at_ > 1) return space_up_to(end - 1);
    if (is_mark(text_[end]) && text_[at_] == ' ') {
      ++at_;
      marks();
    } else {
      space_up_to(end);
    }
  }

  void space_up_to(std::size_t end) noexcept {
    counts_.space += static_cast<std::int64_t>(1 + (end - at_) / longest_run);
    at_ = end;
  }

  /// A repeated mark costs nothing extra (`))`, `----`), and line breaks at the end of a run belong to it.
  void marks() noexcept {
    std::size_t length = 0;
    while (at_ < text_.size() && is_mark(text_[at_])) {
      auto const begin = at_;
      at_ = std::min(text_.find_first_not_of(text_[at_], at_), text_.size());
      length += 1 + (at_ - begin) / longest_run;
    }
    auto const column = std::min(length, run_lengths);
    ++counts_.marks[column - 1];
    counts_.further_mark += static_cast<std::int64_t>(length - column);
    while (at_ < text_.size() && is_break(text_[at_])) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  token_counts counts_{};
};

inline std::int64_t thousandths(std::string_view text, token_weights const& weights) noexcept {
  auto const counts = in_one_row(piece_counter(text).counts());
  auto const costs = in_one_row(weights);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) sum += counts[i] * costs[i];
  return sum;
}

}  // namespace t2s::llm::detail

#endif
