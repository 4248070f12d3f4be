// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_CANDIDATES_HPP
#define T2S_OFFLINE_READER_DETAIL_CANDIDATES_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::reader {

/// One way to answer a question, with its SQL.
struct filled {
  std::string sql{};         ///< the statement
  double score = 0;          ///< higher is better; comparable among the candidates of one question
  std::size_t skeleton = 0;  ///< the demonstration whose skeleton it fills, counted from 1; 0 if it comes from the question alone
  std::vector<link::unread_part> unread{};  ///< parts of the question that it ignores, in order
  /// What was read as a value of another table than the one asked about, although the question names neither that table nor the column:
  /// "'Cadiz' was found in captain.city".
  std::vector<std::string> assumed{};
  /// Joins of the same length over other keys, among which the question does not decide: `flight JOIN airport ON flight.dest_airport =
  /// airport.airport_id`. At most 8.
  std::vector<std::string> other_joins{};
  std::string defined{};  ///< the definitions of a semantic layer that it follows from, for people; "" if none
  /// If `sql` takes the first rows of an order, and a row without a value would be the first: a statement that finds such a row, and the
  /// SQL that leaves them out. If it asks for rows without a number: a statement that finds one with 0, and the SQL for these. ""
  /// otherwise.
  std::string asks_for_missing{}, with_values{};
  bool asks_for_zero = false;   ///< whether it is the latter
  std::string before_values{};  ///< `sql` before it was replaced by `with_values`; "" if it was not
  std::string follows{};        ///< of a follow-up question: what it changed of the statement before, for people; "" otherwise

  /// Takes `with_values` if there are such rows. `found` is the outcome of `asks_for_missing`.
  void leave_out_missing(db::execution const& found) {
    if (with_values.empty() || !found.ok() || found.rows.empty()) return;
    before_values = std::exchange(sql, std::exchange(with_values, {}));
  }
};

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

/// Of a question that refers to the one before it in a conversation, only the changed statement (`read_follow_up`), or nothing. Else what
/// a semantic layer defines (`read_metrics`), if the question is about its metrics and wholly read. After that it
/// fills the skeletons of the demonstrations with what a question names: for each distinct skeleton the reading that prefers it, and the
/// reading by the question alone, ranked by how well they explain the question and agree with the skeletons; nearer demonstrations count
/// more. A reading whose tables cannot be connected within `schema::longest_join` is read again with columns of nearer tables. Each SQL
/// once, best first; empty if the question names nothing of the database, or only what cannot be joined, or is too long.
[[nodiscard]] T2S_DECL std::vector<filled> fill_skeletons(link::linked_question const& asked,
                                                          std::span<scored_demonstration const> demonstrations,
                                                          candidate_options const& options = {});
/// The same for links, with their lexicon, without definitions.
[[nodiscard]] T2S_DECL std::vector<filled> fill_skeletons(knowledge::lexicon const& names, link::links const& linked,
                                                          std::span<scored_demonstration const> demonstrations,
                                                          candidate_options const& options = {});

/// Why `fill_skeletons` returns nothing for a question that names something: "tables that no foreign key connects: a and b", as
/// `schema::why_not_joined`; empty for other reasons.
[[nodiscard]] T2S_DECL std::string why_not_filled(link::linked_question const& asked);

/// The demonstration of the same question (`retrieve::plain_question`) whose SQL uses only tables and columns of this schema. Of several
/// the one with the same text, else with the same capitals, else the first. Nothing if there is none.
[[nodiscard]] T2S_DECL std::optional<std::size_t> demonstrated(schema::database const& d, std::string_view question,
                                                               std::span<scored_demonstration const> demonstrations);

}  // namespace t2s::reader

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/reader/detail/candidates.ipp"
#endif

#endif
