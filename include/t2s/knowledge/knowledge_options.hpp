// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_KNOWLEDGE_OPTIONS_HPP
#define T2S_KNOWLEDGE_KNOWLEDGE_OPTIONS_HPP

#include "t2s/knowledge/synonyms.hpp"
#include "t2s/schema/schema.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace t2s {

namespace knowledge {

struct dictionary;
class value_index;
class wordnet;

/// What of a database is read.
struct lexicon_options {
  std::size_t values_per_column = 20'000;  ///< distinct values read of each text column, where there is no index of them
  std::size_t value_bytes = 120;           ///< longer values are free text and not read
  std::size_t times_per_column = 1'000;    ///< distinct values read of each column of numbers that is called as one of times
  std::size_t values_per_word = 5'000;     ///< a word of more values than that tells nothing about any of them
  std::chrono::nanoseconds time =
      std::chrono::seconds(30);  ///< for the values of all columns together; each has its statement's limit, too

  bool neighbours = true;                         ///< the pairs of general English that we know: "pay" for a salary
  std::shared_ptr<wordnet const> thesaurus{};     ///< words of questions that are in no name may stand for others; may be null
  synonym_options synonyms{};                     ///< how near they must be
  std::shared_ptr<dictionary const> own_words{};  ///< the user's; may be null

  /// Told how many columns were read, before each and after the last, and how many there are; by the thread that reads. May be empty.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

/// What of a database is kept in memory.
struct kept_values_limits {
  std::size_t values = 100'000;                              ///< different ones of a column; a column with more is not kept
  std::size_t bytes = std::size_t{64} * 1024 * 1024;         ///< in all; columns that no longer fit are not kept
  std::chrono::nanoseconds time = std::chrono::seconds(30);  ///< for all columns; those that come later are not read
};

}  // namespace knowledge

/// What may be read of a database to know it, and how much.
struct knowledge_options {
  knowledge::lexicon_options names{};                      ///< names and stored texts: how many, how long it may take, which synonyms
  std::shared_ptr<knowledge::value_index const> index{};   ///< the stored texts, where they are indexed; read from the database if absent
  bool keeps_values = true;                                ///< whether stored values are kept in memory for `tcsr::fuzzy_detection`
  knowledge::kept_values_limits kept{};                    ///< how many values
  std::size_t cell_bytes = 4096;                           ///< of a cell of the rows that are kept for prompts; a longer one is cut
  std::vector<schema::column_description> descriptions{};  ///< of columns, for every prompt that shows the schema
  std::size_t description_bytes = 200;                     ///< of a description; a longer one is cut
};

}  // namespace t2s

#endif
