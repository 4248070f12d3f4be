// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_MENTIONED_HPP
#define T2S_RETRIEVE_LINK_DETAIL_MENTIONED_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace t2s::link {

/// A table or column that a question names, and the words.
struct mention {
  knowledge::column_id where{};    ///< the table or column
  std::size_t begin = 0, end = 0;  ///< bytes of the question
  double score = 0;                ///< from 0 to 1: the certainty of the reading
  bool by_value = false;           ///< only a value of the column is named
};

/// A value that a question names, of a column that is also listed.
struct value_mention {
  knowledge::column_id where{};    ///< the column
  std::string value{};             ///< as stored; a number, or what is not stored, as in the question
  std::size_t begin = 0, end = 0;  ///< bytes of the question, quotes included
  double score = 0;                ///< score of its column
};

/// What a question names: one reading, while `links` holds all of them. In order of the schema; values in order of the question.
struct mentioned {
  std::vector<mention> tables{};        ///< in the order of the schema
  std::vector<mention> columns{};       ///< those named, and those whose values are
  std::vector<value_mention> values{};  ///< in the order of the question
};

/// Decides between the readings of a question's links: a whole name against part of one, the same name in several tables, a table against a
/// column, a value against a name, keys against the keys that they refer to.
///
/// Each table and column that any words may mean is scored by a logistic function of its evidence; the weights are in
/// `detail/mention_weights.hpp` and were learned from training questions and their SQL by `bench_learn_mentions`. Then the same words get
/// one column, and a table only if its words mean no better one. Years belong to columns of years or dates although they are not among the
/// links. Deterministic. O(links^2); 0.1 ms for a common question.
[[nodiscard]] T2S_DECL mentioned mentioned_in(knowledge::lexicon const& names, links const& found);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/mentioned.ipp"
#endif

#endif
