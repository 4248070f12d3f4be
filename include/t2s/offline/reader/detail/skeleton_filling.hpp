// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_SKELETON_FILLING_HPP
#define T2S_OFFLINE_READER_DETAIL_SKELETON_FILLING_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/offline/reader/detail/filled.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace t2s::reader {

/// Options of reading a question.
struct candidate_options {
  std::size_t words = 500;   ///< a question with more words and marks is not read
  std::size_t most = 6;      ///< candidates kept
  bool breaks_ties = false;  ///< sort further after the order, so that ties have a fixed order: by the groups, or by the first table's key
  double skeleton_weight = 1.5;  ///< the score for full agreement with the retrieved skeletons; an ignored value costs 0.8
};

/// Options for a database: a server returns ties in a varying order, so ties are broken there.
[[nodiscard]] inline candidate_options options_for(schema::database const& d, candidate_options options = {}) {
  options.breaks_ties = options.breaks_ties || d.sql_dialect() != sql::dialect::sqlite;
  return options;
}

/// Fills the skeletons of the demonstrations with what a question alone names: for each distinct skeleton the reading that prefers it, and
/// the reading by the question alone, ranked by how well they explain the question and agree with the skeletons; nearer demonstrations
/// count more. A reading whose tables cannot be connected within `schema::longest_join` is read again with columns of nearer tables. Each
/// SQL once, best first; empty if the question names nothing of the database, or only what cannot be joined, or is too long.
[[nodiscard]] T2S_DECL std::vector<filled> fill_skeletons(knowledge::lexicon const& names, link::links const& linked,
                                                          std::span<scored_demonstration const> demonstrations,
                                                          candidate_options const& options = {});

}  // namespace t2s::reader

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/reader/detail/skeleton_filling.ipp"
#endif

#endif
