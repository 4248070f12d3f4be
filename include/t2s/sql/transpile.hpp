// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_TRANSPILE_HPP
#define T2S_SQL_TRANSPILE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// How much of the meaning a part of a query keeps in another dialect.
enum class fidelity : std::uint8_t {
  kept,        ///< all of it; the part is written in another way
  nearly,      ///< it differs in the case that the note names
  impossible,  ///< the other dialect has no equal
};

[[nodiscard]] T2S_DECL std::string_view name_of(fidelity f) noexcept;  ///< "kept", "nearly", "impossible"

/// What is to be said of a part of a query.
struct transpile_note {
  fidelity how{};        ///< what is kept
  std::size_t offset{};  ///< byte of the source's text where the part begins
  std::string what{};    ///< one sentence

  friend bool operator==(transpile_note const&, transpile_note const&) = default;
};

/// How the names of tables and columns are written.
enum class naming : std::uint8_t {
  stored,   ///< as the schema spells them, in quotes where the dialect would read them otherwise: right where tables were made with their
            ///< names in quotes, as by `schema::create_statement`
  lower,    ///< in lower case: right in PostgreSQL where tables were made without quotes
  written,  ///< as the query has them
};

/// What a translation may rely on.
struct transpile_options {
  /// The source's tables; null if nobody knows them. Types decide how to divide, compare, add and order, and names how to be quoted:
  /// without them more is noted as `nearly`, and names are as `written`.
  schema::database const* schema = nullptr;
  naming names = naming::stored;    ///< of tables and columns of the schema
  bool keep_ties = true;            ///< from SQLite: where LIMIT cuts groups that tie, sort them further as SQLite does
  bool despite_impossible = false;  ///< write SQL even where a part has no equal, with that part as it stands in the source
};

/// A query in another dialect.
struct transpiled {
  query result{};                       ///< its `text` is the SQL; empty if a part is impossible
  std::vector<transpile_note> notes{};  ///< in the order of the source's text

  /// Whether there is SQL.
  [[nodiscard]] explicit operator bool() const noexcept { return !result.empty(); }
  /// The SQL, or "".
  [[nodiscard]] std::string_view sql() const noexcept { return result.empty() ? std::string_view() : result.text(); }
};

/// Writes a query of one dialect in another, so that it gives the same rows on a database with the same tables and values.
///
/// `to` is a constant such as `postgres` of postgres.hpp, or `grammar_of(...)` of dialects.hpp; q's own dialect is the one that it was
/// parsed in. MySQL is written so that MySQL 8 and MariaDB 10.11 both run it, PostgreSQL as version 15 has it, SQLite as 3.40, DuckDB
/// as 1.5. What is written parses in that dialect. To its own dialect a query is only printed. docs/transpile.md says what is kept. Never
/// throws but std::bad_alloc. O(size * columns in scope); recursion some tree heights deep; thread safe.
[[nodiscard]] T2S_DECL transpiled transpile(query const& q, grammar const& to, transpile_options const& how = {});

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/transpile.ipp"
#endif

#endif
