// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_INTERNAL_TOUCHED_COLUMNS_HPP
#define T2S_LINK_INTERNAL_TOUCHED_COLUMNS_HPP

#include "t2s/core/config.hpp"
#include "t2s/schema/schema.hpp"

#include <string_view>
#include <vector>

namespace t2s::link {

/// A table of the schema that an SQL text uses, and those of its columns that it names.
struct touched_table {
  schema::table const* table{};                  ///< in the schema
  std::vector<schema::column const*> columns{};  ///< those that the SQL touches
};

/// Which tables and columns SQL touches, in the order in which it names them, each once; through subqueries and CTEs down to the schema's
/// own. What the schema does not have is left out; of SQL that does not parse, the words that are names of tables count, and those that are
/// names of their columns. The result leads into `d`. O(size * columns in scope).
[[nodiscard]] T2S_DECL std::vector<touched_table> touched_by(std::string_view sql, schema::database const& d);
std::vector<touched_table> touched_by(std::string_view, schema::database const&&) = delete;

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/link/impl/touched_columns.ipp"
#endif

#endif
