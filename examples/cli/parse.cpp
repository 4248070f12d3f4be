// SPDX-License-Identifier: BSL-1.0
// t2s parse: parses SQL from standard input, one statement a line.
#include <boost/json.hpp>
#include <cstdio>
#include <iostream>
#include <string>

#include "answer_json.hpp"
#include "command.hpp"
#include "printable.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/skeleton.hpp"

namespace cli {
namespace {

namespace json = boost::json;
namespace sql = t2s::sql;

json::array names_json(std::vector<std::string> const& names) {
  json::array all;
  for (auto const& name : names) all.push_back(json_text(name));
  return all;
}

json::object query_json(sql::query const& q) {
  auto const used = sql::entities_of(q);
  return {{"ok", true},
          {"sql", json_text(sql::print(q))},
          {"skeleton", json_text(sql::skeleton(q, sql::skeleton_mode::scoped))},
          {"tables", names_json(used.table_names())},
          {"columns", names_json(used.column_names())}};
}

json::object error_json(sql::syntax_error const& e) {
  return {{"ok", false},
          {"error", json_text(e.message)},
          {"offset", e.offset},
          {"line", e.line},
          {"column", e.column},
          {"found", json_text(e.found)},
          {"expected", names_json(e.expected)}};
}

sql::grammar grammar_named(std::string const& name) {
  if (auto const known = sql::dialect_named(name)) return sql::grammar_of(*known);
  std::vector<std::string> const names(sql::dialect_names.begin(), sql::dialect_names.end());
  auto const* const near = t2s::text::nearest(name, names);
  throw usage_error("unknown dialect " + name + (near ? "; did you mean " + *near + "?" : "; known: sqlite, postgres, mysql and duckdb"));
}

}  // namespace

int parse(std::vector<std::string> const& words) {
  options o("parse [--json] [--dialect NAME] < FILE",
            "Parses SQL from standard input, one statement a line, and prints a JSON object a line: the statement as printed from\n"
            "its tree, its skeleton, tables and columns; or the error, its byte offset and what would have been accepted.");
  o.described.add_options()("json", "JSON lines (the only form there is; for scripts)")(
      "dialect", po::value<std::string>()->default_value("sqlite"), "sqlite, postgres, mysql or duckdb");
  po::variables_map given;
  if (!o.read(words, given)) return answered;

  sql::options reading;
  reading.grammar = grammar_named(given["dialect"].as<std::string>());
  sql::query q;
  std::size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.ends_with('\r')) line.pop_back();
    auto const wrong = sql::parse_into(q, line, reading);
    auto found = wrong ? error_json(*wrong) : query_json(q);
    found["input_line"] = ++number;
    std::cout << json_line(found) << '\n';
  }
  if (std::ferror(stdin) != 0)
    throw t2s::error(t2s::errc::file_unreadable, "standard input cannot be read", "give a file: t2s parse < FILE");
  return answered;
}

}  // namespace cli
