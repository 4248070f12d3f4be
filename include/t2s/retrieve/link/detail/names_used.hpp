// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_NAMES_USED_HPP
#define T2S_RETRIEVE_LINK_DETAIL_NAMES_USED_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql {

struct resolution;

}  // namespace t2s::sql

namespace t2s::link {

/// Tables and columns of a schema, each once, in the order in which the SQL names them. Points into the schema.
struct used_names {
  using place = std::pair<schema::table const*, schema::column const*>;

  std::vector<schema::table const*> tables{};
  std::vector<place> columns{};

  T2S_DECL void add(schema::table const* t);
  T2S_DECL void add(schema::table const* t, schema::column const* c);
};

/// A table of the schema that the SQL uses, and its columns that the SQL names.
struct touched_table {
  schema::table const* table{};                  ///< in the schema
  std::vector<schema::column const*> columns{};  ///< those that the SQL uses
};

/// What a query uses, through subqueries and CTEs down to the schema; names that the schema does not have are omitted.
[[nodiscard]] T2S_DECL used_names names_used(sql::query const& q, schema::database const& d);
/// The same for a result of `sql::resolve`.
[[nodiscard]] T2S_DECL used_names names_used(sql::resolution found);

/// The tables and columns that the SQL uses, in the order of naming, each once; through subqueries and CTEs down to the schema. Names that
/// the schema does not have are omitted. If the SQL does not parse, the words that are names of tables count, and those that are names of
/// their columns. The result points into `d`. O(size * columns in scope).
[[nodiscard]] T2S_DECL std::vector<touched_table> touched_by(std::string_view sql, schema::database const& d);

std::vector<touched_table> touched_by(std::string_view, schema::database const&&) = delete;

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/names_used.ipp"
#endif

#endif
