// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_METRICS_QUESTION_WORDS_HPP
#define T2S_OFFLINE_READER_DETAIL_METRICS_QUESTION_WORDS_HPP

#include "t2s/core/detail/number_words.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/semantic_layer.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// The words of a question about metrics, and what each was read as.
namespace t2s::reader::detail {

/// The lemmas of a name, or of what people say for it.
using wording = std::vector<std::string>;

/// What people call something: its name, label and synonyms.
[[nodiscard]] inline std::vector<wording> wordings_of(knowledge::semantic_name const& of) {
  std::vector<wording> all;
  all.push_back(retrieve::lemmas_of_name(of.name));
  if (!of.label.empty()) all.push_back(retrieve::lemmas_of_name(of.label));
  for (auto const& s : of.synonyms) all.push_back(retrieve::lemmas_of_name(s));
  return all;
}

/// A whole number from 1 to 9999, in digits or in one word.
[[nodiscard]] inline std::optional<int> small_number(std::string_view word) {
  int n = 0;
  auto const [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), n);
  bool const digits = wrong == std::errc() && end == word.data() + word.size();
  if (!digits) n = t2s::detail::number_of_word(word).value_or(0);
  return n > 0 && n < 10'000 ? std::optional(n) : std::nullopt;
}

/// What a word was read as.
enum class word_role : std::uint8_t { none, metric, group, value, period, order, comparison, small };

/// The words of a question. A word is read once.
class question_words {
 public:
  explicit question_words(std::span<retrieve::token const> tokens) : tokens_(tokens), roles_(tokens.size()) {}

  [[nodiscard]] std::size_t size() const noexcept { return tokens_.size(); }
  [[nodiscard]] std::span<retrieve::token const> tokens() const noexcept { return tokens_; }
  /// A word in lower case; "" beyond the end.
  [[nodiscard]] std::string_view text(std::size_t i) const { return i < size() ? std::string_view(tokens_[i].text) : ""; }
  [[nodiscard]] std::string_view lemma(std::size_t i) const { return i < size() ? std::string_view(tokens_[i].lemma) : ""; }
  [[nodiscard]] bool is_singular(std::size_t i) const { return text(i) == lemma(i); }

  /// Whether a word is one of a list, in which blanks separate them.
  [[nodiscard]] bool is_one_of(std::size_t i, std::string_view words) const {
    auto const word = text(i);
    if (word.empty()) return false;
    for (auto const one : text::split(words, ' '))
      if (one == word) return true;
    return false;
  }

  [[nodiscard]] word_role role(std::size_t i) const { return i < size() ? roles_[i] : word_role::none; }
  [[nodiscard]] bool is_read(std::size_t i) const { return role(i) != word_role::none; }
  [[nodiscard]] bool is_free(std::size_t first, std::size_t last) const {
    for (auto i = first; i < last; ++i)
      if (i >= size() || is_read(i)) return false;
    return true;
  }
  void take(std::size_t first, std::size_t last, word_role as) {
    for (auto i = first; i < last; ++i) roles_[i] = as;
  }

  /// The end of a phrase that begins at a word, if none of its words was read before; else 0. Hyphens and underscores may stand between.
  [[nodiscard]] std::size_t end_of(wording const& wanted, std::size_t at) const {
    auto i = at;
    for (auto const& word : wanted) {
      while (i > at && (text(i) == "-" || text(i) == "_")) ++i;
      if (i >= size() || (tokens_[i].lemma != word && tokens_[i].text != word)) return 0;
      ++i;
    }
    return i > at && is_free(at, i) ? i : 0;
  }

  /// The end of the longest of several phrases at a word; 0 if there is none.
  [[nodiscard]] std::size_t longest_end(std::vector<wording> const& all, std::size_t at) const {
    std::size_t end = 0;
    for (auto const& p : all) end = std::max(end, end_of(p, at));
    return end;
  }

  /// The first word of "by", "for each" and so on that ends before a word; the word itself if there is none.
  [[nodiscard]] std::size_t cue_before(std::size_t i) const {
    auto at = i;
    if (at > 1 && text(at - 1) == "the" && is_one_of(at - 2, "by per across")) --at;
    if (at == 0 || !is_one_of(at - 1, "by per each every across")) return i;
    --at;
    if (is_one_of(at, "each every") && at > 0 && is_one_of(at - 1, "for in by of per")) --at;
    return is_free(at, i) ? at : i;
  }

  /// A number from 1 to 9999 that was not read.
  [[nodiscard]] std::optional<std::size_t> number_at(std::size_t i) const {
    auto const n = is_free(i, i + 1) ? small_number(text(i)) : std::nullopt;
    return n ? std::optional(static_cast<std::size_t>(*n)) : std::nullopt;
  }

 private:
  std::span<retrieve::token const> tokens_;
  std::vector<word_role> roles_;
};

}  // namespace t2s::reader::detail

#endif
