// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_LEXICAL_HPP
#define T2S_RETRIEVE_LINK_DETAIL_LEXICAL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Schema linking without a model: the tables, columns and stored values that a question names.
namespace t2s::link {

/// A part of a question that names something. Several may cover the same words if the question is ambiguous.
struct link {
  enum class kind { table, column, value };  ///< the kinds of meaning

  kind is = kind::column;           ///< the kind
  knowledge::column_id where{};     ///< the table or column
  std::size_t first = 0, last = 0;  ///< tokens [first, last) of the question
  double score = 0;                 ///< positive; 1 is a whole name or value, word for word; more if it is quoted or of several words
  std::string value{};              ///< for `kind::value`: as stored, or as in the question if it is only similar to a stored one
};

/// A question's tokens and their links, in order of position, then by descending score.
struct links {
  std::vector<retrieve::token> tokens{};  ///< of the question
  std::vector<link> found{};              ///< in order of position, then by descending score
  std::string text{};                     ///< the question

  /// Which tokens name something, for `retrieve::question_skeleton`: links with at least this score.
  [[nodiscard]] T2S_DECL std::vector<bool> masked(double least = 0.5) const;
};

/// Links a question: names by their words (exact, as lemmas, related, abbreviated, joined, in part); stored values by all their words or,
/// if quoted or in capitals, by some of them, or misspelt. Deterministic. O(tokens * (words and names of the schema)) and the values found.
[[nodiscard]] T2S_DECL links link_question(knowledge::lexicon const& names, std::string_view question);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/lexical.ipp"
#endif

#endif
