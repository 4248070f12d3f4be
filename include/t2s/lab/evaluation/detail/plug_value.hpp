// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_PLUG_VALUE_HPP
#define T2S_LAB_EVALUATION_DETAIL_PLUG_VALUE_HPP

#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/detail/official_lexer.hpp"

#include <set>

namespace t2s::evaluation {
namespace detail {

/// The words of a statement with slots in place of its values, and these values in the order of discovery.
class value_slots {
 public:
  static constexpr std::string_view slot = "VALUERARE";

  explicit value_slots(std::string_view sql) : text_(tokens_apart(sql)) {
    take_strings();
    for (auto const word : python_split(text_)) words_.emplace_back(word);
    take_numbers(fractions(text_));
    take_numbers(integers(text::join(words_, " ")));
  }

  [[nodiscard]] std::vector<std::string> const& values() const noexcept { return values_; }

  /// The words in lower case, with `T1.x` and the like split at the point.
  [[nodiscard]] std::vector<std::string> words() const {
    std::vector<std::string> out;
    for (auto const& w : words_) {
      auto const cut = has_numbered_table(w) ? replaced(w, ".", " . ") : w;
      for (auto const part : python_split(cut)) out.push_back(python_lower(part));
    }
    return out;
  }

 private:
  /// One space between tokens; newlines stay.
  static std::string tokens_apart(std::string_view sql) {
    auto const bare = replaced(replaced(python_strip(sql), ";", ""), "\t", "");
    std::string out;
    for (auto const& t : first_statement(bare)) {
      if (t.kind == token_kind::space) continue;
      if (!out.empty()) out += ' ';
      out += t.text;
    }
    for (std::string_view const all : {"t1.*", "t2.*", "t3.*", "T1.*", "T2.*", "T3.*"}) out = replaced(out, all, "*");
    return without_space_after_numbered_tables(out);
  }

  /// "T1. x" becomes "T1.x", which can only happen within quotes and comments.
  static std::string without_space_after_numbered_tables(std::string_view s) {
    std::string out;
    for (std::size_t i = 0; i < s.size(); ++i) {
      out += s[i];
      if (s[i] != 'T') continue;
      auto const digits = end_of_digits(s, i + 1);
      auto const space = digits > i + 1 && s.substr(digits).starts_with('.') ? code_point_at(s, digits + 1) : code_point{};
      if (space.size == 0 || !is_python_space(space.value)) continue;
      out += s.substr(i + 1, digits - i);
      i = digits + space.size;
    }
    return out;
  }

  void take_strings() {
    for (auto const& t : first_statement(text_))
      if (t.kind == token_kind::string) values_.emplace_back(t.text);
    for (auto const& value : values_) text_ = replaced(text_, value, slot);
  }

  void take_numbers(std::set<std::string> const& numbers) {
    for (auto& word : words_)
      if (numbers.contains(word)) values_.push_back(std::exchange(word, std::string(slot)));
  }

  static std::size_t end_of_digits(std::string_view s, std::size_t i) {
    while (i < s.size() && text::is_digit(s[i])) ++i;
    return i;
  }

  /// Everything that looks like a number with a point, also within words.
  static std::set<std::string> fractions(std::string_view s) {
    std::set<std::string> found;
    for (std::size_t i = 0; i < s.size();) {
      auto const point = end_of_digits(s, i + (s[i] == '-' || s[i] == '+' ? 1 : 0));
      auto const end = point < s.size() && s[point] == '.' ? end_of_digits(s, point + 1) : point;
      bool const is_number = end > point + 1;
      if (is_number) found.emplace(s.substr(i, end - i));
      i = is_number ? end : std::max(point, i + 1);
    }
    return found;
  }

  /// All digits with the one character before them, which may be a digit but not T.
  static std::set<std::string> integers(std::string_view s) {
    std::set<std::string> found;
    for (std::size_t i = 0; i < s.size();) {
      auto const begin = i + code_point_at(s, i).size;
      auto const end = text::lower(s[i]) == 't' ? begin : end_of_digits(s, begin);
      if (end > begin) found.emplace(python_strip(s.substr(i, end - i)));
      i = end;
    }
    return found;
  }

  static bool has_numbered_table(std::string_view word) {
    for (std::size_t i = 0; i < word.size(); ++i) {
      auto const end = text::lower(word[i]) == 't' ? end_of_digits(word, i + 1) : i;
      if (end > i + 1 && word.substr(end).starts_with('.')) return true;
    }
    return false;
  }

  std::string text_;
  std::vector<std::string> values_{}, words_{};
};

}  // namespace detail

/// All ways to put the values of the gold SQL into the slots of a prediction, as the official program's `--plug_value` tries them after the
/// prediction itself: a prediction is right if one way, or the unchanged prediction, returns the gold's rows. Both are given as in their
/// files.
///
/// Slots and values are what sqlparse reads as a string in single or double quotes, and numbers between spaces. Each value may be in any
/// number of slots, so there are values^slots ways, generated one after the other: callers set a limit.
class plug_value {
 public:
  plug_value(std::string_view gold, std::string_view predicted, distinct d = distinct::dropped) {
    bool const kept = d == distinct::kept;
    detail::value_slots const filled(detail::prepared(gold, kept));
    values_ = filled.values();
    std::ranges::sort(values_);
    auto const repeated = std::ranges::unique(values_);
    values_.erase(repeated.begin(), repeated.end());
    words_ = detail::value_slots(detail::prepared(with_values_as_one(predicted), kept)).words();
    if (filled.words().empty()) words_.clear();  // the official program stops there
    auto const slot = text::lower(detail::value_slots::slot);
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (words_[i] == slot) slots_.push_back(i);
    chosen_.resize(slots_.size());
    done_ = words_.empty() || (!slots_.empty() && values_.empty());
  }

  /// The next way as SQL to execute; nothing after the last. O(length).
  [[nodiscard]] std::optional<std::string> next() {
    if (done_) return {};
    for (std::size_t i = 0; i < slots_.size(); ++i) words_[slots_[i]] = values_[chosen_[i]];
    done_ = true;
    for (auto& choice : chosen_) {
      choice = (choice + 1) % values_.size();
      if (choice == 0) continue;
      done_ = false;
      break;
    }
    return detail::with_current_year(text::join(words_, " "));
  }

 private:
  std::vector<std::string> values_{};  // of the gold, each once
  std::vector<std::string> words_{};   // of the prediction
  std::vector<std::size_t> slots_{};   // indices into words_
  std::vector<std::size_t> chosen_{};  // a value for each slot
  bool done_ = false;
};

}  // namespace t2s::evaluation

#endif
