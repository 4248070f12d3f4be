// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_LEXICAL_HPP
#define T2S_RETRIEVE_LINK_DETAIL_LEXICAL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Schema linking without a model: which tables, columns and stored values a question names.
namespace t2s::link {

/// A part of a question that names something. Several may cover the same words where the question allows several readings.
struct link {
  enum class kind { table, column, value };  ///< what words may mean

  kind is = kind::column;           ///< what they mean
  knowledge::column_id where{};     ///< the table or column
  std::size_t first = 0, last = 0;  ///< tokens [first, last) of the question
  double score = 0;                 ///< above 0; 1 is a whole name or value, word for word; more if it is quoted or of several words
  std::string value{};              ///< for `kind::value`: as stored, or as asked for where it is nearly a stored one
};

/// A question's tokens and what they name, in order of place, then of falling score.
struct links {
  std::vector<retrieve::token> tokens{};  ///< of the question
  std::vector<link> found{};              ///< in order of place, then of falling score
  std::string text{};                     ///< the question

  /// Which tokens name something, for `retrieve::question_skeleton`: links of at least this score.
  [[nodiscard]] T2S_DECL std::vector<bool> masked(double least = 0.5) const;
};

/// Links a question: names by their words (exact, as lemmas, related, abbreviated, written together, in part), stored values by all
/// their words or, where they stand in quotes or capitals, by some, or misspelt. Deterministic. O(tokens * (words and names of the schema))
/// and the values found.
[[nodiscard]] T2S_DECL links link_question(knowledge::lexicon const& names, std::string_view question);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/lexical.ipp"
#endif

#endif
