// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_OFFICIAL_WORDS_HPP
#define T2S_LAB_EVALUATION_DETAIL_OFFICIAL_WORDS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/python_text.hpp"

// The words for the official program's parser: those of NLTK's word_tokenize, made for English, with quoted text as single words.
namespace t2s::evaluation::detail {

/// Text in which placeholders replace quoted text, so that NLTK's rules for quotes never apply.
struct masked_text {
  std::string text{};
  std::vector<std::pair<std::string, std::string>> quoted{};  // placeholder -> quoted text

  [[nodiscard]] std::string unmasked(std::string word) const {
    if (!word.starts_with("__val_")) return word;
    auto const found = std::ranges::find(quoted, word, &std::pair<std::string, std::string>::first);
    return found == quoted.end() ? word : found->second;
  }
};

/// Single and double quotes are the same; nothing if their number is odd.
inline std::optional<masked_text> masked(std::string_view sql) {
  std::string const s = replaced(sql, "'", "\"");
  masked_text out;
  for (std::size_t at = 0;;) {
    auto const open = s.find('"', at);
    out.text.append(s, at, open - at);
    if (open == s.npos) return out;
    auto const close = s.find('"', open + 1);
    if (close == s.npos) return {};
    out.quoted.emplace_back("__val_" + std::to_string(open) + "_" + std::to_string(close) + "__", s.substr(open, close + 1 - open));
    out.text += out.quoted.back().first;
    at = close + 1;
  }
}

constexpr bool is_one_of(char c, std::string_view set) noexcept { return set.find(c) != set.npos; }

/// Puts spaces around punctuation as NLTK does.
struct word_spacer {
  std::string_view s_;
  std::size_t final_period_ = find_final_period();
  std::size_t at_ = 0;
  std::string out_{};

  [[nodiscard]] std::string spaced() {
    out_.reserve(2 * s_.size());
    while (at_ < s_.size()) step();
    return std::move(out_);
  }

 private:
  static constexpr std::string_view word_ends = ")\";}]*:@'({[?!";
  static constexpr std::string_view separated_alone = ";@#$%&?!*[](){}<>";

  void step() {
    char const c = s_[at_];
    if (text::is_letter(c) || text::is_digit(c) || text::is_space(c)) return keep(1);
    if (c == ',' || c == ':') return comma();
    if (c == '.') return period();
    if (c == '`') return separate(s_.substr(at_).starts_with("``") ? 2 : 1);
    if (c == '-' && s_.substr(at_).starts_with("--")) return separate(2);
    if (is_one_of(c, separated_alone)) return separate(1);
    if (auto const size = quotation_mark(); size != 0) return separate(size);
    keep(1);
  }

  /// A comma or colon is separated unless a digit follows. The rule skips one that directly follows another.
  void comma() {
    if (at_ + 1 == s_.size()) return separate(1);
    if (text::is_digit(s_[at_ + 1])) return keep(1);
    bool const is_pair = s_[at_ + 1] == ',' || s_[at_ + 1] == ':';
    separate(1);
    if (is_pair) at_ + 1 == s_.size() ? separate(1) : keep(1);
  }
  void period() {
    auto const end = std::min(s_.find_first_not_of('.', at_), s_.size());
    if (end - at_ > 1) return separate(end - at_);
    if (at_ == final_period_ || (at_ > 0 && ends_sentence(at_))) return separate(1);
    keep(1);
  }

