// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LEMMA_HPP
#define T2S_RETRIEVE_LEMMA_HPP

#include "t2s/core/config.hpp"

#include <string>
#include <string_view>

/// English word forms by rule, good enough to compare a question with names. No dictionary beyond the irregular forms that are common.
namespace t2s::retrieve {

/// The singular of a noun, else the word itself: "cities" gives "city", "boxes" "box", "people" "person", "status" "status".
/// Expects lower case; any bytes are allowed. Pure, O(length).
[[nodiscard]] T2S_DECL std::string lemma(std::string_view word);

/// What is left of a lemma without the endings of verbs and of nouns made from verbs: "directed", "directing" and "director" give
/// "direct". Two words with one stem are probably related; the stem itself need not be a word. Never shorter than 3 letters unless
/// the word is.
[[nodiscard]] T2S_DECL std::string stem(std::string_view lemma);

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/lemma.ipp"
#endif

#endif
