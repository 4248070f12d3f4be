// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_SYNONYMS_HPP
#define T2S_KNOWLEDGE_SYNONYMS_HPP

#include "t2s/core/config.hpp"
#include "t2s/knowledge/wordnet.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::link {

/// A word of questions that may stand for a word of a name, and how well, from 0 to 1.
struct near_word {
  std::string word{};   ///< in lower case, as a lemma
  double likeness = 0;  ///< from 0 to 1
};

/// How near senses of WordNet are. A word's further senses count less and less, on both sides.
struct synonym_options {
  double same = 0.8;         ///< words of one sense
  double general = 0.65;     ///< of the next more general one: "animal" for "dog"
  double special = 0.65;     ///< of the next more special one: "pupil" for "student"
  double next_sense = 0.85;  ///< of a word, against the one before
  std::size_t senses = 4;    ///< of a word that are looked at
  double least = 0.5;        ///< what is less like is none
};

/// What a question may say for a word of a name, by WordNet, both as lemmas; without the word itself, the nearest first. Throws as
/// `wordnet`.
[[nodiscard]] T2S_DECL std::vector<near_word> synonyms_of(wordnet const& known, std::string_view named,
                                                          synonym_options const& options = {});

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/synonyms.ipp"
#endif

#endif
