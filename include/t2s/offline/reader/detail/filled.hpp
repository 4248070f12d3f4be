// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FILLED_HPP
#define T2S_OFFLINE_READER_DETAIL_FILLED_HPP

#include "t2s/db/detail/result.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <cstddef>
#include <string>
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

}  // namespace t2s::reader

#endif
