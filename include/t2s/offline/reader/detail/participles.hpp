// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_PARTICIPLES_HPP
#define T2S_OFFLINE_READER_DETAIL_PARTICIPLES_HPP

#include "t2s/offline/reader/detail/word_lists.hpp"

#include <array>
#include <string_view>
#include <utility>

/// What was done, and the nouns by which tables of such deeds are called: "prescribed" and `prescription`.
namespace t2s::reader::detail {

/// How the end of a verb changes in its noun: "admit" and "admission", "apply" and "application".
struct noun_ending {
  std::string_view verb, noun;
};

inline constexpr std::array noun_endings = std::to_array<noun_ending>({
    {"b", "ption"},    {"eiv", "eption"}, {"eiv", "eipt"}, {"m", "mption"}, {"eem", "emption"},    {"itt", "ission"},  {"d", "sion"},
    {"ert", "ersion"}, {"ss", "ssion"},   {"us", "usion"}, {"is", "ision"}, {"uc", "uction"},      {"i", "ication"},   {"er", "ration"},
    {"er", "ery"},     {"er", "ry"},      {"ir", "iry"},   {"ur", "ury"},   {"quir", "quisition"}, {"olv", "olution"}, {"s", "sis"},
});

/// Irregular past forms and the nouns of their deeds.
inline constexpr std::array irregular_nouns = std::to_array<noun_ending>({
    {"sold", "sale"},
    {"bought", "purchase"},
    {"paid", "payment"},
    {"flown", "flight"},
    {"lost", "loss"},
    {"chosen", "choice"},
});

/// Whether a noun comes from a verb, whose base has no final "e".
[[nodiscard]] constexpr bool is_noun_of(std::string_view noun, std::string_view base) noexcept {
  constexpr std::size_t shortest = 5;  // "miss" has no mission, "count" no county
  if (base.size() < shortest || noun.size() <= base.size()) return false;
  for (auto const& e : noun_endings) {
    if (!base.ends_with(e.verb) || !noun.ends_with(e.noun)) continue;
    if (base.substr(0, base.size() - e.verb.size()) == noun.substr(0, noun.size() - e.noun.size())) return true;
  }
  return false;
}

/// Whether a word is a participle for a lemma: "shipped" for ship, shipment and shipping.
[[nodiscard]] constexpr bool is_participle_of(std::string_view word, std::string_view lemma) noexcept {
  for (auto const& n : irregular_nouns)
    if (n.verb == word && n.noun == lemma) return true;
  if (word == "lent" && is_one_of(lemma, "loan lending borrowing")) return true;
  if (word.size() < 4 || !word.ends_with("ed")) return false;
  if (is_one_of(word, "borrowed loaned") && is_one_of(lemma, "loan lending lent borrowing borrow")) return true;
  if (is_one_of(word, "rented hired") && is_one_of(lemma, "rental rent hire hiring")) return true;
  if (is_noun_of(lemma, word.substr(0, word.size() - 2))) return true;
  if (word == "maintained" && lemma == "maintenance") return true;
  if (lemma.size() > 8 && lemma.ends_with("ation") && is_participle_of(word, lemma.substr(0, lemma.size() - 5))) return true;
  bool const action = lemma.ends_with("tion");  // "mission" is none of "missed"
  for (std::string_view const ending : {"al", "ment", "ing", "ance", "ion"})
    if (lemma.size() > ending.size() + (ending == "ance" ? 4U : 3U) && lemma.ends_with(ending) && (ending != "ion" || action))
      lemma.remove_suffix(ending.size());
  auto const base = word.substr(0, word.size() - 2);
  bool const doubled = base.size() > 2 && base.back() == base[base.size() - 2];
  return base == lemma || word.substr(0, word.size() - 1) == lemma || (doubled && base.substr(0, base.size() - 1) == lemma) ||
         (base.back() == 'i' && lemma.ends_with('y') && base.substr(0, base.size() - 1) == lemma.substr(0, lemma.size() - 1));
}

}  // namespace t2s::reader::detail

#endif
