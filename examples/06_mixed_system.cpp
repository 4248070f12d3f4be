// SPDX-License-Identifier: BSL-1.0
// A new system: DART-SQL's rows, SQL-CRAFT's prompt, DAC's feedback, SQL-CRAFT's termination.
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dart_sql.hpp"
#include "t2s/systems/sql_craft.hpp"

using rows = t2s::sample::relevant_rows<t2s::retrieve::hashed_ngrams>;
using mixed = t2s::pipeline<t2s::none, rows, t2s::generate::sql_only, decltype(t2s::systems::dac::feedback), t2s::systems::ic_loop>;

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 06_mixed_system countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  std::string const right = "SELECT continent FROM countries JOIN cities ON country_iso = iso_code WHERE cities.name = 'Lima'";
  t2s::llm::scripted_model model{"SELECT name FROM cities WHERE name = 'Lima'",                                        // the draft
                                 "[{'token': 'continent', 'schema': 'countries.continent', 'type': 'col'}]",           // entity linking
                                 right, "SELECT a FROM b JOIN c ON d = e WHERE f = 'g'", "```sql\n" + right + "```"};  // twice the same
  t2s::retrieve::hashed_ngrams embedder;
  mixed system;
  system.sampler.by = &embedder;
  auto const found = system.run(t2s::context(model, database), "On which continent does Lima lie?");
  std::cout << found.sql() << "\n" << found.stopped << "\n";
  return found.sql() == right && to_string(found.outcome()->rows.values[0][0]) == "South America" && found.spent.calls == 5 ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
