// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_LEMMA_IPP
#define T2S_RETRIEVE_IMPL_LEMMA_IPP

#include "t2s/retrieve/lemma.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace t2s::retrieve {
namespace detail {

struct irregular {
  std::string_view form, lemma;
};

inline constexpr std::array irregulars{
    irregular{"people", "person"},   irregular{"men", "man"},         irregular{"women", "woman"},
    irregular{"children", "child"},  irregular{"feet", "foot"},       irregular{"teeth", "tooth"},
    irregular{"mice", "mouse"},      irregular{"geese", "goose"},     irregular{"lives", "life"},
    irregular{"wives", "wife"},      irregular{"knives", "knife"},    irregular{"leaves", "leaf"},
    irregular{"shelves", "shelf"},   irregular{"halves", "half"},     irregular{"movies", "movie"},
    irregular{"series", "series"},   irregular{"species", "species"}, irregular{"criteria", "criterion"},
    irregular{"indices", "index"},   irregular{"matrices", "matrix"}, irregular{"analyses", "analysis"},
    irregular{"bases", "base"},      irregular{"buses", "bus"},       irregular{"news", "news"},
    irregular{"has", "have"},        irregular{"had", "have"},        irregular{"is", "be"},
    irregular{"are", "be"},          irregular{"was", "be"},          irregular{"were", "be"},
    irregular{"does", "do"},         irregular{"did", "do"},          irregular{"this", "this"},
    irregular{"its", "its"},         irregular{"his", "his"},         irregular{"yes", "yes"},
    irregular{"lens", "lens"},       irregular{"cookies", "cookie"},  irregular{"heroes", "hero"},
    irregular{"potatoes", "potato"}, irregular{"tomatoes", "tomato"}, irregular{"gas", "gas"},
    irregular{"canvas", "canvas"},   irregular{"ties", "tie"},        irregular{"pies", "pie"},
    irregular{"always", "always"},   irregular{"alias", "alias"},     irregular{"pants", "pants"},
};

inline bool is_vowel(char c) noexcept { return std::string_view("aeiou").find(c) != std::string_view::npos; }

inline bool has_vowel(std::string_view s) noexcept {
  return std::any_of(s.begin(), s.end(), [](char c) { return is_vowel(c) || c == 'y'; });
}

}  // namespace detail

T2S_DECL std::string lemma(std::string_view word) {
  for (auto const& i : detail::irregulars)
    if (i.form == word) return std::string(i.lemma);
  auto const ends = [word](std::string_view e) { return word.size() > e.size() + 1 && word.ends_with(e); };
  auto const without = [word](std::size_t n, std::string_view more = {}) {
    return std::string(word.substr(0, word.size() - n)).append(more);
  };
  if (ends("ies")) return without(3, "y");
  if (ends("sses") || ends("xes") || ends("ches") || ends("shes") || ends("zzes")) return without(2);
  if (ends("ss") || ends("us") || ends("is") || !ends("s") || word.size() < 4) return std::string(word);
  return without(1);
}

T2S_DECL std::string stem(std::string_view word) {
  std::string_view s = word;
  auto const drop = [&s](std::string_view ending) {
    if (s.size() < ending.size() + 3 || !s.ends_with(ending) || !detail::has_vowel(s.substr(0, s.size() - ending.size()))) return false;
    s.remove_suffix(ending.size());
    return true;
  };
  bool const verbal = drop("ation") || drop("ing") || drop("ment") || drop("ed") || drop("ion") || drop("er") || drop("or");
  if (verbal && s.size() > 3 && s.back() == s[s.size() - 2] && !detail::is_vowel(s.back()) && s.back() != 's' && s.back() != 'l')
    s.remove_suffix(1);
  if (s.size() > 3 && (s.back() == 'e' || s.back() == 'y')) s.remove_suffix(1);
  return std::string(s);
}

}  // namespace t2s::retrieve

#endif
