// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_TRANSPILE_HPP
#define T2S_SQL_TRANSPILE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// How much of the meaning a part of a query keeps in another dialect.
enum class fidelity : std::uint8_t {
  kept,        ///< all of it; only the spelling differs
  nearly,      ///< the meaning differs in the case that the note names
  impossible,  ///< the other dialect has no equivalent
};

[[nodiscard]] T2S_DECL std::string_view name_of(fidelity f) noexcept;  ///< "kept", "nearly", "impossible"

/// A note about a part of a query.
struct transpile_note {
  fidelity how{};        ///< what is kept
  std::size_t offset{};  ///< byte of the source's text at which the part begins
  std::string what{};    ///< one sentence

  friend bool operator==(transpile_note const&, transpile_note const&) = default;
};

/// How the names of tables and columns are written.
enum class naming : std::uint8_t {
  stored,   ///< as the schema spells them, quoted where the dialect would read them otherwise: correct if the tables were created with
            ///< quoted names, as by `schema::create_statement`
  lower,    ///< in lower case: correct in PostgreSQL if the tables were created without quotes
  written,  ///< as the query has them
};

/// Options of a translation.
struct transpile_options {
  /// The source's tables; null if unknown. Types decide how to divide, compare, add and order, and names how to quote. Without them more
  /// parts are noted as `nearly`, and names are as `written`.
  schema::database const* schema = nullptr;
  naming names = naming::stored;  ///< spelling of the schema's tables and columns
  bool keep_ties = true;          ///< from SQLite: if LIMIT cuts tied groups, sort them further as SQLite does
  /// Whether the query mixes in parts of other dialects: those that the target lacks are translated, each with a note "SQLite has no YEAR",
  /// and all else stays as it is, names too. To SQLite they are those of all dialects, to the others functions of SQL Server and Oracle. A
  /// part that no dialect has stays.
  bool mixed = false;
  /// What no tree of a mixed query shows, such as TOP, may say that `+` of columns of texts joins them, as in SQL Server.
  bool plus_joins = false;
  /// The same for numbers beside columns of dates: they are days, as in SQL Server and Oracle. Functions that only these have say so, too.
  bool numbers_are_days = false;
  bool despite_impossible = false;  ///< write SQL even if a part has no equivalent, with that part as in the source
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

/// Writes a query of one dialect in another, so that it returns the same rows from a database with the same tables and values.
///
/// `to` is a constant such as `postgres` of postgres.hpp, or `grammar_of(...)` of dialects.hpp; q's own dialect is the one that it was
/// parsed in. MySQL 8 and MariaDB 10.11 both run the SQL for MySQL; the SQL for PostgreSQL is that of version 15, for SQLite 3.40, for
/// DuckDB 1.5. The SQL parses in that dialect. A query in its own dialect is only printed. docs/transpile.md says what is kept. Throws only
/// std::bad_alloc. O(size * columns in scope); recursion some tree heights deep; thread safe.
[[nodiscard]] T2S_DECL transpiled transpile(query const& q, grammar const& to, transpile_options const& how = {});

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/transpile.ipp"
#endif

#endif
