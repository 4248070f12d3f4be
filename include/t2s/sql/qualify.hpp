// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_QUALIFY_HPP
#define T2S_SQL_QUALIFY_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <vector>

namespace t2s::sql {

/// A query whose columns name their tables.
struct qualified {
  query result{};                   ///< its `text` is the SQL
  std::vector<problem> problems{};  ///< what the names of the source miss, as `resolve` says it; such names are left as they are
};

/// Writes every column with its table or the alias of that, and the columns that each star stands for, so that a query means the same
/// when columns are added to its tables, and says by itself where each column comes from.
///
/// `d` holds the tables; the dialect is the query's. Left as they are: names that are not known, those of sources without a name, result
/// columns that are named by their alias, columns that USING or NATURAL has made one of a RIGHT or FULL JOIN, and stars of sources whose
/// columns are not known. Never throws but std::bad_alloc. O(size * columns in scope); thread safe.
[[nodiscard]] T2S_DECL qualified qualify(query const& q, schema::database const& d);

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/qualify.ipp"
#endif

#endif
