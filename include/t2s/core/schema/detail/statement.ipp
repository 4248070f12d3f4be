// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_DETAIL_STATEMENT_IPP
#define T2S_CORE_SCHEMA_DETAIL_STATEMENT_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/statement.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::schema {

T2S_DECL std::string comment(std::string_view text) {
  std::string s = "/* ";
  for (char const c : t2s::one_line(text)) {
    bool const is_mark = (c == '/' && s.back() == '*') || (c == '*' && s.back() == '/');
    s.append(is_mark ? " " : "").append(1, c);
  }
  return s += " */";
}

T2S_DECL std::string comment_of(column const& c) {
  return c.description.empty() ? std::string() : comment(c.description).insert(0, 1, ' ');
}

namespace detail {

// The words that SQLite does not take as a name everywhere, and some that it does but that read badly as names. Its other keywords
// ("key", "first", "window") are good names. Then what PostgreSQL and MySQL reserve beside them.
// clang-format off
inline constexpr std::string_view reserved_words[] = {
    "add", "all", "alter", "and", "as", "asc", "autoincrement", "between", "by", "case", "cast", "check", "collate", "commit",
    "constraint", "create", "cross", "current_date", "current_time", "current_timestamp", "default", "deferrable", "delete", "desc",
    "distinct", "drop", "else", "end", "escape", "except", "exists", "foreign", "from", "full", "group", "having", "in", "index", "inner",
    "insert", "intersect", "into", "is", "isnull", "join", "left", "like", "limit", "natural", "not", "nothing", "notnull", "null", "on",
    "or", "order", "outer", "primary", "raise", "recursive", "references", "returning", "right", "select", "set", "table", "then", "to",
    "transaction", "union", "unique", "update", "using", "values", "when", "where", "with"};
inline constexpr std::string_view postgres_words[] = {
    "analyse", "analyze", "any", "array", "asymmetric", "authorization", "binary", "both", "collation", "column", "concurrently",
    "current_catalog", "current_role", "current_schema", "current_user", "do", "false", "fetch", "for", "freeze", "grant", "ilike",
    "initially", "lateral", "leading", "localtime", "localtimestamp", "offset", "only", "overlaps", "placing", "session_user", "similar",
    "some", "symmetric", "system_user", "tablesample", "trailing", "true", "user", "variadic", "verbose", "window"};
inline constexpr std::string_view mysql_words[] = {
    "accessible", "analyze", "asensitive", "before", "bigint", "binary", "blob", "both", "call", "cascade", "change", "char", "character",
    "column", "condition", "continue", "convert", "cube", "cume_dist", "current_user", "cursor", "database", "databases",
    "day_hour", "day_microsecond", "day_minute", "day_second", "dec", "decimal", "declare", "delayed", "dense_rank", "describe",
    "deterministic", "distinctrow", "div", "double", "dual", "each", "elseif", "empty", "enclosed", "escaped", "exit", "explain", "false",
    "fetch", "first_value", "float", "float4", "float8", "for", "force", "fulltext", "function", "generated", "get", "grant", "grouping",
    "groups", "high_priority", "hour_microsecond", "hour_minute", "hour_second", "if", "ignore", "infile", "inout", "insensitive", "int",
    "int1", "int2", "int3", "int4", "int8", "integer", "interval", "io_after_gtids", "io_before_gtids", "iterate", "json_table", "key",
    "keys", "kill", "lag", "last_value", "lateral", "lead", "leading", "leave", "linear", "lines", "load", "localtime", "localtimestamp",
    "lock", "long", "longblob", "longtext", "loop", "low_priority", "master_bind", "master_ssl_verify_server_cert", "match", "maxvalue",
    "mediumblob", "mediumint", "mediumtext", "middleint", "minute_microsecond", "minute_second", "mod", "modifies", "no_write_to_binlog",
    "nth_value", "ntile", "numeric", "of", "optimize", "optimizer_costs", "option", "optionally", "out", "outfile", "over", "partition",
    "percent_rank", "precision", "procedure", "purge", "range", "rank", "read", "read_write", "reads", "real", "regexp", "release",
    "rename", "repeat", "replace", "require", "resignal", "restrict", "return", "revoke", "rlike", "row", "row_number", "rows", "schema",
    "schemas", "second_microsecond", "sensitive", "separator", "show", "signal", "smallint", "spatial", "specific", "sql",
    "sql_big_result", "sql_calc_found_rows", "sql_small_result", "sqlexception", "sqlstate", "sqlwarning", "ssl", "starting", "stored",
    "straight_join", "system", "terminated", "tinyblob", "tinyint", "tinytext", "trailing", "trigger", "true", "undo", "unlock",
    "unsigned", "usage", "use", "utc_date", "utc_time", "utc_timestamp", "varbinary", "varchar", "varcharacter", "varying", "virtual",
    "while", "window", "write", "xor", "year_month", "zerofill"};
inline constexpr std::string_view duckdb_words[] = {
    "analyse", "analyze", "anti", "any", "array", "asof", "asymmetric", "at", "authorization", "binary", "both", "collation", "column",
    "concurrently", "describe", "do", "false", "fetch", "for", "freeze", "glob", "ilike", "initially", "lambda", "lateral", "leading",
    "offset", "only", "overlaps", "pivot", "pivot_longer", "pivot_wider", "placing", "positional", "qualify", "semi", "show", "similar",
    "some", "summarize", "symmetric", "tablesample", "trailing", "true", "unpack", "unpivot", "variadic", "verbose", "window"};
// clang-format on

inline bool is_reserved(std::string_view name, sql::dialect d) noexcept {
  auto const is_name = [name](std::string_view word) { return text::same(word, name); };
  return t2s::detail::any_of(reserved_words, is_name) || (d == sql::dialect::postgres && t2s::detail::any_of(postgres_words, is_name)) ||
         (d == sql::dialect::mysql && t2s::detail::any_of(mysql_words, is_name)) ||
         (d == sql::dialect::duckdb && t2s::detail::any_of(duckdb_words, is_name));
}

}  // namespace detail

