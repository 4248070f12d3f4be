// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SYNONYMS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SYNONYMS_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::knowledge {

/// A sense of a word in WordNet: the words that share it, and what is more general and more special.
struct word_sense {
  std::vector<std::string> words{};           ///< lemmas; those of several words have underscores
  std::vector<std::uint32_t> more_general{};  ///< places of other senses of the same part of speech
  std::vector<std::uint32_t> more_special{};  ///< places of such senses
};

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

/// The files of a WordNet (`index.noun`, `data.noun` and so on, as wndb(5WN) describes them), read where they stand.
///
/// Immutable: any number of threads may read it.
class wordnet {
 public:
  enum class part_of_speech { noun, verb, adjective, adverb };  ///< as WordNet's files are divided

  /// Maps the files. Throws `error` with `file_not_found` if one of the eight is missing, `not_a_file`, `file_unreadable`.
  [[nodiscard]] T2S_DECL static std::shared_ptr<wordnet const> open(std::string const& folder);

  /// Where distributions put it, if it is there: `WNSEARCHDIR` of the environment first; else an empty path.
  [[nodiscard]] T2S_DECL static std::string usual_folder();

  /// The places of a lemma's senses, the most usual first; none for an unknown word. Throws `error` with `malformed_data` where a line is
  /// not as the format says. O(log words).
  [[nodiscard]] T2S_DECL std::vector<std::uint32_t> senses(std::string_view lemma, part_of_speech as) const;

  /// Throws as `senses`. O(length of its line).
  [[nodiscard]] T2S_DECL word_sense sense(std::uint32_t place, part_of_speech as) const;

  wordnet(wordnet const&) = default;                 ///< shares the files
  wordnet(wordnet&&) noexcept = default;             ///< takes the files over
  wordnet& operator=(wordnet const&) = default;      ///< shares the files
  wordnet& operator=(wordnet&&) noexcept = default;  ///< takes the files over
  virtual ~wordnet() = default;

 private:
  wordnet() = default;

  friend std::vector<near_word> synonyms_of(wordnet const& known, std::string_view named, synonym_options const& options);

  /// Virtual, so that only a program that opens a WordNet compiles the search.
  [[nodiscard]] T2S_DECL virtual std::vector<near_word> find_synonyms(std::string_view named, synonym_options const& options) const;

  struct dictionary {
    std::string_view index{}, data{};
    std::string file{};
  };
  [[nodiscard]] dictionary const& files(part_of_speech as) const { return files_[static_cast<std::size_t>(as)]; }

  std::vector<dictionary> files_{};
  std::vector<std::shared_ptr<void const>> owners_{};
};

/// What a question may say for a word of a name, by WordNet, both as lemmas; without the word itself, the nearest first. Throws as
/// `wordnet`.
[[nodiscard]] inline std::vector<near_word> synonyms_of(wordnet const& known, std::string_view named, synonym_options const& options = {}) {
  return known.find_synonyms(named, options);
}

/// What a user says that a phrase means: a table, a column, or another word.
struct dictionary_entry {
  std::vector<std::string> phrase{};  ///< lemmas
  std::string table{};                ///< empty if a word is meant
  std::string column{};               ///< empty if a whole table is meant
  std::string word{};                 ///< of names, as a lemma; also where `table` may be one
  std::size_t line = 0;               ///< of the file, from 1
};

/// A user's own words for what databases hold.
struct dictionary {
  std::string file{};                       ///< for messages
  std::vector<dictionary_entry> entries{};  ///< in the order of the file
};

/// Reads lines of the forms
///
///     # a comment
///     phrase = table.column      a phrase of any number of words for a column
///     phrase = table             or for a table
///     word = word                a word of questions for a word of names
///
/// Names with spaces or dots stand in double quotes, "" for a quote. What is no table of a database is a word there, so that one dictionary
/// serves many databases. Throws `error` with `malformed_data`, the line and what is wrong with it.
[[nodiscard]] T2S_DECL dictionary parse_dictionary(std::string_view text, std::string file);

/// The same of a file. Throws further `file_not_found`, `not_a_file`, `file_unreadable`.
[[nodiscard]] T2S_DECL dictionary read_dictionary(std::string const& file);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/synonyms.ipp"
#endif

#endif
