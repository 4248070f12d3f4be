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

/// The words of a question and the texts of an SQL text, to find the stored values that they may stand for: 'Crete' for "Cretan".
class asked_words {
 public:
  /// The words of a question and of the SQL about it.
  T2S_DECL asked_words(std::string_view question, std::string_view sql, sql::grammar const& in);

  /// How near a value comes to what was asked: 2 if it was asked for as it is, at most 1 if a word of it has the first letter of
  /// a word that was asked for and at least half of the letters of both, else 0. Looks at the first 100 bytes.
  [[nodiscard]] T2S_DECL double nearness(value const& v) const;

  /// At most `most` rows' first values, the nearest first, equally near ones in their order.
  [[nodiscard]] T2S_DECL std::vector<value> nearest(std::vector<std::vector<value>> const& rows, std::size_t most) const;

 private:
  T2S_DECL void add(std::string_view text);

  std::vector<std::string> whole_{};                               // lower case, sorted
  std::unordered_map<char, std::vector<std::string>> by_first_{};  // words by their first letter
};

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/near_values.ipp"
#endif

#endif
