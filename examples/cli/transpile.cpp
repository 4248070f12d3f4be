// SPDX-License-Identifier: BSL-1.0
// t2s transpile: translates SQL to another dialect.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>

#include "advice.hpp"
#include "command.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/transpile.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace cli {
namespace {

namespace sql = t2s::sql;

sql::grammar grammar_named(po::variables_map const& given, char const* option) {
  auto const name = given[option].as<std::string>();
  if (auto const known = sql::dialect_named(name)) return sql::grammar_of(*known);
  std::vector<std::string> const names(sql::dialect_names.begin(), sql::dialect_names.end());
  if (t2s::text::same(name, "sqlserver") || t2s::text::same(name, "mssql") || t2s::text::same(name, "tsql") ||
      t2s::text::same(name, "oracle"))
    throw usage_error(name + " is not read as a dialect; t2s repair replaces its words where a database runs: t2s repair --db FILE SQL");
  auto const* const near = t2s::text::nearest(name, names);
  throw usage_error("unknown dialect " + name + (near ? "; did you mean " + *near + "?" : "; known: sqlite, postgres, mysql and duckdb"));
}

std::string text_of(po::variables_map const& given) {
  if (given.count("file") != 0) return t2s::read_file(given["file"].as<std::string>(), "a statement");
  if (given.count("sql") != 0) return given["sql"].as<std::string>();
  std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  if (std::ferror(stdin) != 0)
    throw t2s::error(t2s::errc::file_unreadable, "standard input cannot be read", "give the statement in quotes");
  return text;
}

sql::naming names_of(po::variables_map const& given) {
  auto const how = given["names"].as<std::string>();
  if (how == "stored") return sql::naming::stored;
  if (how == "lower") return sql::naming::lower;
  if (how == "written") return sql::naming::written;
  throw usage_error("unknown value of --names: " + how + "; use stored, lower or written");
}

/// "line 2, column 7".
std::string place_of(std::string const& text, std::size_t offset) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i < offset && i < text.size(); ++i)
    text[i] == '\n' ? void((++line, column = 1)) : void(column += (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U ? 1U : 0U);
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

void say(sql::transpiled const& done, std::string const& text) {
  for (auto const& n : done.notes)
    std::cerr << "t2s: " << place_of(text, n.offset) << ": " << printable(n.what)
              << (n.how == sql::fidelity::impossible ? " (no equivalent)" : "") << "\n";
}

}  // namespace

int transpile(std::vector<std::string> const& words) {
  options o(
      "transpile --from DIALECT --to DIALECT [--db FILE] [SQL]",
      "Writes a statement of one dialect in another, so that it gives the same rows on the same tables. The statement stands on the\n"
      "command line, in --file or on standard input. What differs is written to standard error with its place. Exit status 1 if a part\n"
      "has no equivalent.");
  o.described.add_options()("from", po::value<std::string>(), "sqlite, postgres, mysql or duckdb")("to", po::value<std::string>(),
                                                                                                   "sqlite, postgres, mysql or duckdb")(
      "db", a_file(), "SQLite database with the same tables, for types and names")("file", a_file(), "read the statement from a file")(
      "names", po::value<std::string>()->default_value("stored"), "names of tables and columns: stored, lower or written")(
      "pretty", "a line for each clause")("any-ties", "take the groups that tie before LIMIT in any order")("sql", a_word("SQL"),
                                                                                                            "the statement, in quotes");
  o.positional.add("sql", 1);
  po::variables_map given;
  if (!o.read(words, given)) return answered;
  for (auto const* needed : {"from", "to"})
    if (given.count(needed) == 0) throw usage_error(std::string("--") + needed + " is missing: sqlite, postgres, mysql or duckdb");

  auto const from = grammar_named(given, "from"), to = grammar_named(given, "to");
  std::optional<t2s::db::sqlite_connection> database;
  if (given.count("db") != 0) database.emplace(given["db"].as<std::string>());
  sql::transpile_options how;
  how.names = names_of(given);
  how.keep_ties = given.count("any-ties") == 0;
  if (database) how.schema = &database->schema();

  auto const text = text_of(given);
  if (t2s::text::trim(text).empty()) throw usage_error("there is no statement; give it in quotes: t2s " + o.usage);
  auto const parsed = sql::parse(text, {.grammar = from});
  if (!parsed) {
    std::cerr << "t2s: " << printable(syntax_text(text, parsed.error())) << "\n";
    return no_sql;
  }
  auto const done = sql::transpile(*parsed, to, how);
  say(done, text);
  if (!done) return no_sql;
  auto const written = given.count("pretty") != 0 ? sql::print(done.result, {.pretty = true}) : std::string(done.sql());
  std::cout << (is_terminal(STDOUT_FILENO) ? printable_lines(written) : written) << "\n";
  return answered;
}

}  // namespace cli
