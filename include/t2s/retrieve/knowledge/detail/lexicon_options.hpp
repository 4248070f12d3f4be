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
struct learned;
struct semantic_layer;
class value_index;
class wordnet;

/// How much of a database is read.
struct lexicon_options {
  std::size_t values_per_column = 20'000;  ///< distinct values read of each text column, unless it is indexed
  std::size_t value_bytes = 120;           ///< longer values are free text and not read
  std::size_t times_per_column = 1'000;    ///< distinct values read of each numeric column whose name suggests times
  std::size_t values_per_word = 5'000;     ///< a word in more values than that is ignored

  /// For the keys and the values of all columns together. A connection's statement that runs then is ended; those of awaitable databases
  /// end by their own limits.
  std::chrono::nanoseconds time = std::chrono::seconds(30);

  std::shared_ptr<value_index const> index{};  ///< an index of the stored texts; if null, they are read from the database

  bool neighbours = true;                         ///< general English synonyms that the library knows: "pay" for a salary
  std::shared_ptr<wordnet const> thesaurus{};     ///< finds synonyms for words of questions that are in no name; may be null
  synonym_options synonyms{};                     ///< least similarity, and so on
  std::shared_ptr<dictionary const> own_words{};  ///< the user's; may be null
  std::shared_ptr<learned const> confirmed{};     ///< words, codes, times and units that the owner confirmed; may be null

  std::shared_ptr<semantic_layer const> semantics{};  ///< metrics and dimensions that fit the database (`require_fit`); may be null

  /// Called before each column and after the last with the number of columns read and the total, by the reading thread. May be empty.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

}  // namespace t2s::knowledge

/// Options of a part.
template <>
inline constexpr bool t2s::is_part_options<t2s::knowledge::lexicon_options> = true;

#endif
