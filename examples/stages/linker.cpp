// SPDX-License-Identifier: BSL-1.0
// The entity linker alone: a model names the entities of a question, they are matched to the schema, and SQL is checked for missing ones.
// Usage: linker countries.sqlite
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/align/prompted.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: linker countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model model{
      "Here is the alignment:\n"
      "[{'token': 'continent', 'schema': 'countries.continent', 'type': 'col'},\n"
      " {'token': 'Lima', 'schema': 'cities.name', 'type': 'val'}]"};
  t2s::context ctx(model, database);

  t2s::question const asked("On which continent does Lima lie?");
  t2s::samples const no_demonstrations;
  std::string const sql = "SELECT name FROM cities WHERE name = 'Lima'";
  t2s::align::prompted const linker;
  auto const linked = linker.link(ctx, asked, no_demonstrations, sql).get();
  for (auto const& token : linked.tokens) std::cout << token.token << " -> " << to_text(token.schema) << "\n";

  auto const lacking = to_text(t2s::align::missing_in(sql, database.schema(), linked));
  std::cout << "the SQL lacks " << lacking << "\n";
  return linked.columns.size() == 2 && lacking.find("countries.continent") != lacking.npos ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
