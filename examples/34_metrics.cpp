// SPDX-License-Identifier: BSL-1.0
// Questions about the numbers of a business, answered from their definitions in dbt's YAML.
// Usage: 34_metrics DATABASE METRICS.yml
#include <chrono>
#include <iostream>
#include <memory>
#include <string>

#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "t2s/retrieve/knowledge/semantic_layer.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"
#include "t2s/t2s.hpp"

int main(int argc, char** argv) try {
  if (argc < 3) return std::cerr << "Usage: 34_metrics DATABASE METRICS.yml\n", 2;
  namespace knowledge = t2s::knowledge;
  t2s::db::sqlite_connection roastery(argv[1]);

  auto const layer = std::make_shared<knowledge::semantic_layer>(knowledge::read_semantics(argv[2]));
  layer->today = std::chrono::sys_days(std::chrono::year(2026) / 6 / 28);  // for "last quarter"; without it today's date
  knowledge::require_fit(*layer, roastery.schema());
  auto const facts = std::make_shared<knowledge::learned const>(knowledge::facts_of(*layer, roastery.schema()));
  auto const prompts = knowledge::with_learned(knowledge::with_metrics({}, *layer), *facts);  // what a model is shown
  t2s::prepared database(roastery, knowledge::lexicon_options{.confirmed = facts, .semantics = layer}, prompts);

  t2s::systems::with_confidence<t2s::systems::offline> offline;
  offline.minimum = t2s::estimated::usual_minimum;
  t2s::llm::no_model model;
  for (auto const* question : {"revenue by region last quarter", "Top 3 coffees by bags sold in 2026", "What is the revenue trend?"}) {
    auto const found = offline.run(t2s::context(model, database), question);
    std::cout << question << "\n  " << (found.has_sql() ? found.sql() : found.stopped) << "\n";
    if (found.has_sql()) std::cout << "  confidence " << found.estimate()->confidence << "\n";
  }
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
