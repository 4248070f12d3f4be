// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_CANDIDATES_HPP
#define T2S_OFFLINE_READER_CANDIDATES_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/pipeline/detail/question_reading.hpp"
#include "t2s/pipeline/samples.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::reader {

/// One way to answer a question, with its SQL.
struct filled {
  std::string sql{};                  ///< the statement
  double score = 0;                   ///< higher is better; comparable among the candidates of one question
  std::size_t skeleton = 0;           ///< the demonstration whose skeleton it fills, counted from 1; 0 if the question alone led to it
  std::vector<unread_part> unread{};  ///< parts of the question that have no place in it, in their order
  /// What was taken for a value of another table than the one asked about, though the question names neither that table nor the column:
  /// "'Cadiz' was found in captain.city".
  std::vector<std::string> assumed{};
  /// Joins as short as those of `sql`, over other keys, between which the question does not decide: `flight JOIN airport ON
  /// flight.dest_airport = airport.airport_id`. At most 8.
  std::vector<std::string> other_joins{};
};

/// Which readings are tried.
struct candidate_options {
  std::size_t words = 500;  ///< a question of more words and marks is not read
  std::size_t most = 6;     ///< candidates kept
  bool breaks_ties =
      false;  ///< what is sorted is sorted further, so that what ties comes in one order: by its groups, or by the first table's key
  double skeleton_weight = 1.5;  ///< what full agreement with the retrieved skeletons is worth; a value without a place costs 0.8
};

/// As a database is read: a server sorts what ties as it comes, differently from time to time, so ties are broken there.
[[nodiscard]] inline candidate_options options_for(schema::database const& d, candidate_options options = {}) {
  options.breaks_ties = options.breaks_ties || d.sql_dialect() != sql::dialect::sqlite;
  return options;
}

/// Fills the skeletons of the demonstrations with what a question names: for each different skeleton the reading that leans its way, and
/// the reading by the question alone, ranked by how well they account for the question and agree with the skeletons, nearer
/// demonstrations counting more. A reading whose tables no join of `schema::longest_join` connects is read again with columns of nearer
/// tables. Each SQL once, best first; empty if the question names nothing of the database, or only what cannot be joined, or is too long.
[[nodiscard]] T2S_DECL std::vector<filled> fill_skeletons(link::linked_question const& asked,
                                                          std::span<scored_demonstration const> demonstrations,
                                                          candidate_options const& options = {});
/// The same of links alone, with the lexicon that they are of.
[[nodiscard]] T2S_DECL std::vector<filled> fill_skeletons(knowledge::lexicon const& names, link::links const& linked,
                                                          std::span<scored_demonstration const> demonstrations,
                                                          candidate_options const& options = {});

/// Why `fill_skeletons` returns nothing for a question that names something: "tables that no foreign key connects: a and b", as
/// `schema::why_not_joined`; empty if that is not the reason.
[[nodiscard]] T2S_DECL std::string why_not_filled(link::linked_question const& asked);

/// The demonstration that asks this very question (`retrieve::plain_question`) and whose SQL means something over this schema: every table
/// and column of it is there. Of several the one of the same text, else of the same capitals, else the first. Nothing if there is none.
[[nodiscard]] T2S_DECL std::optional<std::size_t> demonstrated(schema::database const& d, std::string_view question,
                                                               std::span<scored_demonstration const> demonstrations);

}  // namespace t2s::reader

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/reader/detail/candidates.ipp"
#endif

#endif
