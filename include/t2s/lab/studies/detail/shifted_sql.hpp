// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFTED_SQL_HPP
#define T2S_LAB_STUDIES_DETAIL_SHIFTED_SQL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/lab/studies/detail/shift_plan.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace t2s::studies {

/// SQL over a shifted database, and how the values of its result are written there.
struct shifted_statement {
  std::string sql{};                         ///< over the shifted database
  std::vector<recoding const*> recodings{};  ///< for each column of the result that is a recoded column; else null. Of the plan
};

/// SQL of the original with the names and texts of the shifted database. Nothing if it does not parse, has unknown names, uses a dropped
/// column, or compares a recoded column with what has no new form. Whether the result is the same is for the caller to try. O(size).
[[nodiscard]] T2S_DECL std::optional<shifted_statement> shifted_sql(std::string const& sql, schema::database const& original,
                                                                    shift_plan const& plan);

/// "table.column" in lower case of the columns that SQL reads; none if it does not parse.
[[nodiscard]] T2S_DECL std::set<std::string> columns_used(std::string const& sql, schema::database const& d);

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/shifted_sql.ipp"
#endif

#endif
