// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_QUALIFY_HPP
#define T2S_SQL_QUALIFY_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <vector>

namespace t2s::sql {

/// A query whose columns are qualified by their tables.
struct qualified {
  query result{};                   ///< its `text` is the SQL
  std::vector<problem> problems{};  ///< the problems that `resolve` finds; such names stay unchanged
};

/// Qualifies every column by its table or that table's alias, and writes out each star, so that the query keeps its meaning when tables get
/// more columns, and shows where each column comes from.
///
/// `d` holds the tables; the dialect is the query's. Unchanged stay: unknown names, those of sources without a name, result columns named
/// by their alias, columns that USING or NATURAL has merged in a RIGHT or FULL JOIN, and stars of sources with unknown columns. Throws only
/// std::bad_alloc. O(size * columns in scope); thread safe.
[[nodiscard]] T2S_DECL qualified qualify(query const& q, schema::database const& d);

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/qualify.ipp"
#endif

#endif
