// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SQL_SUPPORT_HPP
#define T2S_TESTS_SQL_SUPPORT_HPP

#include "support/rest_of.hpp"
#include "t2s/sql/parse.hpp"

#include <sqlite3.h>

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql::test {

/// The query of a text, which must parse.
inline query must_parse(std::string_view text) {
  auto p = parse(text);
  if (!p) BOOST_FAIL("does not parse: " << text.substr(0, 1000) << "\n" << to_string(p.error()));
  return *std::move(p);
}

/// The error of a text, which must not parse.
inline syntax_error must_fail(std::string_view text, options const& limits = {}) {
  auto p = parse(text, limits);
  if (p) BOOST_FAIL("parses: " << text.substr(0, 1000));
  return p.error();
}

/// A tree in brackets: kind, names and children, without operator numbers and flags.
inline std::string shape(node const& n) {
  std::string s = "(";
  s += name_of(n.kind);
  if (!n.qualifier.empty()) s.append(" ").append(n.qualifier.view()).append(".");
  if (!n.name.empty()) s.append(" ").append(n.name.view());
  for (auto const* child : n.children()) s.append(" ").append(shape(*child));
  return s.append(")");
}

/// The first result column of a select.
inline node const& first_result(query const& q) { return (*q.root().find(kind::select)->find(kind::columns))[0]; }

// ---- the reference

struct close_database {
  void operator()(sqlite3* db) const noexcept { sqlite3_close(db); }
};
using database = std::unique_ptr<sqlite3, close_database>;

inline database open(std::string const& file) {
  sqlite3* db = nullptr;
  int const code = sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READONLY, nullptr);
  database held(db);
  if (code != SQLITE_OK) BOOST_FAIL("cannot open " << file);
  return held;
}

inline database open_empty() {
  sqlite3* db = nullptr;
  sqlite3_open(":memory:", &db);
  return database(db);
}

/// SQLite's message on preparing the first statement of a text, empty if it prepares.
inline std::string complaint(sqlite3* db, std::string const& sql) {
  sqlite3_stmt* statement = nullptr;
  int const code = sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr);
  std::string message = code == SQLITE_OK ? "" : sqlite3_errmsg(db);
  sqlite3_finalize(statement);
  return message;
}

/// Whether an error concerns syntax: errors of SQLite's tokenizer and grammar, not of names and types.
inline bool is_about_syntax(std::string const& message) {
  return message.ends_with("syntax error") || message == "incomplete input" || message.starts_with("unrecognized token") ||
         message.starts_with("unknown join type") || message.starts_with("RAISE() may only");
}

/// Whether anything except blanks and semicolons follows the end of a statement; SQLite would ignore it. Only for texts without semicolons
/// in quotes.
inline bool has_several_statements(std::string const& sql) { return sql.find(';') < sql.find_last_not_of("; \t\r\n"); }

/// All rows as text with the type of each value, or the message.
inline std::vector<std::string> rows(sqlite3* db, std::string const& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) return {sqlite3_errmsg(db)};
  std::vector<std::string> found;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    std::string row;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      row += std::to_string(sqlite3_column_type(statement, i)) + ":";
      auto const* text = reinterpret_cast<char const*>(sqlite3_column_text(statement, i));
      row += std::string(text ? text : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, i))) + "|";
    }
    found.push_back(row);
  }
  sqlite3_finalize(statement);
  return found;
}

// ---- the corpora

inline std::string const& data_folder() {
  static std::string const folder = T2S_SPIDER_DIR;
  return folder;
}

/// A precondition for tests on the data: without the data they are reported as skipped.
inline boost::test_tools::assertion_result data_are_here(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result here(!data_folder().empty());
  here.message() << "T2S_SPIDER_DIR is not set, so there are no data to test on";
  return here;
}

struct sample {
  std::string database;
  std::string sql;
};

inline std::string read_file(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) BOOST_FAIL("cannot read " << path);
  return streams::rest_of(file);
}

/// The gold queries of dev.json or train.json.
inline std::vector<sample> gold(std::string const& name) {
  std::vector<sample> samples;
  auto const file = boost::json::parse(read_file(data_folder() + "/" + name));
  for (auto const& entry : file.as_array())
    samples.push_back({std::string(entry.at("db_id").as_string()), std::string(entry.at("query").as_string())});
  return samples;
}

/// The lines of a file.
inline std::vector<std::string> lines(std::string const& name) {
  std::ifstream file(data_folder() + "/" + name);
  std::vector<std::string> found;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) found.push_back(line);
  return found;
}

}  // namespace t2s::sql::test

#endif
