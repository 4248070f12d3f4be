// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_STOP_WORDS_HPP
#define T2S_RETRIEVE_STOP_WORDS_HPP

#include <algorithm>
#include <array>
#include <string_view>

namespace t2s::retrieve {

namespace detail {

/// Lemmas of English words that name nothing. Sorted.
inline constexpr std::array stop_words = std::to_array<std::string_view>({
    "a",      "about",  "above", "across", "after",  "all",     "along", "also",  "am",      "among",   "an",    "and",   "any",
    "around", "as",     "at",    "be",     "been",   "before",  "being", "below", "between", "both",    "but",   "by",    "can",
    "could",  "do",     "each",  "either", "ever",   "every",   "find",  "for",   "from",    "give",    "have",  "he",    "her",
    "here",   "him",    "his",   "how",    "i",      "if",      "in",    "into",  "it",      "its",     "kind",  "least", "less",
    "list",   "many",   "may",   "me",     "more",   "most",    "much",  "must",  "my",      "neither", "never", "no",    "nor",
    "not",    "of",     "off",   "on",     "one",    "only",    "or",    "other", "our",     "out",     "over",  "own",   "per",
    "please", "return", "same",  "shall",  "she",    "should",  "show",  "so",    "some",    "such",    "tell",  "than",  "that",
    "the",    "their",  "them",  "then",   "there",  "these",   "they",  "this",  "those",   "through", "to",    "too",   "under",
    "until",  "up",     "us",    "very",   "we",     "well",    "what",  "when",  "where",   "which",   "while", "who",   "whom",
    "whose",  "why",    "will",  "with",   "within", "without", "would", "you",   "your",
});
static_assert(std::ranges::is_sorted(stop_words));

}  // namespace detail

/// Whether a lemma is a word that by itself names neither a thing nor a value. O(log words).
[[nodiscard]] constexpr bool is_stop_word(std::string_view lemma) noexcept { return std::ranges::binary_search(detail::stop_words, lemma); }

}  // namespace t2s::retrieve

#endif
