// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_DICTIONARY_HPP
#define T2S_KNOWLEDGE_DICTIONARY_HPP

#include "t2s/core/config.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::link {

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
[[nodiscard]] T2S_DECL dictionary read_dictionary(std::filesystem::path const& file);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/dictionary.ipp"
#endif

#endif
