// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_UNKNOWN_TEXT_HPP
#define T2S_RETRIEVE_LINK_DETAIL_UNKNOWN_TEXT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <optional>
#include <string>

namespace t2s::link {

/// A text that a statement compares with a column that does not hold it.
struct unknown_text {
  sql::node const* at{};   ///< the literal
  std::string column{};    ///< "table.column"
  std::string nearest{};   ///< the stored value that was probably meant
  sql::dialect dialect{};  ///< of the statement

  /// "no row has countries.name = 'Brasil'; the nearest stored value is 'Brazil'"
  [[nodiscard]] T2S_DECL std::string text() const;
};

/// The first literal in `column = 'text'` or `column IN ('text', ...)` that the column does not hold, if it holds a value with nearly the
/// same spelling. Nothing if the column's values are not all known. O(size of the SQL + values). Thread safe.
[[nodiscard]] T2S_DECL std::optional<unknown_text> find_unknown_text(sql::query const& q, knowledge::lexicon const& names);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/unknown_text.ipp"
#endif

#endif