  /// Whether NLTK's sentence splitter ends a sentence after the period at `i`, which then is a separate word.
  ///
  /// As without its trained lists: a word that ends with a period ends a sentence, except a number before a small letter and a single
  /// letter before any other.
  [[nodiscard]] bool ends_sentence(std::size_t i) const {
    if ((i > 0 && s_[i - 1] == '.') || i + 1 >= s_.size()) return false;
    auto const next = end_of_run(s_, i + 1, is_python_space);
    if (next == s_.size() || (next == i + 1 && !is_one_of(s_[next], word_ends))) return false;
    auto const word = word_before(i);
    if (word.size() == 1 && text::is_letter(word.front())) return !text::is_letter(s_[next]);
    return !is_number(word) || text::is_upper(s_[next]) || !text::is_letter(s_[next]);
  }
  [[nodiscard]] std::string_view word_before(std::size_t i) const {
    auto begin = i;
    while (begin > 0 && !text::is_space(s_[begin - 1]) && !is_one_of(s_[begin - 1], word_ends)) --begin;
    return s_.substr(begin, i - begin);
  }
  static bool is_number(std::string_view word) {
    if (word.starts_with('-')) word.remove_prefix(1);
    if (word.starts_with('.') || word.starts_with(',')) word.remove_prefix(1);
    return !word.empty() && text::is_digit(word.front()) && word.find_first_not_of("0123456789,.-") == word.npos;
  }

  [[nodiscard]] std::size_t quotation_mark() const {
    for (std::string_view const mark : {"«", "»", "“", "”", "„", "‘", "’"})
      if (s_.substr(at_).starts_with(mark)) return mark.size();
    return 0;
  }
  /// The period that only closing brackets and spaces follow.
  [[nodiscard]] std::size_t find_final_period() const {
    auto rest = python_strip(s_);
    for (;;) {
      if (!rest.empty() && is_one_of(rest.back(), "])}> "))
        rest.remove_suffix(1);
      else if (rest.ends_with("»"))
        rest.remove_suffix(2);
      else if (rest.ends_with("”") || rest.ends_with("’"))
        rest.remove_suffix(3);
      else
        break;
    }
    return rest.size() > 1 && rest.back() == '.' && rest[rest.size() - 2] != '.'
               ? static_cast<std::size_t>(rest.data() - s_.data()) + rest.size() - 1
               : s_.npos;
  }

  void keep(std::size_t size) {
    out_ += s_.substr(at_, size);
    at_ += size;
  }
  void separate(std::size_t size) {
    out_ += ' ';
    keep(size);
    out_ += ' ';
  }
};

/// The position where NLTK splits an English contraction that begins at `begin` and ends at `end` of `word`, or 0.
inline std::size_t contraction_cut(std::string_view word, std::size_t begin, std::size_t end) {
  static constexpr std::array<std::pair<std::string_view, std::size_t>, 6> known{
      {{"cannot", 3}, {"gimme", 3}, {"gonna", 3}, {"gotta", 3}, {"lemme", 3}, {"wanna", 3}}};
  if (end - begin != 5 && end - begin != 6) return 0;
  for (auto const& [contraction, cut] : known)
    if (text::same(word.substr(begin, end - begin), contraction) && (contraction != "wanna" || end == word.size())) return begin + cut;
  return 0;
}

/// Separates contractions within `word`, and splits them in two.
inline void append_words(std::string_view word, masked_text const& mask, std::vector<std::string>& words) {
  auto const append = [&](std::string_view part) {
    if (!part.empty()) words.push_back(mask.unmasked(python_lower(part)));
  };
  std::size_t done = 0;
  for (std::size_t begin = 0; begin < word.size();) {
    auto const end = end_of_run(word, begin, is_python_word);
    if (auto const cut = contraction_cut(word, begin, end); cut != 0) {
      append(word.substr(done, begin - done));
      append(word.substr(begin, cut - begin));
      append(word.substr(cut, end - cut));
      done = end;
    }
    begin = end == begin ? end + code_point_at(word, end).size : end;
  }
  append(word.substr(done));
}

/// The words of `sql`, lower-cased except quoted text; nothing if a quote is not closed.
inline std::optional<std::vector<std::string>> official_words(std::string_view sql) {
  auto const mask = masked(sql);
  if (!mask) return {};
  auto const spaced = word_spacer(mask->text).spaced();
  std::vector<std::string> words, closed;
  for (auto const word : python_split(spaced)) append_words(word, *mask, words);
  for (auto& word : words) {
    bool const closes = word == "=" && !closed.empty() && (closed.back() == "!" || closed.back() == ">" || closed.back() == "<");
    if (closes)
      closed.back() += '=';
    else
      closed.push_back(std::move(word));
  }
  return closed;
}

}  // namespace t2s::evaluation::detail

#endif
