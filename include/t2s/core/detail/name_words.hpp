// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_NAME_WORDS_HPP
#define T2S_CORE_DETAIL_NAME_WORDS_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::text {

/// The parts of an identifier in lower case, split at white space, punctuation, case changes and between letters and digits:
/// "Song_release_year" and "songReleaseYear" give song, release, year.
[[nodiscard]] T2S_DECL std::vector<std::string> words_of_name(std::string_view name);

/// Reads the next of these parts into `word` and moves `at` to its end. At the end of the name, returns false and leaves `word` unchanged.
[[nodiscard]] T2S_DECL bool next_word_of_name(std::string_view name, std::size_t& at, std::string& word);

}  // namespace t2s::text

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/name_words.ipp"
#endif

#endif
