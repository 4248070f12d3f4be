// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_CUES_HPP
#define T2S_GENERATE_OFFLINE_CUES_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/offline/plan.hpp"
#include "t2s/retrieve/tokens.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// The words of English that say what SQL is to do with the things that a question names.
namespace t2s::generate::offline {

/// What a word or phrase of a question asks for.
struct cue {
  /// What words of a question ask for.
  enum class kind {
    count,        ///< how many, number of
    aggregate,    ///< average, total, maximum
    superlative,  ///< highest, most, oldest
    comparison,   ///< more than, at least, before, older than
    between,      ///< between ... and ...
    each,         ///< for each, per, by
    order,        ///< sorted by, in order of
    descending,   ///< in descending order, from highest to lowest
    ascending,    ///< in ascending order, alphabetically
    negation,     ///< not, without, except
    distinct,     ///< different, distinct
    both,         ///< both
    either,       ///< or
    contains,     ///< contains the word, including the letter
    starts,       ///< starts with
    ends,         ///< ends with
    common,       ///< most common, most popular: of a superlative that counts rows
  };

  kind is = kind::count;                     ///< what it asks for
  std::size_t first = 0, last = 0;           ///< tokens [first, last)
  offline::aggregate how = aggregate::none;  ///< for `aggregate`, and for a superlative its max or min
  comparison op = comparison::equal;         ///< for `comparison`
  std::string_view quality{};                ///< the adjective of "oldest" or "older than": its table entry's name; may be empty
};

/// An adjective that measures: what names the column that it is about, and whether more of the adjective is less of the column.
struct quality {
  std::string_view adjective;                        ///< which one
  std::array<std::string_view, 4> columns;           ///< the most likely first; lemmas, "" where there are fewer
  std::array<std::string_view, 3> reversed_columns;  ///< where the greatest quality is the least value: the oldest has the first birthday
};

/// The entry of an adjective, or nullptr.
[[nodiscard]] T2S_DECL quality const* find_quality(std::string_view adjective) noexcept;

/// Whether the adjective is one of little: short, cheap, young.
[[nodiscard]] T2S_DECL bool is_least(quality const& q) noexcept;

/// The entry of the adjective that a word such as "smallest" is the superlative of, or nullptr.
[[nodiscard]] T2S_DECL quality const* find_superlative(std::string_view word);

/// The entry of the adjective that a word such as "older" is the comparative of, or nullptr.
[[nodiscard]] T2S_DECL quality const* find_comparative(std::string_view word);

/// The cues of a question in order of place; none overlaps another but for `each`.
[[nodiscard]] T2S_DECL std::vector<cue> cues_of(std::span<retrieve::token const> tokens);

/// How many zeros a word such as "million" stands for, or nothing.
[[nodiscard]] T2S_DECL std::optional<std::size_t> zeros_of(std::string_view word) noexcept;

/// The number that a word says ("two", "once"), or nothing.
[[nodiscard]] T2S_DECL std::optional<int> number_word(std::string_view word) noexcept;

}  // namespace t2s::generate::offline

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/offline/impl/cues.ipp"
#endif

#endif
