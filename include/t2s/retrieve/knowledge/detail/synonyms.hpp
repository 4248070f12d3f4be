// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SYNONYMS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SYNONYMS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::knowledge {
namespace detail {

/// Collects the errors of the wrong lines of a file, so that all are mended at once.
class wrong_lines {
 public:
  template <class Read>
  void note_errors_of(Read read) {
    try {
      read();
    } catch (error const& e) {
      all_.push_back(e.details());
    }
  }

  /// Throws one error with the texts of all, or of the first twenty.
  void throw_if_any() {
    constexpr std::size_t most = 20;
    if (all_.empty()) return;
    auto said = std::move(all_.front());
    if (all_.size() == 1) throw error(std::move(said));
    said.message = std::to_string(all_.size()) + " lines are wrong: " + said.text();
    for (std::size_t i = 1; i < all_.size() && i < most; ++i) said.message.append("; ").append(all_[i].text());
    said.remedy = all_.size() > most ? "and " + std::to_string(all_.size() - most) + " more" : std::string();
    throw error(std::move(said));
  }

 private:
  std::vector<failure> all_{};
};

}  // namespace detail

/// A sense of a word in WordNet: its words, and the more general and more special senses.
struct word_sense {
  std::vector<std::string> words{};           ///< lemmas; several words are joined by underscores
  std::vector<std::uint32_t> more_general{};  ///< offsets of other senses of the same part of speech
  std::vector<std::uint32_t> more_special{};  ///< offsets of such senses
};

/// A word of questions that may mean a word of a name, with its similarity from 0 to 1.
struct near_word {
  std::string word{};   ///< in lower case, as a lemma
  double likeness = 0;  ///< from 0 to 1
};

/// Similarities of WordNet's senses. The later senses of a word count less, on both sides.
struct synonym_options {
  double same = 0.8;         ///< words of one sense
  double general = 0.65;     ///< the next more general one: "animal" for "dog"
  double special = 0.65;     ///< the next more special one: "pupil" for "student"
  double next_sense = 0.85;  ///< of a word, relative to the previous one
  std::size_t senses = 4;    ///< how many senses of a word are considered
  double least = 0.5;        ///< least similarity
};

/// The files of a WordNet (`index.noun`, `data.noun` and so on, as in wndb(5WN)), read in place.
///
/// Immutable: any number of threads may read it. To open one, or to read a dictionary, include t2s/retrieve/knowledge/lexicon.hpp.
class wordnet {
 public:
  enum class part_of_speech { noun, verb, adjective, adverb };  ///< the parts of speech of WordNet's files

  /// Maps the files. Throws `error` with `file_not_found` if one of the eight is missing, `not_a_file`, `file_unreadable`.
  [[nodiscard]] T2S_DECL static std::shared_ptr<wordnet const> open(std::string const& folder);

  /// The folder of the installed WordNet, if there is one: first `WNSEARCHDIR` of the environment; else an empty path.
  [[nodiscard]] T2S_DECL static std::string usual_folder();

  /// The offsets of a lemma's senses, most usual first; empty for an unknown word. Throws `error` with `malformed_data` for a line in
  /// another format. O(log words).
  [[nodiscard]] T2S_DECL std::vector<std::uint32_t> senses(std::string_view lemma, part_of_speech as) const;

  /// Throws as `senses`. O(length of its line).
  [[nodiscard]] T2S_DECL word_sense sense(std::uint32_t place, part_of_speech as) const;

  wordnet(wordnet const&) = default;                 ///< shares the files
  wordnet(wordnet&&) noexcept = default;             ///< takes over the files
  wordnet& operator=(wordnet const&) = default;      ///< shares the files
  wordnet& operator=(wordnet&&) noexcept = default;  ///< takes over the files
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

/// The words of a question that may mean a word of a name, by WordNet, as lemmas; not the word itself, nearest first. Throws as `wordnet`.
[[nodiscard]] inline std::vector<near_word> synonyms_of(wordnet const& known, std::string_view named, synonym_options const& options = {}) {
  return known.find_synonyms(named, options);
}

/// A user's definition of a phrase: a table, a column, or another word.
struct dictionary_entry {
  std::vector<std::string> phrase{};  ///< lemmas
  std::string table{};                ///< empty if it means a word
  std::string column{};               ///< empty if it means a whole table
  std::string word{};                 ///< of names, as a lemma; also set if `table` may be a word
  std::size_t line = 0;               ///< of the file, from 1
};

/// A user's own words for the contents of databases.
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
/// Names with spaces or dots are in double quotes, with "" for a quote. A name that is not a table of a database is a word there, so one
/// dictionary serves many databases. Throws `error` with `malformed_data`, all wrong lines and what is wrong with each.
[[nodiscard]] T2S_DECL dictionary parse_dictionary(std::string_view text, std::string file);

/// The same for a file. Throws also `file_not_found`, `not_a_file`, `file_unreadable`.
[[nodiscard]] T2S_DECL dictionary read_dictionary(std::string const& file);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/synonyms.ipp"
#endif

#endif
