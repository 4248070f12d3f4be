// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_PARSE_HPP
#define T2S_SQL_PARSE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql {

namespace detail {
[[nodiscard]] T2S_DECL std::size_t lex_sqlite(std::string const& text, std::vector<token>& room);
[[nodiscard]] T2S_DECL bool read_sqlite(state& s);
inline constexpr dialect_reader sqlite_reader{&lex_sqlite, &read_sqlite};
}  // namespace detail

inline constexpr grammar sqlite{dialect::sqlite, &detail::sqlite_reader};  ///< SQLite's, the default

/// The grammar of a database's dialect.
[[nodiscard]] inline grammar const& dialect_of(schema::database const& d) noexcept { return d.dialect() ? *d.dialect() : sqlite; }

/// The display name of a database's dialect: "SQLite".
[[nodiscard]] inline std::string_view title_of(schema::database const& d) noexcept { return title_of(dialect_of(d).dialect); }

/// The dialect, and the limits of a parse.
struct options {
  sql::grammar grammar = sqlite;       ///< or `postgres`, `mysql`, `duckdb` of the headers of these names, or `grammar_of` of dialects.hpp
  std::size_t max_length = 1U << 20U;  ///< bytes of text; never more than 1 GiB
  std::size_t max_nesting = 200;       ///< nested brackets, subqueries, CASE and prefix operators
  std::size_t max_height = 2000;       ///< nodes on a path of the tree; bounds the recursion over the tree
};

/// Why a text is not a statement.
struct syntax_error {
  std::string message{};                ///< one sentence, without the position
  std::size_t offset{};                 ///< byte at which the offending token begins
  std::size_t line{1};                  ///< from 1
  std::size_t column{1};                ///< from 1, in code points
  std::string found{};                  ///< the offending token as written, empty at the end of the text
  std::vector<std::string> expected{};  ///< what would have been accepted: "FROM", "','", "an expression"; empty if a limit was exceeded

  friend bool operator==(syntax_error const&, syntax_error const&) = default;
};

/// "line 1, column 8: ..."
[[nodiscard]] T2S_DECL std::string to_string(syntax_error const& e);

/// Either a query or a syntax error.
class parsed {
 public:
  /// A parsed query.
  parsed(query q) : query_(std::move(q)) {}
  /// A syntax error.
  parsed(syntax_error e) : error_(std::move(e)) {}

  /// Whether there is a query.
  [[nodiscard]] explicit operator bool() const noexcept { return !error_; }

  /// The query; there must be one.
  [[nodiscard]] query& operator*() & noexcept { return query_; }
  /// The query; there must be one.
  [[nodiscard]] query const& operator*() const& noexcept { return query_; }
  /// The query, moved out; there must be one.
  [[nodiscard]] query&& operator*() && noexcept { return std::move(query_); }
  /// The query; there must be one.
  [[nodiscard]] query* operator->() noexcept { return &query_; }
  /// The query; there must be one.
  [[nodiscard]] query const* operator->() const noexcept { return &query_; }

  /// The error; there must be no query.
  [[nodiscard]] syntax_error const& error() const noexcept { return *error_; }

 private:
  query query_{};
  std::optional<syntax_error> error_{};
};

/// Parses one SELECT, VALUES or WITH statement; semicolons may follow, and comments are allowed anywhere.
///
/// Wrong syntax is returned as a `syntax_error`. Never needs a schema. O(|text|); thread safe. Throws only std::bad_alloc.
[[nodiscard]] T2S_DECL parsed parse(std::string_view text, options const& limits = {});
/// The same in the dialect of a database, for SQL to be executed there.
[[nodiscard]] inline parsed parse(std::string_view text, schema::database const& d) { return parse(text, {.grammar = dialect_of(d)}); }

/// The same into an existing query: it reuses the memory, so that parsing a similar text allocates nothing. Nodes and names of the former
/// tree become invalid. On an error `into` is empty.
[[nodiscard]] T2S_DECL std::optional<syntax_error> parse_into(query& into, std::string_view text, options const& limits = {});

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/parse.ipp"
#endif

#endif
