// SPDX-License-Identifier: BSL-1.0
// The skeleton parser alone: derives a skeleton for a question from SQL that a model hallucinates without seeing the schema.
// Usage: skeleton_parser countries.sqlite
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/skeleton/prompted.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: skeleton_parser countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model model{"```sql\nSELECT title FROM stream ORDER BY reach DESC LIMIT 1\n```"};
  t2s::context ctx(model, database);

  t2s::question const asked("What is the longest river?");
  t2s::samples const no_demonstrations;
  t2s::skeleton::prompted const parser;
  auto const wanted = parser.parse(ctx, asked, no_demonstrations);
  std::cout << wanted.skeleton << "\n";

  auto const right = t2s::skeleton::parse_sql("SELECT name FROM rivers ORDER BY length_km DESC LIMIT 1");
  auto const wrong = t2s::skeleton::parse_sql("SELECT max(length_km) FROM rivers");
  return wanted.skeleton == right.skeleton && wanted.skeleton != wrong.skeleton ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
