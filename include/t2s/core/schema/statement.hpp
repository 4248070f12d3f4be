// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_STATEMENT_HPP
#define T2S_CORE_SCHEMA_STATEMENT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"

#include <string>
#include <string_view>

/// Names, tables and descriptions in the form for SQL and prompts.
namespace t2s::schema {

/// `/* text */`, on one line. The text cannot end or begin a comment.
[[nodiscard]] T2S_DECL std::string comment(std::string_view text);

/// ` /* what it means */`, for prompts; "" for a column without a description.
[[nodiscard]] T2S_DECL std::string comment_of(column const& c);

/// `FOREIGN KEY (a) REFERENCES t(b)`.
[[nodiscard]] T2S_DECL std::string key_clause(foreign_key const& k, sql::dialect d);

/// Whether the dialect needs quotes to read `name` as this name: it is empty, a reserved word, starts with a digit, or has a character
/// other than letters, digits, `_` and bytes above 0x7F; in PostgreSQL also one with capitals, which it would read in lower case.
[[nodiscard]] T2S_DECL bool needs_quotes(std::string_view name, sql::dialect d) noexcept;

/// The name in the dialect's quotes, double quotes or MySQL's backticks, with inner quotes doubled. Safe for every name without a NUL byte.
[[nodiscard]] T2S_DECL std::string in_quotes(std::string_view name, sql::dialect d);

/// The name in quotes only if it needs them.
[[nodiscard]] T2S_DECL std::string sql_name(std::string_view name, sql::dialect d);

/// A CREATE TABLE statement in one form for all databases: one line for each column, then the primary key, then the foreign keys. A view is
/// shown as a table. A database of the dialect can run it, if the types are its own. Descriptions are comments.
[[nodiscard]] T2S_DECL std::string create_statement(table const& t, sql::dialect d);

/// `name(column, column, ...)`, with descriptions as comments after their columns.
[[nodiscard]] T2S_DECL std::string one_line(table const& t, sql::dialect d);

/// In the database's dialect: a line for each table as in `one_line`, then one for each foreign key, `a.x = b.y` or `a.(x, y) = b.(u, v)`.
[[nodiscard]] T2S_DECL std::string one_line_each(database const& d);

}  // namespace t2s::schema

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/schema/detail/statement.ipp"
#endif

#endif
