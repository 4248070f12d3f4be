// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_WORDNET_HPP
#define T2S_KNOWLEDGE_WORDNET_HPP

#include "t2s/core/config.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::link {

/// A sense of a word in WordNet: the words that share it, and what is more general and more special.
struct word_sense {
  std::vector<std::string> words{};           ///< lemmas; those of several words have underscores
  std::vector<std::uint32_t> more_general{};  ///< places of other senses of the same part of speech
  std::vector<std::uint32_t> more_special{};  ///< places of such senses
};

/// The files of a WordNet (`index.noun`, `data.noun` and so on, as wndb(5WN) describes them), read where they stand.
///
/// Immutable: any number of threads may read it.
class wordnet {
 public:
  enum class part_of_speech { noun, verb, adjective, adverb };  ///< as WordNet's files are divided

  /// Maps the files. Throws `error` with `file_not_found` if one of the eight is missing, `not_a_file`, `file_unreadable`.
  [[nodiscard]] T2S_DECL static std::shared_ptr<wordnet const> open(std::filesystem::path const& folder);

  /// Where distributions put it, if it is there: `WNSEARCHDIR` of the environment first; else an empty path.
  [[nodiscard]] T2S_DECL static std::filesystem::path usual_folder();

  /// The places of a lemma's senses, the most usual first; none for an unknown word. Throws `error` with `malformed_data` where a line is
  /// not as the format says. O(log words).
  [[nodiscard]] T2S_DECL std::vector<std::uint32_t> senses(std::string_view lemma, part_of_speech as) const;

  /// Throws as `senses`. O(length of its line).
  [[nodiscard]] T2S_DECL word_sense sense(std::uint32_t place, part_of_speech as) const;

 private:
  wordnet() = default;

  struct dictionary {
    std::string_view index{}, data{};
    std::string file{};
  };
  [[nodiscard]] dictionary const& files(part_of_speech as) const { return files_[static_cast<std::size_t>(as)]; }

  std::vector<dictionary> files_{};
  std::vector<std::shared_ptr<void const>> owners_{};
};

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/wordnet.ipp"
#endif

#endif
