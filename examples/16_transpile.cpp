// SPDX-License-Identifier: BSL-1.0
// Translates SQL to another dialect, with the differences; finds the tables of columns and the sources of result columns. No database.
#include "t2s/sql/transpile.hpp"

#include <iostream>

#include "t2s/sql/lineage.hpp"
#include "t2s/sql/mysql.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/postgres.hpp"

int main() {
  namespace sql = t2s::sql;
  t2s::schema::table rivers;
  rivers.name = "rivers";
  for (auto const* column : {"name", "length_km", "countries"}) rivers.columns.emplace_back().name = column;
  rivers.columns[1].type = "INTEGER";
  t2s::schema::database const schema({rivers});

  auto const query = sql::parse("SELECT `name`, length_km DIV 100 FROM rivers WHERE name LIKE 'a%' LIMIT 5, 10", {.grammar = sql::mysql});
  auto const there = sql::transpile(*query, sql::postgres, {.schema = &schema});
  std::cout << there.sql() << "\n";
  for (auto const& note : there.notes) std::cout << sql::name_of(note.how) << " at byte " << note.offset << ": " << note.what << "\n";

  auto const regex = sql::parse("SELECT name FROM rivers WHERE name ~ '^(Ama|Ni)[a-z]+$'", {.grammar = sql::postgres});
  auto const refused = sql::transpile(*regex, sql::sqlite, {.schema = &schema});
  std::cout << (refused ? "" : "no SQL: ") << refused.notes.back().what << "\n";

  auto const all = sql::parse("SELECT *, length_km / 100 AS hundreds FROM rivers AS r");
  std::cout << sql::qualify(*all, schema).result.text() << "\n";
  for (auto const& column : sql::lineage(*all, schema).results) {
    std::cout << column.name << ":";
    for (auto const& from : column.from) std::cout << " " << from.table->name << "." << from.column->name;
    std::cout << "\n";
  }
}
