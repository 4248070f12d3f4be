// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_TOKENS_HPP
#define T2S_RETRIEVE_TOKENS_HPP

#include "t2s/core/config.hpp"

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
};

/// The tokens of a question in its order.
///
/// A number is digits with inner `.`, `,` (thousands), `/`, `-` or `:`, so that dates and times stay whole. Quotes may be straight or
/// curly; an apostrophe inside a word is none. "don't" gives "do" and "not"; a possessive 's is a token of its own. Any bytes are
/// allowed, O(length).
[[nodiscard]] T2S_DECL std::vector<token> tokens_of(std::string_view question);

/// The words of a name (`text::words_of_name`), each as its lemma.
[[nodiscard]] T2S_DECL std::vector<std::string> lemmas_of_name(std::string_view name);

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/tokens.ipp"
#endif

#endif
