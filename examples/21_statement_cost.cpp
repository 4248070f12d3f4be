// SPDX-License-Identifier: BSL-1.0
// Estimates what a statement reads before it runs. A statement that would read too much is not run, and the model gets the reason. The
// scripted model first forgets a join condition. Usage: 21_statement_cost countries.sqlite
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/systems/few_shot_corrected.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 21_statement_cost countries.sqlite\n", 2;

  t2s::db::sqlite_options options;
  options.limits.rows_read = 1'000;
  t2s::db::sqlite_connection database(argv[1], options);

  auto const expected = database.estimate("SELECT * FROM cities, countries");  // nothing is executed for it
  if (expected.cost) std::cout << "would be " << expected.cost->costliest << "\n";

  t2s::llm::scripted_model model{
      "SELECT count(*) FROM cities, countries WHERE continent = 'Africa'",
      "SELECT count(*) FROM cities JOIN countries ON countries.iso_code = cities.country_iso WHERE continent = 'Africa'"};
  t2s::systems::few_shot_corrected system;
  auto const answer = system.run(t2s::context(model, database), "How many cities are in Africa?");
  for (auto const& attempt : answer.revisions)
    for (auto const& remark : attempt.remarks) std::cout << remark.stage << ": " << remark.text << "\n";
  std::cout << answer.sql() << "\n";
  if (answer.outcome() && answer.outcome()->ok()) std::cout << t2s::to_string(answer.outcome()->rows.values.front().front()) << "\n";
  return answer.has_sql() ? 0 : 1;
} catch (t2s::error const& e) {
  std::cerr << e.what() << "\n";
  return 3;
}
