// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_POOL_SCHEMAS_HPP
#define T2S_RETRIEVE_DETAIL_POOL_SCHEMAS_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/pipeline/samples.hpp"
#include "t2s/sql/parse.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::retrieve {

/// The schema of a database that demonstrations are about, and the text that prompts show of it.
struct pool_schema {
  schema::database shape{};  ///< tables, columns, keys
  std::string text{};        ///< as prompts show it

  pool_schema() = default;
  /// Shown as CREATE TABLE statements.
  T2S_DECL explicit pool_schema(schema::database d);
  /// A schema with its text.
  pool_schema(schema::database d, std::string shown) : shape(std::move(d)), text(std::move(shown)) {}
};

/// Schemas by the name of their database. Reading it from several threads at once is safe.
using pool_schemas = std::map<std::string, pool_schema, std::less<>>;

/// The schemas of databases as the SQL of demonstrations shows them: the tables and columns that it names, without types and keys. A
/// column whose table is not certain is left out, and so is SQL that does not parse as `dialect`, a constant such as `sql::postgres`.
[[nodiscard]] T2S_DECL pool_schemas schemas_from_sql(std::span<demonstration const> pool, sql::grammar const& dialect = sql::sqlite);
pool_schemas schemas_from_sql(std::span<demonstration const>, sql::grammar const&&) = delete;  // the schemas refer to it

/// Schemas of all the databases that demonstrations name: the known ones, and of those that they lack what the SQL shows.
[[nodiscard]] T2S_DECL pool_schemas with_schemas_from_sql(pool_schemas known, std::span<demonstration const> pool,
                                                          sql::grammar const& dialect = sql::sqlite);
pool_schemas with_schemas_from_sql(pool_schemas, std::span<demonstration const>, sql::grammar const&&) = delete;

/// The schema of a demonstration's database: of `known`, or what its own SQL shows, which is kept in `own`. Never null.
[[nodiscard]] T2S_DECL pool_schema const* schema_of(demonstration const& d, pool_schemas const* known, std::optional<pool_schema>& own,
                                                    sql::grammar const& dialect = sql::sqlite);
pool_schema const* schema_of(demonstration const&, pool_schemas const*, std::optional<pool_schema>&, sql::grammar const&&) = delete;

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/pool_schemas.ipp"
#endif

#endif
