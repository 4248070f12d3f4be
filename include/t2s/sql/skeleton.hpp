// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_SKELETON_HPP
#define T2S_SQL_SKELETON_HPP

#include "t2s/sql/detail/ast.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::sql {

/// The two forms of a query's skeleton: its words in lower case, separated by one space, with `_` for every name and literal. Skeletons of
/// different modes are not comparable.
enum class skeleton_mode {
  /// Keeps what the query does: function names, IS NOT, ON and USING, set operations, nesting. Unifies synonyms: `<>` and `!=`, `x::type`
  /// and CAST, all words before JOIN, redundant brackets, aliases, the length of a list of literals after IN.
  scoped,
  /// The published rules of DAC: no ON conditions, only min max sum avg count length cast keep their names, comparison signs are separate
  /// words (`> =`), adjacent masks are merged. docs/sql.md lists which accidents of the published code are not copied.
  dac,
};

/// The skeleton of a query. O(size); thread safe.
[[nodiscard]] T2S_DECL std::string skeleton(query const& q, skeleton_mode mode);
/// The skeleton of a part of a query.
[[nodiscard]] T2S_DECL std::string skeleton(node const& part, skeleton_mode mode, dialect in = dialect::sqlite);

/// The number of words of a skeleton. O(n).
[[nodiscard]] T2S_DECL std::size_t skeleton_length(std::string_view skeleton) noexcept;

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/skeleton.ipp"
#endif

#endif
