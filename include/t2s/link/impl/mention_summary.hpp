// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_MENTION_SUMMARY_HPP
#define T2S_LINK_IMPL_MENTION_SUMMARY_HPP

#include "t2s/link/impl/said_places.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

/// What all candidates say of the same words, so that none has to be compared with each other one.
namespace t2s::link::detail {

/// A table or column with the places that may name it, and what is believed of it so far.
struct mention_candidate {
  column_id where{};
  std::vector<said_place> names{}, values{};
  said_place const* name = nullptr;   ///< the best of `names`
  said_place const* value = nullptr;  ///< the best of `values`
  double score = 0;
};

/// The candidates that have the same words with the same score.
struct mention_group {
  double count = 0, refer = 0;       ///< places; those whose column refers to a table
  best_two table{}, named{}, own{};  ///< scores of their tables, of their names, and their own
  best_two nearness{};               ///< to the names of their tables: the less distance the more
};

/// The candidates of the same words.
struct mention_span {
  std::map<double, mention_group> names{}, values{};  ///< of columns, by score
  std::map<double, double> tables{};                  ///< the best of the tables that are so called, by score
  best_two std::optional<remark>{};                                    ///< scores of the places of columns
  best_two column{}, table{};                         ///< own scores of those that are named by these words in the first place
  double likeliest_table = 0;                         ///< own score of any table that they may name
};

/// What is believed of a table's columns.
struct mention_table {
  double best = 0, sum = 0, value = 0;
};

struct mention_summary {
  using span = std::pair<std::size_t, std::size_t>;

  std::map<span, mention_span> spans{};
  std::map<std::uint32_t, mention_table> tables{};

  mention_span& at(said_place const& p) { return spans[{p.first, p.last}]; }

  /// Calls `see` with the words and what is known of them, for all that overlap a place.
  template <class See>
  void for_overlapping(said_place const& p, See const& see) const {
    for (auto const& [words, known] : spans) {
      if (words.first >= p.last) break;
      if (words.second > p.first) see(said_place{words.first, words.second}, known);
    }
  }
};

}  // namespace t2s::link::detail

#endif
