// SPDX-License-Identifier: BSL-1.0
// Several models in one run: a large one writes SQL, a small one links and parses skeletons. Each has its own budget.
// Usage: 23_models_by_role countries.sqlite
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/llm/several_models.hpp"
#include "t2s/systems/dac.hpp"

using t2s::llm::model_role;

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 23_models_by_role DATABASE\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model large{"SELECT name FROM rivers", "SELECT name, length_km FROM rivers"};
  t2s::llm::scripted_model little{"[{'token': 'lengths', 'schema': 'rivers.length_km', 'type': 'col'}]", "SELECT a, b FROM c"};

  // draft, judge, small: DAC has no judge, so the large model may serve as one.
  t2s::llm::models_by_role models(large, large, little);
  t2s::systems::dac const dac;
  t2s::llm::budget_by_role budget({.small = {.calls = 5, .completion_tokens = 2'000}});
  auto const a =
      dac.run(t2s::context(models, database, {.allowed = {.calls = 10}}, budget), "What are the names and lengths of all rivers?");
  std::cout << a.sql() << "\n";
  for (auto const by : {model_role::draft, model_role::judge, model_role::small})
    std::cout << name_of(by) << ": " << budget.spent(by).calls << " calls\n";

  // When a role's budget is spent, the run ends with what it has, as with the total budget.
  t2s::llm::scripted_model again{"SELECT name FROM rivers"};
  t2s::llm::models_by_role same(again);  // one model in every role
  t2s::llm::budget_by_role none({.small = {.calls = 0}});
  std::cout << dac.run(t2s::context(same, database, {}, none), "What are the names and lengths of all rivers?").stopped << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
