// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SCHEMA_RENDER_HPP
#define T2S_SCHEMA_RENDER_HPP

#include "t2s/schema/schema.hpp"

#include <string>

/// Schemas as text. Names stand in quotes where SQL needs them.
namespace t2s::schema {

/// A CREATE TABLE statement in one form for all databases: a line a column, then the primary key, then the foreign keys. A view is
/// shown as the table that it looks like. SQLite can run it, if the types are its own.
[[nodiscard]] T2S_DECL std::string create_statement(table const& t);

/// `name(column, column, ...)`.
[[nodiscard]] T2S_DECL std::string one_line(table const& t);

/// A line a table as of `one_line`, then a line a foreign key: `a.x = b.y`, or `a.(x, y) = b.(u, v)`.
[[nodiscard]] T2S_DECL std::string one_line_each(database const& d);

}  // namespace t2s::schema

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/schema/impl/render.ipp"
#endif

#endif
