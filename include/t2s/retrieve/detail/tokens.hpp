// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_TOKENS_HPP
#define T2S_RETRIEVE_DETAIL_TOKENS_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// A word, number, quoted text or punctuation mark of a question.
struct token {
  enum class kind { word, number, quoted, mark };  ///< what a token is

  kind is = kind::word;            ///< the kind of token
  std::string text{};              ///< in lower case; quoted text unchanged, without its quotes; a number without thousands separators
  std::string lemma{};             ///< for a word its lemma; otherwise the text
  std::size_t begin = 0, end = 0;  ///< byte range in the question, quotes included
  bool capital = false;            ///< starts with a capital
  bool code = false;               ///< two or three capitals in a question that is not all capitals: "US" is not a pronoun
};

/// The tokens of a question in order.
///
/// A number is digits with inner `.`, `,` (thousands), `/`, `-` or `:`, so that dates and times are one token. Quotes may be straight or
/// curly; an apostrophe inside a word is not a quote. "don't" becomes "do" and "not"; a possessive 's is a separate token. Any bytes are
/// allowed, O(length).
[[nodiscard]] T2S_DECL std::vector<token> tokens_of(std::string_view question);

/// The words of a name (`text::words_of_name`), each as its lemma.
[[nodiscard]] T2S_DECL std::vector<std::string> lemmas_of_name(std::string_view name);

}  // namespace t2s::retrieve

/// English word forms by rule, sufficient for comparing a question with names. No dictionary except common irregular forms.
namespace t2s::retrieve {

/// The singular of a noun, else the word itself: "cities" is "city", "boxes" "box", "people" "person", "status" "status".
/// Expects lower case; any bytes are allowed. Pure, O(length).
[[nodiscard]] T2S_DECL std::string lemma(std::string_view word);

/// A lemma without the endings of verbs and of nouns derived from verbs: "directed", "directing" and "director" give "direct". Two words
/// with the same stem are probably related; the stem itself need not be a word. At least 3 letters unless the word is shorter.
[[nodiscard]] T2S_DECL std::string stem(std::string_view lemma);

/// Whether a lemma is a word that alone names neither a thing nor a value. O(log words).
[[nodiscard]] T2S_DECL bool is_stop_word(std::string_view lemma) noexcept;

/// The same for a token; false for a code.
[[nodiscard]] inline bool is_stop_word(token const& t) noexcept { return !t.code && is_stop_word(std::string_view(t.lemma)); }

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/tokens.ipp"
#endif

#endif