T2S_DECL bool needs_quotes(std::string_view name, sql::dialect d) noexcept {
  auto const plain = [folds = d == sql::dialect::postgres](char c) {
    return (text::is_letter(c) && !(folds && text::lower(c) != c)) || text::is_digit(c) || c == '_';
  };
  return name.empty() || text::is_digit(name.front()) || !t2s::detail::all_of(name, plain) || detail::is_reserved(name, d);
}

T2S_DECL std::string in_quotes(std::string_view name, sql::dialect d) {
  char const mark = d == sql::dialect::mysql ? '`' : '"';
  std::string quoted(1, mark);
  for (char const c : name) quoted.append(c == mark ? 2U : 1U, c);
  return quoted += mark;
}

T2S_DECL std::string sql_name(std::string_view name, sql::dialect d) {
  return needs_quotes(name, d) ? in_quotes(name, d) : std::string(name);
}

namespace detail {

/// A name as readers of statements see it: one that steers what reads it has blanks there.
inline std::string shown(std::string_view name, sql::dialect d) {
  auto const is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  return t2s::detail::all_of(name, is_plain) ? sql_name(name, d) : sql_name(t2s::one_line(name), d);
}

inline std::string in_parentheses(std::vector<std::string> names, sql::dialect d) {
  for (auto& name : names) name = shown(name, d);
  return std::string(1, '(').append(text::join(names, ", ")).append(1, ')');
}

inline std::string definition(column const& c, sql::dialect d) {
  std::string s = shown(c.name, d);
  if (!c.type.empty()) s += " " + t2s::one_line(c.type);
  if (c.not_null) s += " NOT NULL";
  return s += comment_of(c);
}

/// One side of the equation of a key.
inline std::string side(std::string const& owner, std::vector<std::string> const& columns, sql::dialect d) {
  std::string s = shown(owner, d) + ".";
  if (columns.size() == 1) return s += shown(columns.front(), d);
  return s += in_parentheses(columns, d);
}

}  // namespace detail

T2S_DECL std::string key_clause(foreign_key const& k, sql::dialect d) {
  std::string s = "FOREIGN KEY " + detail::in_parentheses(k.columns, d) + " REFERENCES " + detail::shown(k.table, d);
  if (!k.referenced.empty()) s += detail::in_parentheses(k.referenced, d);
  return s;
}

T2S_DECL std::string create_statement(table const& t, sql::dialect d) {
  std::vector<std::string> lines;
  for (auto const& c : t.columns) lines.push_back(detail::definition(c, d));
  if (auto const key = t.primary_key(); !key.empty()) lines.push_back("PRIMARY KEY " + detail::in_parentheses(key, d));
  for (auto const& k : t.foreign_keys) lines.push_back(key_clause(k, d));
  auto const what = t.description.empty() ? std::string() : comment(t.description).insert(0, 1, ' ');
  return "CREATE TABLE " + detail::shown(t.name, d) + " (" + what + "\n  " + text::join(lines, ",\n  ") + "\n)";
}

T2S_DECL std::string one_line(table const& t, sql::dialect d) {
  std::vector<std::string> columns;
  for (auto const& c : t.columns) columns.push_back(detail::shown(c.name, d) + comment_of(c));
  auto line = detail::shown(t.name, d).append("(").append(text::join(columns, ", ")).append(")");
  return t.description.empty() ? line : line.append(" ").append(comment(t.description));
}

T2S_DECL std::string one_line_each(database const& d) {
  std::string s;
  for (auto const& t : d.tables()) s += one_line(t, d.sql_dialect()) + "\n";
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      if (k.resolved)
        s += detail::side(t.name, k.columns, d.sql_dialect()) + " = " + detail::side(k.table, k.referenced, d.sql_dialect()) + "\n";
  return s;
}

}  // namespace t2s::schema

#endif
