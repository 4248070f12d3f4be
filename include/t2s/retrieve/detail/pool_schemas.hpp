// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_POOL_SCHEMAS_HPP
#define T2S_RETRIEVE_DETAIL_POOL_SCHEMAS_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/sql/parse.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::retrieve {

/// The schema of a demonstration's database, and its text in prompts.
struct pool_schema {
  schema::database shape{};  ///< tables, columns, keys
  std::string text{};        ///< its text in prompts

  pool_schema() = default;
  /// Shown as CREATE TABLE statements.
  T2S_DECL explicit pool_schema(schema::database d);
  /// A schema with its text.
  pool_schema(schema::database d, std::string shown) : shape(std::move(d)), text(std::move(shown)) {}
};

/// Schemas by the name of their database. Reading it from several threads at once is safe.
using pool_schemas = std::map<std::string, pool_schema, std::less<>>;

/// Schemas inferred from the SQL of demonstrations: the tables and columns that it names, without types and keys. Columns with an uncertain
/// table are omitted, and so is SQL that does not parse as `dialect`, a constant such as `sql::postgres`.
[[nodiscard]] T2S_DECL pool_schemas schemas_from_sql(std::span<demonstration const> pool, sql::grammar const& dialect = sql::sqlite);
pool_schemas schemas_from_sql(std::span<demonstration const>, sql::grammar const&&) = delete;  // the schemas refer to it

/// The schemas of all the databases that demonstrations name: the known ones, the others inferred from the SQL.
[[nodiscard]] T2S_DECL pool_schemas with_schemas_from_sql(pool_schemas known, std::span<demonstration const> pool,
                                                          sql::grammar const& dialect = sql::sqlite);
pool_schemas with_schemas_from_sql(pool_schemas, std::span<demonstration const>, sql::grammar const&&) = delete;

/// The schema of a demonstration's database: from `known`, or inferred from its own SQL and stored in `own`. Never null.
[[nodiscard]] T2S_DECL pool_schema const* schema_of(demonstration const& d, pool_schemas const* known, std::optional<pool_schema>& own,
                                                    sql::grammar const& dialect = sql::sqlite);
pool_schema const* schema_of(demonstration const&, pool_schemas const*, std::optional<pool_schema>&, sql::grammar const&&) = delete;

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/pool_schemas.ipp"
#endif

#endif
