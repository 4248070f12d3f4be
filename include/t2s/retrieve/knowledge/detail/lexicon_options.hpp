// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_OPTIONS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_OPTIONS_HPP

#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

namespace t2s::knowledge {

struct dictionary;
class value_index;
class wordnet;

/// How much of a database is read.
struct lexicon_options {
  std::size_t values_per_column = 20'000;  ///< distinct values read of each text column, where there is no index of them
  std::size_t value_bytes = 120;           ///< longer values are free text and not read
  std::size_t times_per_column = 1'000;    ///< distinct values read of each column of numbers that is called as one of times
  std::size_t values_per_word = 5'000;     ///< a word of more values than that tells nothing about any of them
  std::chrono::nanoseconds time =
      std::chrono::seconds(30);  ///< for the values of all columns together; each has its statement's limit, too

  std::shared_ptr<value_index const> index{};  ///< the stored texts, where they are indexed; read from the database if null

  bool neighbours = true;                         ///< the pairs of general English that we know: "pay" for a salary
  std::shared_ptr<wordnet const> thesaurus{};     ///< words of questions that are in no name may stand for others; may be null
  synonym_options synonyms{};                     ///< how near they must be
  std::shared_ptr<dictionary const> own_words{};  ///< the user's; may be null

  /// Told how many columns were read, before each and after the last, and how many there are; by the thread that reads. May be empty.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

}  // namespace t2s::knowledge

/// Options of a part.
template <>
inline constexpr bool t2s::is_part_options<t2s::knowledge::lexicon_options> = true;

#endif
