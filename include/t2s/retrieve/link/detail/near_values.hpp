// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_NEAR_VALUES_HPP
#define T2S_RETRIEVE_LINK_DETAIL_NEAR_VALUES_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/sql/parse.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace t2s::link {

/// The words of a question and the texts of its SQL, for finding the stored values that they may mean: 'Crete' for "Cretan".
class asked_words {
 public:
  /// Takes the words of a question and of its SQL.
  T2S_DECL asked_words(std::string_view question, std::string_view sql, sql::grammar const& in);

  /// How near a value is to the words: 2 if it is one of them; at most 1 if a word of it has the first letter of one of them and they share
  /// at least half of the letters of both; else 0. Considers the first 100 bytes.
  [[nodiscard]] T2S_DECL double nearness(value const& v) const;

  /// The first values of at most `most` rows, nearest first, equally near ones in order.
  [[nodiscard]] T2S_DECL std::vector<value> nearest(std::vector<std::vector<value>> const& rows, std::size_t most) const;

 private:
  T2S_DECL void add(std::string_view text);

  std::vector<std::string> whole_{};                               // in lower case, sorted
  std::unordered_map<char, std::vector<std::string>> by_first_{};  // words by their first letter
};

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/near_values.ipp"
#endif

#endif
