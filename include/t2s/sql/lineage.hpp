// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_LINEAGE_HPP
#define T2S_SQL_LINEAGE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <string>
#include <vector>

namespace t2s::sql {

/// The stored columns that a result column comes from.
struct column_lineage {
  std::string name{};               ///< of the result column
  std::vector<base_column> from{};  ///< stored columns that its values are computed from, through subqueries, CTEs and compounds; each
                                    ///< once, in the order found. Empty for a constant and count(*)
  bool unchanged = false;           ///< it is an unchanged stored column, in every member of a compound
};

/// The stored columns that a query's result comes from.
struct query_lineage {
  std::vector<column_lineage> results{};  ///< in the order of the result's columns
  std::vector<base_column> read{};        ///< every stored column that the query uses by name or by a star, including conditions
};

/// Finds the stored columns that the result columns of a query come from.
///
/// Columns that only decide which rows there are (WHERE, ON, GROUP BY, ...) are in `read` and not in a result column's lineage. The
/// arguments of aggregates and window functions are part of the lineage, and so are the results of a subquery used as a value. The columns
/// point into `d`, which must outlive them. Unknown names have no lineage. Throws only std::bad_alloc. O(size * columns in scope * depth of
/// the subqueries); thread safe.
[[nodiscard]] T2S_DECL query_lineage lineage(query const& q, schema::database const& d);

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
#include "t2s/sql/detail/lineage.ipp"
#include "t2s/sql/detail/qualify.ipp"
#endif

#endif
