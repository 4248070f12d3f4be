// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_LINEAGE_HPP
#define T2S_SQL_LINEAGE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <string>
#include <vector>

namespace t2s::sql {

/// Where the values of a result column come from.
struct column_lineage {
  std::string name{};               ///< of the result column
  std::vector<base_column> from{};  ///< stored columns that its values are made of, through subqueries, CTEs and compounds; each once, in
                                    ///< the order in which they are met. A constant and count(*) have none
  bool unchanged = false;           ///< it is one stored column as it is, in every member of a compound
};

/// Where what a query gives comes from.
struct query_lineage {
  std::vector<column_lineage> results{};  ///< in the order of the result's columns
  std::vector<base_column> read{};        ///< every stored column that the query names or a star of it stands for: those of conditions too
};

/// Says which stored columns the result columns of a query come from.
///
/// What decides which rows there are (WHERE, ON, GROUP BY, ...) is not part of a result column's lineage but of `read`; what an aggregate
/// or a window function looks at is, and so are the results of a subquery that is a value. The columns point into `d`, which must outlive
/// them. Names that are not known lead nowhere. Never throws but std::bad_alloc. O(size * columns in scope * depth of the subqueries);
/// thread safe.
[[nodiscard]] T2S_DECL query_lineage lineage(query const& q, schema::database const& d);

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/lineage.ipp"
#endif

#endif
