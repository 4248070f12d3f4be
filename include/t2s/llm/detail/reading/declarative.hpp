// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_DECLARATIVE_HPP
#define T2S_LLM_DETAIL_READING_DECLARATIVE_HPP

#include "t2s/llm/detail/reading/choice.hpp"

#include <array>

namespace t2s::llm::detail::reading_impl {

/// Whether an English text states something ("The capital is Oslo."): a finite verb stands in its main clause. An imperative, a text that
/// begins with its verb or with a question word, and a noun phrase whose verbs belong to relative clauses state nothing.
inline bool is_declarative(std::string_view s) {
  static constexpr std::array<std::string_view, 8> verbs{"is", "are", "was", "were", "has", "have", "theres", "theyre"};
  static constexpr std::array<std::string_view, 9> question_words{"who", "whose", "whom", "which", "what", "when", "where", "why", "how"};
  static constexpr std::array<std::string_view, 3> relatives{"who", "that", "which"};
  static constexpr std::array<std::string_view, 3> conjunctions{"that", "if", "whether"};
  static constexpr std::array<std::string_view, 5> joining{"and", "or", "but", "not", "also"};
  static constexpr std::array<std::string_view, 20> imperatives{
      "list",     "show",    "find",  "give",     "return",    "display", "get",       "count",  "tell",   "select",
      "retrieve", "provide", "fetch", "identify", "determine", "compute", "calculate", "report", "output", "please"};
  static constexpr std::string_view foreign = "der |die |das |den |ein |eine |und |mir |het |de |een |en |care |cu |el |los |la ";
  auto const words = plain_words(s);
  if (has_phrase(words, foreign) && !has_phrase(words, "the |there ")) return false;  // "was" and "is" are also words of others
  std::size_t place = 0, clauses = 0;                                                 // clauses: relative ones whose verb has not come yet
  bool orders = is_one_of(word_at(s, 0), imperatives);
  for (auto comma = s.find(", "); comma != s.npos; comma = s.find(", ", comma + 1))  // "For each river, show ..."
    orders = orders || is_one_of(word_at(s, comma + 2), imperatives);
  std::string_view before;
  for (auto const word : text::split(text::trim(words), ' ')) {
    bool const asks = is_one_of(word, question_words), verb = is_one_of(word, verbs);
    if (asks && place < 2) return false;                      // "In which year ..."
    if (verb && place == 0 && word.size() < 5) return false;  // "Is there ..."
    if (verb && orders && place > 1) return false;            // not "Count is 5"
    if (asks || is_one_of(word, conjunctions)) ++clauses;
    if (!verb && is_one_of(before, relatives) && (word.ends_with('s') || word.ends_with("ed"))) --clauses;  // "that crosses Peru"
    if (verb && !is_one_of(before, joining) && clauses-- == 0) return true;
    before = word;
    ++place;
  }
  return false;
}

}  // namespace t2s::llm::detail::reading_impl

#endif
