// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_TOKENS_HPP
#define T2S_RETRIEVE_DETAIL_TOKENS_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// A word, number, quoted text or mark of a question.
struct token {
  enum class kind { word, number, quoted, mark };  ///< what a token is

  kind is = kind::word;            ///< what it is
  std::string text{};              ///< in lower case; quoted text as it is, without its quotes; a number without thousands separators
  std::string lemma{};             ///< of a word; else the text
  std::size_t begin = 0, end = 0;  ///< bytes of the question, quotes included
  bool capital = false;            ///< starts with a capital
  bool code = false;               ///< two or three capitals in a question that is not written in capitals: "US" is no pronoun
};

/// The tokens of a question in its order.
///
/// A number is digits with inner `.`, `,` (thousands), `/`, `-` or `:`, so that dates and times stay whole. Quotes may be straight or
/// curly; an apostrophe inside a word is none. "don't" becomes "do" and "not"; a possessive 's is a token of its own. Any bytes are
/// allowed, O(length).
[[nodiscard]] T2S_DECL std::vector<token> tokens_of(std::string_view question);

/// The words of a name (`text::words_of_name`), each as its lemma.
[[nodiscard]] T2S_DECL std::vector<std::string> lemmas_of_name(std::string_view name);

}  // namespace t2s::retrieve

/// English word forms by rule, good enough to compare a question with names. No dictionary beyond the irregular forms that are common.
namespace t2s::retrieve {

/// The singular of a noun, else the word itself: "cities" is "city", "boxes" "box", "people" "person", "status" "status".
/// Expects lower case; any bytes are allowed. Pure, O(length).
[[nodiscard]] T2S_DECL std::string lemma(std::string_view word);

/// What is left of a lemma without the endings of verbs and of nouns made from verbs: "directed", "directing" and "director" give
/// "direct". Two words with one stem are probably related; the stem itself need not be a word. Never shorter than 3 letters unless
/// the word is.
[[nodiscard]] T2S_DECL std::string stem(std::string_view lemma);

/// Whether a lemma is a word that by itself names neither a thing nor a value. O(log words).
[[nodiscard]] T2S_DECL bool is_stop_word(std::string_view lemma) noexcept;

/// The same of a token; a code is none.
[[nodiscard]] inline bool is_stop_word(token const& t) noexcept { return !t.code && is_stop_word(std::string_view(t.lemma)); }

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/tokens.ipp"
#endif

#endif
